import * as z from "zod";
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
export function bankFault(bank: KnownBank | undefined, secrets: BankSecrets): string | null {
  if (!bank) return "No bank is named: choose one.";
  if (!bank.hasOwnApi)
    return `${bank.name} sends no prompts of its own: use Auto API, which pays by the bank's pay bill.`;
  if (bank.id === "equity" && !secrets.privateKey)
    return "Equity signs every call: the private key is missing.";
  if (bank.id === "equity" && !secrets.merchantId) return "Equity needs the merchant code as Merchant ID.";
  if (bank.id === "kcb" && !secrets.merchantId) return "KCB needs the till as Merchant ID.";
  if (bank.id === "coop" && !secrets.merchantId)
    return "Co-operative Bank needs the operator code as Merchant ID.";
  return null;
}
