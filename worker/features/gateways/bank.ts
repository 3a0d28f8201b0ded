import { createPrivateKey } from "node:crypto";
import * as z from "zod";
import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { bankById, type KnownBank } from "../../contract/values/banks.ts";
import { refuse } from "../../errors.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";
import type { GatewayKind } from "./gateway-kind.ts";
import { platformMpesa } from "./mpesa.ts";
import type { Gateway } from "./store.ts";

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
function ownFault(bank: KnownBank | undefined, secrets: BankSecrets): Text | null {
  if (!bank) return say("standing_no_bank");
  if (!bank.hasOwnApi) return say("standing_bank_no_prompts", { bank: bank.name });
  if (bank.id === "equity" && !secrets.privateKey) return say("standing_equity_key");
  if (bank.id === "equity" && !secrets.merchantId) return say("standing_equity_merchant");
  if (bank.id === "kcb" && !secrets.merchantId) return say("standing_kcb_till");
  if (bank.id === "coop" && !secrets.merchantId) return say("standing_coop_operator");
  return null;
}

/** Of an account that is paid behind a pay bill: its number is the reference. */
export const longestReference = 12;

/** Saved even where they cannot collect yet: the configuration says what is missing. @throws AppError invalid */
function readBank(ctx: Context, form: GatewayForm, service: string | null): OwnSecrets | null {
  const { accountNumber } = form;
  if (!/^[A-Za-z0-9-]{3,34}$/.test(accountNumber))
    throw refuse("invalid", "bank_account").at("accountNumber");
  if (!form.useAutoApi) return ownBank(form.own);
  if (!service) throw refuse("invalid", "bank_choose");
  // It travels as AccountReference: cut short, it would pay another account
  // (docs/reference/gateways-banks.md, "Through the bank's pay bill").
  if (accountNumber.length > longestReference)
    throw refuse("invalid", "bank_account_long", { count: accountNumber.length }).at("accountNumber");
  if (!/^[A-Za-z0-9]+$/.test(accountNumber))
    throw refuse("invalid", "bank_account_letters").at("accountNumber");
  checkPlatformApp("M-Pesa", platformMpesa(ctx), form.environment);
  return null;
}

function ownBank(own: OwnSecrets): OwnSecrets {
  const secrets = pick(
    own,
    [
      ["apiKey", "api_key"],
      ["apiSecret", "api_secret"],
    ],
    ["bankCode", "merchantId", "privateKey"],
  );
  if (secrets.privateKey && !isRsaKey(secrets.privateKey))
    throw refuse("invalid", "private_key_form").at("configuration.privateKey");
  return secrets;
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

/** KCB's documentation of its push names this limit; longer addresses are told to be cut. */
const kcbCallbackMax = 50;
/** 80 bits at five a symbol: fewer could be guessed. */
const fewestSymbols = 16;

/** How many symbols a callback address for KCB has behind this; null where the main domain leaves too little room. */
export function shortAddressRoom({ settings }: Context): { start: string; symbols: number } | null {
  const start = `${settings.MAIN_ORIGIN}/c/`;
  const symbols = kcbCallbackMax - start.length;
  return symbols < fewestSymbols ? null : { start, symbols };
}

function faultOf(ctx: Context, { service, accountNumber }: Gateway, secrets: unknown): Text | null {
  const known = bankById(service);
  if (secrets === null) {
    if (!known) return say("standing_no_bank");
    return accountNumber.length > longestReference ? say("standing_account_long") : null;
  }
  const isOutOfReach = service === "kcb" && shortAddressRoom(ctx) === null;
  return ownFault(known, BankSecrets.parse(secrets)) ?? (isOutOfReach ? say("standing_kcb_address") : null);
}

export const bank: GatewayKind = {
  secrets: BankSecrets,
  paysOwnWallet: false,
  read: readBank,
  faultOf,
  // A bank is told our address with each push, and may want to know whose calls to expect.
  portalNeeds: (ctx, { useAutoApi }) =>
    useAutoApi ? null : { what: "origin", address: ctx.settings.MAIN_ORIGIN },
};
