import * as z from "zod";
import type { Context } from "../../../context.ts";
import { gatewaySecrets } from "../../gateways/index.ts";
import type { Route } from "./driver.ts";

export const MpesaSecrets = z.object({
  consumerKey: z.string().min(1),
  consumerSecret: z.string().min(1),
  passkey: z.string().min(1),
  /** The app's own short code where it differs from the account that is paid (tills: the store number). */
  businessShortCode: z.string().optional(),
});
export type MpesaSecrets = z.infer<typeof MpesaSecrets>;

/** The platform's own app, or null where auto API is not offered. */
export function platformMpesa(
  ctx: Context,
): (MpesaSecrets & { shortCode: string; environment: Route["environment"] }) | null {
  const { settings } = ctx;
  const consumerKey = settings.PLATFORM_MPESA_CONSUMER_KEY;
  const consumerSecret = settings.PLATFORM_MPESA_CONSUMER_SECRET;
  const shortCode = settings.PLATFORM_MPESA_SHORT_CODE;
  const passkey = settings.PLATFORM_MPESA_PASSKEY;
  const environment = settings.PLATFORM_MPESA_ENVIRONMENT;
  if (!consumerKey || !consumerSecret || !shortCode || !passkey || !environment) return null;
  return { consumerKey, consumerSecret, passkey, shortCode, environment };
}

/** Credentials of a frozen route, or null when they are not there any more: the payment then waits, it is not lost. */
export async function mpesaCredentials(ctx: Context, route: Route): Promise<MpesaSecrets | null> {
  if (route.credentials === "platform") return platformMpesa(ctx);
  const parsed = MpesaSecrets.safeParse(await gatewaySecrets(ctx, route.gatewayId));
  return parsed.success ? parsed.data : null;
}
