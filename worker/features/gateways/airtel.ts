import * as z from "zod";
import type { Context } from "../../context.ts";

export const AirtelSecrets = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Key of Airtel's portal by which it signs its callbacks; without it only the enquiry tells what became of a payment. */
  callbackKey: z.string().min(1).optional(),
});
export type AirtelSecrets = z.infer<typeof AirtelSecrets>;

/**
 * The platform's own app, or null where auto API is not offered. Airtel's push names no payee: what is collected by it
 * arrives in the wallet `merchantCode` behind these credentials, never at the provider's
 * (docs/reference/gateways-airtel.md, "Push").
 */
export function platformAirtel(
  ctx: Context,
): (AirtelSecrets & { merchantCode: string | null; environment: "sandbox" | "production" }) | null {
  const { settings } = ctx;
  const clientId = settings.PLATFORM_AIRTEL_CLIENT_ID;
  const clientSecret = settings.PLATFORM_AIRTEL_CLIENT_SECRET;
  const environment = settings.PLATFORM_AIRTEL_ENVIRONMENT;
  const callbackKey = settings.PLATFORM_AIRTEL_CALLBACK_KEY;
  if (!clientId || !clientSecret || !environment) return null;
  const merchantCode = settings.PLATFORM_AIRTEL_MERCHANT_CODE ?? null;
  return { clientId, clientSecret, environment, merchantCode, ...(callbackKey ? { callbackKey } : {}) };
}
