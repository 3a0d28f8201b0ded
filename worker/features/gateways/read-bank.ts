import { createPrivateKey } from "node:crypto";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";
import { platformMpesa } from "./mpesa.ts";

const invalid = (sentence: string) => new AppError("invalid", sentence);

/**
 * A bank's credentials are saved even where they cannot collect yet: the configuration then says what is missing.
 * @throws AppError invalid, with what is missing or what could never take money
 */
export function readBank(ctx: Context, service: string | null, form: GatewayForm): OwnSecrets | null {
  const { accountNumber } = form;
  if (!/^[A-Za-z0-9-]{3,34}$/.test(accountNumber))
    throw invalid("Enter the account number: letters and digits, without spaces.");
  if (!form.useAutoApi) return ownBank(form.own);
  if (!service) throw invalid("Choose the bank whose pay bill is paid.");
  // It travels as AccountReference. Whoever cuts it pays a stranger
  // (docs/reference/gateways-banks.md, "Through the bank's pay bill").
  if (accountNumber.length > 12)
    throw invalid(
      `A pay bill takes account numbers of at most 12 characters, and this one has ${accountNumber.length}. It is never cut: enter the bank's own credentials instead.`,
    );
  if (!/^[A-Za-z0-9]+$/.test(accountNumber))
    throw invalid("A pay bill takes account numbers of letters and digits only.");
  checkPlatformApp("M-Pesa", platformMpesa(ctx), form.environment);
  return null;
}

function ownBank(own: OwnSecrets): OwnSecrets {
  const secrets = pick(
    own,
    [
      ["apiKey", "API key is required"],
      ["apiSecret", "API secret is required"],
    ],
    ["bankCode", "merchantId", "privateKey"],
  );
  if (secrets.privateKey && !isRsaKey(secrets.privateKey))
    throw invalid("The private key is not an RSA key in PEM form: paste the whole file.");
  return secrets;
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}
