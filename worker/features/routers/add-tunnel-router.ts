import type { Context } from "../../context.ts";
import type { NewRouterSetup } from "../../contract/router-setup.ts";
import { say } from "../../contract/texts.ts";
import { setupUser } from "../../contract/values/router-setup.ts";
import { dayMs } from "../../contract/values/time.ts";
import { routers } from "../../db/schema/platform.ts";
import { insertInto } from "../../db/table-rows.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { inWords, limitFor } from "../rate-limits/index.ts";
import { freeAddress, peerStatement } from "../tunnels/index.ts";
import { firstEpoch } from "./serving-epoch.ts";
import { createSetup } from "./set-up-router.ts";
import { beginPair, sealSecrets } from "./store.ts";
import { tunnelHostsThere } from "./transfer-to-tunnel-host.ts";

/** Each takes an address of the tunnels' network, which is limited. */
const mostADay = 30;

type Wanted = { name: string; location: string | null; interface: string };

/**
 * A router of the provider's that a host drives, which is found when its line is pasted. @throws AppError unavailable without a
 * host that is there, too_many
 */
export async function addTunnelRouter(
  ctx: Context,
  providerId: string,
  { name, location, interface: visitors }: Wanted,
  actor: Actor,
): Promise<NewRouterSetup & { routerId: string }> {
  const [host] = await tunnelHostsThere(ctx);
  if (!host?.bridgeId) throw refuse("unavailable", "tunnels_not_offered");
  await refuseTooMany(ctx, providerId);
  const id = crypto.randomUUID();
  const createdAt = ctx.now();
  const address = await freeAddress(ctx);
  await ctx.tenant(providerId).run(beginPair(id, createdAt));
  const row: typeof routers.$inferInsert = {
    id,
    name,
    location,
    host: address,
    port: 8728,
    username: setupUser,
    secrets: sealSecrets(ctx, id, { password: "", macAuthPassword: "" }),
    connectionType: "tunnel",
    bridgeId: host.bridgeId,
    providerId,
    addedBy: providerId,
    createdAt,
    servingEpoch: firstEpoch(createdAt),
  };
  await ctx.platform.batch([
    insertInto(routers, row),
    peerStatement(ctx, id, address),
    recordStatement(ctx, { ...actor, action: "router.add", subject: id, detail: { name, host: address } }),
  ]);
  const made = await createSetup(
    ctx,
    { id, providerId },
    { routerosVersion: "7.x", interface: visitors },
    actor,
  );
  return { ...made, routerId: id };
}

async function refuseTooMany(ctx: Context, providerId: string): Promise<void> {
  const ask = { key: "add tunnel router", windowMs: dayMs, max: mostADay };
  const { allowed, retryAfterMs } = await limitFor(ctx, { providerId }).attempt(ask);
  if (!allowed)
    throw new AppError("too_many", say("asked_too_often", { when: inWords(retryAfterMs) }), {
      retryAfter: Math.ceil(retryAfterMs / 1_000),
    });
}
