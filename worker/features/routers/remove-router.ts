import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { endTunnel } from "../tunnels/index.ts";
import { retireStatement } from "./own-routers.ts";
import { endSharing } from "./shared-log-in.ts";
import { assignedRouters } from "./store.ts";
import { withdrawRouter, withSetAside } from "./withdraw-router.ts";

type Removal = {
  providerId: string;
  routerId: string;
  /** Whoever asks knows what hangs on it. */
  confirmed: boolean;
  actor: Actor;
};

/**
 * What runs or waits there waits for a device elsewhere. Asked again it does what failed. @returns the sentence to
 * show @throws AppError not_found; conflict naming what hangs on it, unless confirmed
 */
export async function removeRouter(
  ctx: Context,
  { providerId, routerId, confirmed, actor }: Removal,
): Promise<Text> {
  const router = (await assignedRouters(ctx, providerId)).find(({ id }) => id === routerId);
  if (!router) throw refuse("not_found", "no_such_router");
  const { name } = router;
  const ended = await endSharing(ctx, routerId);
  const happened = await withdrawRouter(ctx, {
    providerId,
    router,
    confirmed,
    afterwards: say("afterwards_you"),
    platform: (detail) => [
      ...ended,
      retireStatement(ctx, providerId, routerId),
      recordStatement(ctx, {
        ...actor,
        action: "router.remove",
        subject: routerId,
        detail: { name, ...detail },
      }),
    ],
  });
  // One that it added itself is archived; a router of the platform's keeps its tunnel.
  if (router.addedBy === providerId) await endTunnel(ctx, routerId);
  return withSetAside(say("router_removed", { name }), happened);
}
