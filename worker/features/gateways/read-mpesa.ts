import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";
import { platformMpesa, publicTestShortCode } from "./mpesa.ts";

/** @throws AppError invalid, with what is missing or what could never take money */
export function readMpesa(ctx: Context, form: GatewayForm): OwnSecrets | null {
  const { accountNumber, environment, own } = form;
  if (accountNumber.length > 12) throw refuse("invalid", "mpesa_account_long");
  if (!/^\d{5,12}$/.test(accountNumber)) throw refuse("invalid", "mpesa_account");
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
    throw refuse("invalid", "short_code_digits");
  if (environment === "production" && secrets.businessShortCode === publicTestShortCode)
    throw refuse("invalid", "sandbox_number", { number: publicTestShortCode });
  if (Boolean(secrets.initiatorName) !== Boolean(secrets.securityCredential))
    throw refuse("invalid", "refund_needs_both");
  return secrets;
}
