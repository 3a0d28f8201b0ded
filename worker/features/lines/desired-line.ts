import type { Context } from "../../context.ts";
import type { DesiredLine } from "../../contract/bridge-lines.ts";
import type { Speed } from "../../contract/values/speed.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { AdoptedSecret, LineTerms } from "../../db/schema/tenant.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { log } from "../../log.ts";

/** Ends stay in a bridge's sync this long. */
const closedKeptMs = 7 * dayMs;

export type LineRow = {
  id: string;
  routerId: string;
  rev: number;
  kind: "pppoe" | "device";
  login: string;
  password: string;
  network: string | null;
  fixedAddress: string | null;
  /** What the owner said of the network's interface. */
  arp: "reply-only" | "enabled" | null;
  terms: string;
  slowedIn: number | null;
  blocksAt: number | null;
  closedAt: number | null;
  adopted: string | null;
  isHandedBack: number;
};

const columns = sql`id, router_id AS routerId, rev, kind, login, password, network, fixed_address AS fixedAddress,
  terms, slowed_in AS slowedIn, blocks_at AS blocksAt, closed_at AS closedAt, adopted, is_handed_back AS isHandedBack,
  (SELECT arp FROM line_networks WHERE line_networks.router_id = lines.router_id
    AND line_networks.network = lines.network) AS arp`;

/** A closed line whose customer was forgotten has no name that could be taken off its router: it is off already. */
const isNamed = sql`login <> ''`;

export async function linesById(ctx: Context, db: TenantDb, ids: readonly string[]): Promise<DesiredLine[]> {
  if (ids.length === 0) return [];
  const rows = sql<LineRow>`SELECT ${columns} FROM lines WHERE id IN ${among(ids)} AND ${isNamed}`;
  return linesFrom(ctx, await db.all(rows));
}

/** Lines at these routers, as far as they are this provider's now. Its rows are read by `linesFrom`. */
export function linesAtRouters(routerIds: readonly string[], now: number): Sql<LineRow> {
  return sql<LineRow>`SELECT ${columns} FROM lines WHERE router_id IN ${among(routerIds)}
      AND router_id IN (SELECT router_id FROM provider_routers WHERE unassigned_at IS NULL)
      AND (closed_at IS NULL OR closed_at > ${now - closedKeptMs}) AND ${isNamed}`;
}

/** What a bridge shall do. One line whose password does not open keeps no other back: what its bridge has of it stands. */
export function linesFrom(ctx: Context, rows: readonly LineRow[]): DesiredLine[] {
  const now = ctx.now();
  return rows.flatMap((row) => {
    try {
      return [desiredOf(ctx, row, now)];
    } catch (cause) {
      log("error", "a line's password does not open", cause, { router: row.routerId });
      return [];
    }
  });
}

/** The line carries remainders: what is left is computed at the moment of sending. */
function desiredOf(ctx: Context, row: LineRow, now: number): DesiredLine {
  if (row.kind === "device") return desiredDevice(row, now);
  const { id, routerId, rev, login, closedAt } = row;
  const adopted = row.adopted === null ? null : (JSON.parse(row.adopted) as AdoptedSecret);
  if (closedAt !== null) {
    const back = adopted && row.isHandedBack === 1 ? { restore: adopted } : {};
    return { id, routerId, rev, spec: { kind: "close", login, ...back } };
  }
  const { upKbps, downKbps } = speedOf(row);
  const password = ctx.keys.unseal(row.password, sealedPlace("lines", id));
  const openMs = openMsOf(row, now);
  const former = adopted ? { former: adopted.profile } : {};
  return { id, routerId, rev, spec: { kind: "serve", login, password, upKbps, downKbps, openMs, ...former } };
}

/** What it has by its package, or by fair use. */
function speedOf({ terms, slowedIn }: LineRow): Speed {
  const { upKbps, downKbps, fairUse } = JSON.parse(terms) as LineTerms;
  if (slowedIn === null || !fairUse) return { upKbps, downKbps };
  return { upKbps: Math.min(upKbps, fairUse.upKbps), downKbps: Math.min(downKbps, fairUse.downKbps) };
}

const openMsOf = ({ blocksAt }: LineRow, now: number): number | null =>
  blocksAt === null ? null : Math.max(0, blocksAt - now);

function desiredDevice(row: LineRow, now: number): DesiredLine {
  const { id, routerId, rev, login, arp, closedAt } = row;
  const fixed = { mac: login, network: row.network ?? "", address: row.fixedAddress ?? "" };
  if (closedAt !== null) {
    const usual = arp === null ? {} : { arp: "enabled" as const };
    return { id, routerId, rev, spec: { kind: "close_device", ...fixed, ...usual } };
  }
  const { upKbps, downKbps } = speedOf(row);
  const said = arp === null ? {} : { arp };
  const openMs = openMsOf(row, now);
  return { id, routerId, rev, spec: { kind: "device", ...fixed, upKbps, downKbps, openMs, ...said } };
}
