import type { Context } from "../../context.ts";
import type { AddLine } from "../../contract/lines.ts";
import { among, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { actOnLine } from "./change-line.ts";
import { chooseAddress } from "./choose-address.ts";
import { deliverLines } from "./deliver-lines.ts";
import { isAt, saveStatements } from "./line-rows.ts";
import type { Provider } from "./named-provider.ts";
import { hindranceOf, networksOf } from "./router-networks.ts";

// Lines of fixed devices: where one is, which address is its own, and whose word closed its network.

/** Who asks. Only an owner closes a network. */
export type Asker = { isOwner: boolean; name: string };

type Placed = { mac: string; network: string; address: string; closes: { routerName: string } | null };

/**
 * Where a new line's device is to be, by what its router says now.
 * @throws AppError not_found, conflict, refused, forbidden; unavailable where the router cannot be asked
 */
export async function placeDevice(
  ctx: Context,
  providerId: string,
  routerId: string,
  device: NonNullable<AddLine["device"]>,
  asker: Asker,
): Promise<Placed> {
  const { mac } = device;
  const { networks, routerName } = await networksOf(ctx, providerId, routerId);
  const network = networks.find(({ name }) => name === device.network);
  if (!network) throw refuse("not_found", "network_unknown").at("device.network");
  const rows = await ctx.tenant(providerId).all(
    sql<{
      mac: string;
      network: string;
      address: string;
    }>`SELECT login AS mac, network, fixed_address AS address
      FROM lines WHERE router_id = ${routerId} AND kind = 'device' AND closed_at IS NULL`,
  );
  if (rows.some((row) => row.mac === mac))
    throw refuse("conflict", "line_device_taken", { mac }).at("device.mac");
  const isClosed = rows.some((row) => row.network === network.name);
  const hindrance = isClosed ? null : hindranceOf(network);
  if (hindrance) throw new AppError("refused", hindrance).at("device.network");
  const taken = new Set(rows.map(({ address }) => address));
  const chosen = chooseAddress(network, mac, device.address, taken);
  if ("reason" in chosen) throw new AppError("conflict", chosen.reason).at("device.address");
  if (!isClosed && !asker.isOwner) throw refuse("forbidden", "network_closes_by_owner").at("device.network");
  if (!isClosed && device.closes !== true)
    throw refuse("conflict", "network_closes", { network: network.name }).at("device.closes");
  return {
    mac,
    network: network.name,
    address: chosen.address,
    closes: isClosed ? null : { routerName },
  };
}

/** The owner's word, kept. What it said of the interface before is over with the last device that was there. */
export const closedStatement = (routerId: string, network: string, asker: Asker, now: number) =>
  sql`INSERT INTO line_networks (router_id, network, arp, confirmed_at, confirmed_by)
    VALUES (${routerId}, ${network}, NULL, ${now}, ${asker.name})
    ON CONFLICT (router_id, network) DO UPDATE SET arp = CASE WHEN arp IS NULL THEN NULL ELSE 'enabled' END,
      confirmed_at = excluded.confirmed_at,
      confirmed_by = excluded.confirmed_by`;

/** Another device in its place. @throws AppError not_found, conflict, refused for a name */
export async function replaceDevice(
  ctx: Context,
  provider: Provider,
  id: string,
  mac: string,
): Promise<void> {
  const db = ctx.tenant(provider.id);
  const known = await db.first(
    sql<{ kind: string; routerId: string }>`SELECT kind, router_id AS routerId FROM lines
      WHERE id = ${id} AND closed_at IS NULL`,
  );
  if (!known) throw refuse("not_found", "line_gone");
  if (known.kind !== "device") throw refuse("refused", "line_is_name");
  const small = mac.toLowerCase();
  const isFree = sql`NOT EXISTS (SELECT 1 FROM lines other WHERE other.router_id = ${known.routerId}
    AND other.login_small = ${small} AND other.closed_at IS NULL AND other.id <> ${id})`;
  if (!(await db.first(sql`SELECT 1 WHERE ${isFree}`)))
    throw refuse("conflict", "line_device_taken", { mac }).at("mac");
  await actOnLine(ctx, provider, id, ({ line, now }) => [
    sql`UPDATE lines SET login = ${mac}, login_small = ${small}, dialled_at = NULL, address = NULL, caller_id = NULL
      WHERE ${isAt(line)} AND id = ${id} AND ${isFree}`,
    ...saveStatements(line, line, now, isFree),
  ]);
}

/** Its lines say it to the bridge. @throws AppError refused where no device there has a line */
export async function setNetwork(
  ctx: Context,
  provider: Provider,
  routerId: string,
  network: string,
  isStrict: boolean,
): Promise<void> {
  const db = ctx.tenant(provider.id);
  const now = ctx.now();
  const lines = await db.all(
    sql<{ id: string }>`SELECT id FROM lines WHERE router_id = ${routerId} AND network = ${network}
      AND kind = 'device' AND closed_at IS NULL`,
  );
  if (lines.length === 0) throw refuse("refused", "network_not_closed").at("network");
  const ids = lines.map(({ id }) => id);
  const arp = isStrict ? "reply-only" : "enabled";
  await db.batch([
    sql`UPDATE line_networks SET arp = ${arp} WHERE router_id = ${routerId} AND network = ${network}`,
    sql`UPDATE lines SET rev = rev + 1, updated_at = ${now} WHERE id IN ${among(ids)}`,
  ]);
  await deliverLines(ctx, provider.id, ids);
}
