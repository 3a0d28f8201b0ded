import * as z from "zod";
import { say, type Text } from "../../contract/texts.ts";
import type { KnownBank } from "../../contract/values/banks.ts";

/** What a bank gives an account holder; which parts it needs differs by bank (docs/reference/gateways-banks.md, "Common"). */
export const BankSecrets = z.object({
  /** KCB and Co-op: consumer key. Equity: the value of its Api-Key header. */
  apiKey: z.string().min(1),
  /** Consumer secret. */
  apiSecret: z.string().min(1),
  bankCode: z.string().optional(),
  /** KCB: the till. Co-op: the operator code. Equity: the merchant code. */
  merchantId: z.string().optional(),
  /** Equity: PEM of the RSA key that signs each call. */
  privateKey: z.string().optional(),
});
export type BankSecrets = z.infer<typeof BankSecrets>;

/** Why a bank cannot collect by these credentials, or null. Saving them is allowed all the same. */
export function bankFault(bank: KnownBank | undefined, secrets: BankSecrets): Text | null {
  if (!bank) return say("standing_no_bank");
  if (!bank.hasOwnApi) return say("standing_bank_no_prompts", { bank: bank.name });
  if (bank.id === "equity" && !secrets.privateKey) return say("standing_equity_key");
  if (bank.id === "equity" && !secrets.merchantId) return say("standing_equity_merchant");
  if (bank.id === "kcb" && !secrets.merchantId) return say("standing_kcb_till");
  if (bank.id === "coop" && !secrets.merchantId) return say("standing_coop_operator");
  return null;
}
