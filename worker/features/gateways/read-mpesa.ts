import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";
import { platformMpesa, publicTestShortCode } from "./mpesa.ts";

const invalid = (sentence: string) => new AppError("invalid", sentence);

/** @throws AppError invalid, with what is missing or what could never take money */
export function readMpesa(ctx: Context, form: GatewayForm): OwnSecrets | null {
  const { accountNumber, environment, own } = form;
  if (accountNumber.length > 12) throw invalid("An account number has at most 12 characters.");
  if (!/^\d{5,12}$/.test(accountNumber))
    throw invalid("Enter the till or pay bill number: digits only, at least five.");
  if (environment === "production" && accountNumber === publicTestShortCode)
    throw invalid(`${publicTestShortCode} is the sandbox's number: it cannot collect in production.`);
  if (form.useAutoApi) {
    checkPlatformApp("M-Pesa", platformMpesa(ctx), environment);
    return null;
  }
  // The simple dialog has no field for the short code: there the account is the short code.
  const shortCode = ["businessShortCode", "Business short code is required"] as const;
  const secrets = pick(
    own,
    [
      ["consumerKey", "Consumer key is required"],
      ["consumerSecret", "Consumer secret is required"],
      ...(form.asksShortCode ? [shortCode] : []),
      ["passkey", "Passkey is required"],
    ],
    ["businessShortCode", "initiatorName", "securityCredential"],
  );
  if (secrets.businessShortCode && !/^\d{5,7}$/.test(secrets.businessShortCode))
    throw invalid("A business short code has 5 to 7 digits.");
  if (environment === "production" && secrets.businessShortCode === publicTestShortCode)
    throw invalid(`${publicTestShortCode} is the sandbox's number: it cannot collect in production.`);
  if (Boolean(secrets.initiatorName) !== Boolean(secrets.securityCredential))
    throw invalid("Refunds need both the initiator name and the security credential.");
  return secrets;
}
