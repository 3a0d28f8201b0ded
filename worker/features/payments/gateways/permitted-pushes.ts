import type { Context } from "../../../context.ts";
import { mpesaCredentials } from "./credentials.ts";
import { darajaClient } from "./daraja-call.ts";
import { gatewayObjectFor } from "./gateway-object.ts";

/** An app at Daraja whose pushes are listed: the platform's own (`gatewayId` null), or one of a provider's gateways. */
export type PushingApp = { gatewayId: string | null; environment: "sandbox" | "production" };

/** Every push that an app was permitted from a moment on, oldest first, at most 10,000: what D1 must know of. */
export async function permittedPushes(
  ctx: Context,
  { gatewayId, environment }: PushingApp,
  since: number,
): Promise<{ paymentId: string; providerId: string; at: number }[]> {
  const credentials = gatewayId === null ? "platform" : "provider";
  const secrets = await mpesaCredentials({ ctx, route: { gatewayId: gatewayId ?? "", credentials } });
  if (!secrets) return [];
  const { base, consumerKey } = darajaClient(ctx, environment, secrets);
  return gatewayObjectFor(ctx, base, consumerKey).pushesSince(since);
}
