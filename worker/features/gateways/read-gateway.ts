import { createPrivateKey } from "node:crypto";
import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { platformAirtel } from "./airtel.ts";
import type { KindAsked } from "./catalogue.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";
import { platformMpesa, publicTestShortCode } from "./mpesa.ts";

/** `secrets` null = the platform's own app collects. @throws AppError invalid */
export function readGateway(
  ctx: Context,
  { type, service }: KindAsked,
  form: GatewayForm,
): OwnSecrets | null {
  if (type === "bank") return readBank(ctx, service, form);
  return type === "mpesa" ? readMpesa(ctx, form) : readAirtel(ctx, form);
}

/** @throws AppError invalid, with what is missing or what could never take money */
function readAirtel(ctx: Context, form: GatewayForm): OwnSecrets | null {
  if (!/^[A-Za-z0-9]{3,20}$/.test(form.accountNumber)) throw refuse("invalid", "merchant_code");
  if (form.useAutoApi) {
    checkPlatformApp("Airtel Money", platformAirtel(ctx), form.environment);
    return null;
  }
  return pick(
    form.own,
    [
      ["clientId", "client_id"],
      ["clientSecret", "client_secret"],
    ],
    ["merchantCode", "callbackKey"],
  );
}

/** @throws AppError invalid, with what is missing or what could never take money */
function readMpesa(ctx: Context, form: GatewayForm): OwnSecrets | null {
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

/** Saved even where they cannot collect yet: the configuration says what is missing. @throws AppError invalid */
function readBank(ctx: Context, service: string | null, form: GatewayForm): OwnSecrets | null {
  const { accountNumber } = form;
  if (!/^[A-Za-z0-9-]{3,34}$/.test(accountNumber)) throw refuse("invalid", "bank_account");
  if (!form.useAutoApi) return ownBank(form.own);
  if (!service) throw refuse("invalid", "bank_choose");
  // It travels as AccountReference: cut short, it would pay another account
  // (docs/reference/gateways-banks.md, "Through the bank's pay bill").
  if (accountNumber.length > 12)
    throw refuse("invalid", "bank_account_long", { count: accountNumber.length });
  if (!/^[A-Za-z0-9]+$/.test(accountNumber)) throw refuse("invalid", "bank_account_letters");
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
  if (secrets.privateKey && !isRsaKey(secrets.privateKey)) throw refuse("invalid", "private_key_form");
  return secrets;
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}
