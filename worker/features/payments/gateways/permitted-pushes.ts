import type { Context } from "../../../context.ts";
import { gatewaySecrets, MpesaSecrets, platformMpesa } from "../../gateways/index.ts";
import { gatewayObjectFor } from "./gateway-object.ts";

/** An app at Daraja whose pushes are listed: the platform's own (`gatewayId` null), or one of a provider's gateways. */
export type PushingApp = { gatewayId: string | null; environment: "sandbox" | "production" };

/** Every push that an app was permitted from a moment on, oldest first, at most 10,000: what D1 must know of. */
export async function permittedPushes(
  ctx: Context,
  { gatewayId, environment }: PushingApp,
  since: number,
): Promise<{ paymentId: string; providerId: string; at: number }[]> {
  const secrets =
    gatewayId === null
      ? platformMpesa(ctx)
      : (MpesaSecrets.safeParse(await gatewaySecrets(ctx, gatewayId)).data ?? null);
  if (!secrets) return [];
  const { MPESA_PRODUCTION_URL, MPESA_SANDBOX_URL } = ctx.settings;
  const base = environment === "production" ? MPESA_PRODUCTION_URL : MPESA_SANDBOX_URL;
  return gatewayObjectFor(ctx, base, secrets.consumerKey).pushesSince(since);
}
