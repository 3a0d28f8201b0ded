import * as z from "zod";
import type { Context } from "../../context.ts";

export const AirtelSecrets = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Key of Airtel's portal by which it signs its callbacks; without it only the enquiry tells what became of a payment. */
  callbackKey: z.string().min(1).optional(),
});
export type AirtelSecrets = z.infer<typeof AirtelSecrets>;

/** Null where auto API is not offered. Collected in the wallet `merchantCode` (docs/reference/gateways-airtel.md, "Push"). */
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
