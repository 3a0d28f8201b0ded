import * as z from "zod";
import type { Context } from "../../context.ts";

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
    ...{ consumerKey, consumerSecret, passkey, shortCode, environment },
    ...(initiatorName && securityCredential ? { initiatorName, securityCredential } : {}),
  };
}
