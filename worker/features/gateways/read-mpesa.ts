import type { Context } from "../../context.ts";
import type { GatewayInput } from "../../contract/gateways.ts";
import { AppError } from "../../errors.ts";
import { type MpesaSecrets, platformMpesa, publicTestShortCode } from "./mpesa.ts";

/** How a provider's M-Pesa is collected: `secrets` null = by the platform's own app. */
export type MpesaWanted = { accountNumber: string; secrets: MpesaSecrets | null };

const invalid = (sentence: string) => new AppError("invalid", sentence);

/**
 * Reads both dialogs' payloads. Without credentials of its own, and where nothing else is said, the platform collects.
 * @throws AppError invalid, with what is missing or what could never take money
 */
export function readMpesa(ctx: Context, input: GatewayInput): MpesaWanted {
  const { accountNumber, environment } = input;
  // Daraja cuts an AccountReference at 12 characters, and somebody else is paid: refused, never cut.
  if (accountNumber.length > 12) throw invalid("An account number has at most 12 characters.");
  if (!/^\d{5,12}$/.test(accountNumber))
    throw invalid("Enter the till or pay bill number: digits only, at least five.");
  if (environment === "production" && accountNumber === publicTestShortCode)
    throw invalid(`${publicTestShortCode} is the sandbox's number: it cannot collect in production.`);
  const own = input.customConfiguration ?? input.configuration;
  const hasOwn = Boolean(own?.consumerKey || own?.consumerSecret || own?.passkey);
  const useAutoApi = input.useAutoApi ?? !(hasOwn || input.customConfiguration?.businessShortCode);
  if (useAutoApi) {
    const platform = platformMpesa(ctx);
    if (!platform)
      throw invalid("The platform has no M-Pesa app of its own. Enter the provider's credentials.");
    if (platform.environment !== environment)
      throw invalid(
        `The platform's own M-Pesa app is for ${platform.environment} only. Choose ${platform.environment}, or enter the provider's credentials.`,
      );
    return { accountNumber, secrets: null };
  }
  if (!own?.consumerKey) throw invalid("Consumer key is required");
  if (!own.consumerSecret) throw invalid("Consumer secret is required");
  // The simple dialog has no field for it: there the account is the short code.
  if (input.customConfiguration && !own.businessShortCode) throw invalid("Business short code is required");
  if (own.businessShortCode && !/^\d{5,7}$/.test(own.businessShortCode))
    throw invalid("A business short code has 5 to 7 digits.");
  if (!own.passkey) throw invalid("Passkey is required");
  const { consumerKey, consumerSecret, passkey, businessShortCode } = own;
  return {
    accountNumber,
    secrets: { consumerKey, consumerSecret, passkey, ...(businessShortCode ? { businessShortCode } : {}) },
  };
}
