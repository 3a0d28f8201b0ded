import * as z from "zod";
import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";
import type { GatewayKind } from "./gateway-kind.ts";

export const MpesaSecrets = z.object({
  consumerKey: z.string().min(1),
  consumerSecret: z.string().min(1),
  passkey: z.string().min(1),
  /** The app's own short code where it differs from the account that is paid (tills: the store number). */
  businessShortCode: z.string().optional(),
  /** Who gives money back, and their password sealed with Safaricom's certificate: without both nothing is refunded. */
  initiatorName: z.string().min(1).optional(),
  securityCredential: z.string().min(1).optional(),
});
export type MpesaSecrets = z.infer<typeof MpesaSecrets>;

/** Sandbox short code that is printed in every SDK: money sent there is nobody's. */
export const publicTestShortCode = "174379";

/** The platform's own app, or null where auto API is not offered. */
export function platformMpesa(
  ctx: Context,
): (MpesaSecrets & { shortCode: string; environment: "sandbox" | "production" }) | null {
  const { settings } = ctx;
  const consumerKey = settings.PLATFORM_MPESA_CONSUMER_KEY;
  const consumerSecret = settings.PLATFORM_MPESA_CONSUMER_SECRET;
  const shortCode = settings.PLATFORM_MPESA_SHORT_CODE;
  const passkey = settings.PLATFORM_MPESA_PASSKEY;
  const environment = settings.PLATFORM_MPESA_ENVIRONMENT;
  const initiatorName = settings.PLATFORM_MPESA_INITIATOR_NAME;
  const securityCredential = settings.PLATFORM_MPESA_SECURITY_CREDENTIAL;
  if (!consumerKey || !consumerSecret || !shortCode || !passkey || !environment) return null;
  return {
    consumerKey,
    consumerSecret,
    passkey,
    shortCode,
    environment,
    ...(initiatorName && securityCredential ? { initiatorName, securityCredential } : {}),
  };
}

/** @throws AppError invalid, with what is missing or what could never take money */
function readMpesa(ctx: Context, form: GatewayForm): OwnSecrets | null {
  const { accountNumber, environment, own } = form;
  if (accountNumber.length > 12) throw refuse("invalid", "mpesa_account_long").at("accountNumber");
  if (!/^\d{5,12}$/.test(accountNumber)) throw refuse("invalid", "mpesa_account").at("accountNumber");
  if (environment === "production" && accountNumber === publicTestShortCode)
    throw refuse("invalid", "sandbox_number", { number: publicTestShortCode });
  if (form.useAutoApi) {
    checkPlatformApp("M-Pesa", platformMpesa(ctx), environment);
    return null;
  }
  // The simple dialog has no field for the short code: there the account is the short code.
  const shortCode = ["businessShortCode", "short_code"] as const;
  const secrets = pick(
    own,
    [
      ["consumerKey", "consumer_key"],
      ["consumerSecret", "consumer_secret"],
      ...(form.asksShortCode ? [shortCode] : []),
      ["passkey", "passkey"],
    ],
    ["businessShortCode", "initiatorName", "securityCredential"],
  );
  if (secrets.businessShortCode && !/^\d{5,7}$/.test(secrets.businessShortCode))
    throw refuse("invalid", "short_code_digits").at("configuration.businessShortCode");
  if (environment === "production" && secrets.businessShortCode === publicTestShortCode)
    throw refuse("invalid", "sandbox_number", { number: publicTestShortCode });
  if (Boolean(secrets.initiatorName) !== Boolean(secrets.securityCredential))
    throw refuse("invalid", "refund_needs_both");
  return secrets;
}

const testAccountFault = say("sandbox_number", { number: publicTestShortCode });

export const mpesa: GatewayKind = {
  secrets: MpesaSecrets,
  paysOwnWallet: false,
  read: readMpesa,
  faultOf: (_ctx, { environment, accountNumber }) =>
    environment === "production" && accountNumber === publicTestShortCode ? testAccountFault : null,
  portalNeeds: () => null,
};
