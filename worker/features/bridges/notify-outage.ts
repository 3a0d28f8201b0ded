import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { atEach } from "../../db/every-tenant.ts";
import { among, sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { type AbsenceTold, boundPorts } from "../../ports.ts";
import { noteOutage } from "../entitlements/index.ts";
import { bridgeText } from "./live-view.ts";
import type { Outage } from "./outage-state.ts";

type Named = { id: string; name: string; providerId: string; hasTunnel: boolean };

/** To every owner of a router there, with the names of its routers; a revoked bridge has no owners. */
export async function notifyOfBridge(
  ctx: Context,
  bridgeId: string,
  routerIds: readonly string[],
  outage: Outage,
): Promise<void> {
  const { platform } = ctx;
  const bridge = await platform.first(
    sql<{ name: string }>`SELECT name FROM bridges WHERE id = ${bridgeId} AND revoked_at IS NULL`,
  );
  if (!bridge) return;
  const byOwner = Map.groupBy(await owned(ctx, routerIds), ({ providerId }) => providerId);
  const { name } = bridge;
  const told = await atEach([...byOwner.keys()], async (providerId) => {
    const own = byOwner.get(providerId) ?? [];
    const routers = listed(own.map((router) => router.name));
    const since = { at: outage.since };
    for (const router of own) await noteEnded(ctx, router, outage);
    await noteAway(
      ctx,
      providerId,
      { what: bridgeId, name, isBridge: true, routers: own.map(named) },
      outage,
    );
    await boundPorts().notifySite(ctx, providerId, {
      event: eventOf(outage, bridgeId, providerId),
      ...(outage.backAt === null
        ? {
            title: say("site_offline", { name }),
            message: say("bridge_unheard", { name, routers, since }),
            next: say("site_check"),
          }
        : {
            title: say("site_online", { name }),
            message: say("bridge_back", { name, routers, ...backOf(outage.since, outage.backAt) }),
          }),
    });
  });
  // Retried where no owner could be told. One of several that could not is logged: the outage ends for the others.
  const [failed] = told.flatMap((one) => (one.status === "rejected" ? [one] : []));
  if (failed && told.every(({ status }) => status === "rejected")) throw failed.reason;
  logRejected("outage not told", told);
}

/** @param reason what its bridge says about it */
export async function notifyOfRouter(
  ctx: Context,
  routerId: string,
  reason: Text | null,
  outage: Outage,
): Promise<void> {
  const [router] = await owned(ctx, [routerId]);
  if (!router) return;
  const { name, providerId, hasTunnel } = router;
  await noteEnded(ctx, router, outage);
  await noteAway(
    ctx,
    providerId,
    { what: routerId, name, isBridge: false, routers: [named(router)] },
    outage,
  );
  const since = { at: outage.since };
  await boundPorts().notifySite(ctx, providerId, {
    event: eventOf(outage, routerId, providerId),
    ...(outage.backAt === null
      ? {
          title: say("router_offline", { name }),
          message: say("router_unreached", { name, since, why: reason ? bridgeText(reason) : "" }),
          next: say(hasTunnel ? "router_check_tunnel" : "router_check"),
        }
      : {
          title: say("router_online", { name }),
          message: say("router_back", { name, ...backOf(outage.since, outage.backAt) }),
        }),
  });
}

/** Its buyers may be given the time back that they lost. */
async function noteEnded(ctx: Context, { id, providerId }: Named, { since, backAt }: Outage): Promise<void> {
  if (backAt !== null) await noteOutage(ctx, providerId, { routerId: id, beganAt: since, endedAt: backAt });
}

/** Its owner may want an alarm, and reads of it in the morning. */
function noteAway(
  ctx: Context,
  providerId: string,
  what: Omit<AbsenceTold, "beganAt" | "endedAt">,
  { since, backAt }: Outage,
): Promise<void> {
  return boundPorts().noteAbsence(ctx, providerId, { ...what, beganAt: since, endedAt: backAt });
}

const named = ({ id, name }: Named) => ({ id, name });

async function owned(ctx: Context, routerIds: readonly string[]): Promise<Named[]> {
  const { platform, lookup } = ctx;
  const rows = await platform.all(
    sql<{
      id: string;
      name: string;
      hasTunnel: 0 | 1;
    }>`SELECT id, name, connection_type = 'tunnel' AS hasTunnel
      FROM routers WHERE archived_at IS NULL AND id IN ${among(routerIds)} ORDER BY name`,
  );
  const owners = await Promise.all(rows.map(({ id }) => lookup.routerById(id)));
  return rows.flatMap((row, index) => {
    const providerId = owners[index]?.providerId;
    return providerId ? [{ ...row, providerId, hasTunnel: row.hasTunnel === 1 }] : [];
  });
}

const eventOf = ({ since, backAt }: Outage, what: string, providerId: string) =>
  `${backAt === null ? "away" : "back"} ${what} ${since} ${providerId}`;

const most = 5;
const listed = (names: readonly string[]) =>
  names.length > most
    ? say("and_more", { list: names.slice(0, most).join(", "), count: names.length - most })
    : names.join(", ");

const backOf = (since: number, backAt: number) => ({ since: { at: backAt }, away: { span: backAt - since } });
