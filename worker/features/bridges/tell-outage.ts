import type { Context } from "../../context.ts";
import { nairobiTime, timeLeft } from "../../contract/values/duration.ts";
import { boundPorts } from "../../ports.ts";
import type { Outage } from "./outage-state.ts";
import { saidByBridge } from "./said-by-bridge.ts";

type Named = { id: string; name: string; providerId: string };

/** To every owner of a router there, with the names of its routers; a revoked bridge is nobody's. */
export async function tellOfBridge(
  ctx: Context,
  bridgeId: string,
  routerIds: readonly string[],
  outage: Outage,
): Promise<void> {
  const { platform } = ctx;
  const [bridge] = await platform.all<{ name: string }>(
    platform.statement("SELECT name FROM bridges WHERE id = ?1 AND revoked_at IS NULL", bridgeId),
  );
  if (!bridge) return;
  const byOwner = Map.groupBy(await owned(ctx, routerIds), ({ providerId }) => providerId);
  const { name } = bridge;
  for (const [providerId, routers] of byOwner) {
    const names = listed(routers.map((router) => router.name));
    const said = `the bridge "${name}" (${names})`;
    await boundPorts().tellOfSite(ctx, providerId, {
      event: eventOf(outage, bridgeId, providerId),
      ...(outage.backAt === null
        ? {
            title: `Site offline: ${name}`,
            message: `Nothing was heard of ${said} since ${nairobiTime(outage.since)}. Nobody new gets online there until it is back.`,
            next: "Check the power and the internet at the site, and that the machine with the bridge is on.",
          }
        : {
            title: `Site online again: ${name}`,
            message: `${capital(said)} is back since ${nairobiTime(outage.backAt)}. ${wasAway(outage.since, outage.backAt)}`,
          }),
    });
  }
}

/** @param reason what its bridge says about it */
export async function tellOfRouter(
  ctx: Context,
  routerId: string,
  reason: string,
  outage: Outage,
): Promise<void> {
  const [router] = await owned(ctx, [routerId]);
  if (!router) return;
  const { name, providerId } = router;
  await boundPorts().tellOfSite(ctx, providerId, {
    event: eventOf(outage, routerId, providerId),
    ...(outage.backAt === null
      ? {
          title: `Router offline: ${name}`,
          message: `The bridge has not reached ${name} since ${nairobiTime(outage.since)}. Nobody new gets online there until it is back. ${saidByBridge(reason)}`,
          next: "Check the router's power and its cable.",
        }
      : {
          title: `Router online again: ${name}`,
          message: `${name} is back since ${nairobiTime(outage.backAt)}. ${wasAway(outage.since, outage.backAt)}`,
        }),
  });
}

async function owned(ctx: Context, routerIds: readonly string[]): Promise<Named[]> {
  const { platform, lookup } = ctx;
  const rows = await platform.all<{ id: string; name: string }>(
    platform.statement(
      "SELECT id, name FROM routers WHERE archived_at IS NULL AND id IN (SELECT value FROM json_each(?1)) ORDER BY name",
      JSON.stringify(routerIds),
    ),
  );
  const owners = await Promise.all(rows.map(({ id }) => lookup.routerById(id)));
  return rows.flatMap((row, index) => {
    const providerId = owners[index]?.providerId;
    return providerId ? [{ ...row, providerId }] : [];
  });
}

const eventOf = ({ since, backAt }: Outage, what: string, providerId: string) =>
  `${backAt === null ? "away" : "back"} ${what} ${since} ${providerId}`;

const most = 5;
const listed = (names: readonly string[]) =>
  names.length > most
    ? `${names.slice(0, most).join(", ")} and ${names.length - most} more`
    : names.join(", ");

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const wasAway = (since: number, backAt: number) => `It was away for ${timeLeft(backAt - since)}.`;
