import { createPrivateKey } from "node:crypto";
import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";
import { platformMpesa } from "./mpesa.ts";

/**
 * A bank's credentials are saved even where they cannot collect yet: the configuration then says what is missing.
 * @throws AppError invalid, with what is missing or what could never take money
 */
export function readBank(ctx: Context, service: string | null, form: GatewayForm): OwnSecrets | null {
  const { accountNumber } = form;
  if (!/^[A-Za-z0-9-]{3,34}$/.test(accountNumber)) throw refuse("invalid", "bank_account");
  if (!form.useAutoApi) return ownBank(form.own);
  if (!service) throw refuse("invalid", "bank_choose");
  // It travels as AccountReference. Whoever cuts it pays a stranger
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
