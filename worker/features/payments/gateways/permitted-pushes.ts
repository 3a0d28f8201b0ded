import type { Context } from "../../../context.ts";
import { darajaClient, mpesaCredentials } from "./daraja-call.ts";
import { pushesOfPage } from "./gateway-api.ts";
import { nextListAt, pushListFor } from "./push-list-object.ts";

/** An app at Daraja whose pushes are listed: the platform's own (`gatewayId` null), or one of a provider's gateways. */
export type PushingApp = { gatewayId: string | null; environment: "sandbox" | "production" };

/** The push after which a page begins, by its moment and payment. */
export type PushPlace = { at: number; paymentId: string };
type Push = PushPlace & { providerId: string };

/** A page of the pushes that an app was permitted, oldest first, of one day: what D1 must know of. @property next null = it is the last one */
export async function permittedPushes(
  ctx: Context,
  { gatewayId, environment }: PushingApp,
  { at, paymentId }: PushPlace,
): Promise<{ pushes: Push[]; next: PushPlace | null }> {
  const credentials = gatewayId === null ? "platform" : "provider";
  const secrets = await mpesaCredentials({ ctx, route: { gatewayId: gatewayId ?? "", credentials } });
  if (!secrets) return { pushes: [], next: null };
  const client = darajaClient(ctx, environment, secrets);
  const pushes = await pushListFor(ctx, client, at).pushesSince(at, paymentId);
  const last = pushes.at(-1);
  if (last && pushes.length === pushesOfPage)
    return { pushes, next: { at: last.at, paymentId: last.paymentId } };
  const nextAt = nextListAt(at, ctx.now());
  return { pushes, next: nextAt === null ? null : { at: nextAt, paymentId: "" } };
}
