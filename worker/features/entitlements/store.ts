import type { Terms } from "../../db/schema/tenant.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import type { HeldEntitlement } from "./desired-state.ts";
import { idsOfPurchase } from "./purchase-id.ts";

/** Explicit ends stay in a bridge's sync this long. */
const endedKeptMs = 7 * 86_400_000;

const columns = `e.id, e.provider_id AS providerId, e.router_id AS routerId, e.rev, e.created_at AS createdAt, e.mac, e.state,
  e.terms, e.started_at AS startedAt, e.ends_at AS endsAt, e.used_bytes AS usedBytes, e.phone_macs AS macs`;

type Row = Omit<HeldEntitlement, "macs" | "terms"> & {
  mac: string | null;
  macs: string | null;
  terms: string;
};

/** The addresses of the devices that are attached, joined inside one provider. */
const phoneMacs = `(SELECT group_concat(mac) FROM (SELECT devices.mac FROM devices
  WHERE devices.provider_id = ?1 AND devices.entitlement_id = entitlements.id AND devices.detached_at IS NULL
  ORDER BY devices.attached_at, devices.mac)) AS phone_macs`;

// The same words as the partial index of live purchases has: without them the whole history would be read.
const isLive = "entitlements.state IN ('waiting', 'running', 'cut_off')";
const isOver = "entitlements.state IN ('ended', 'moved', 'lapsed')";

/** @param from FROM and WHERE of the entitlements that are wanted */
const selectHeld = (from: string) => `SELECT ${columns} FROM (SELECT entitlements.*, ${phoneMacs} ${from}) e`;

function held(row: Row): HeldEntitlement {
  const { mac, macs, terms, ...rest } = row;
  const attached = (macs ?? "").split(",").filter((part) => part !== "");
  return {
    ...rest,
    macs: attached.length > 0 ? attached : mac ? [mac] : [],
    terms: JSON.parse(terms) as Terms,
  };
}

export async function heldById(db: TenantDb, ids: readonly string[]): Promise<HeldEntitlement[]> {
  if (ids.length === 0) return [];
  const of = "FROM entitlements WHERE entitlements.provider_id = ?1";
  const sql = selectHeld(`${of} AND entitlements.id IN (SELECT value FROM json_each(?2))`);
  return readHeld(db, db.statement(sql, JSON.stringify(ids)));
}

async function readHeld(db: TenantDb, statement: Statement): Promise<HeldEntitlement[]> {
  return (await db.all<Row>(statement)).map(held);
}

/** The purchase under the id that it goes on as: one that moved to another router has a successor. */
export async function heldNow(db: TenantDb, id: string): Promise<HeldEntitlement | null> {
  const of = "FROM entitlements WHERE entitlements.provider_id = ?1";
  const all = selectHeld(`${of} AND entitlements.id >= ?2 AND entitlements.id < ?3`);
  const newest = `${all} ORDER BY length(e.id) DESC, e.id DESC LIMIT 1`;
  const [row] = await readHeld(db, db.statement(newest, ...idsOfPurchase(id)));
  return row ?? null;
}

/**
 * Everything a bridge shall hold for these routers: what lives, and what ended within a week. Two queries in one, so that
 * each has its index; the plus keeps the planner from reading everything of the provider by the primary key.
 */
export async function heldByRouters(
  db: TenantDb,
  routerIds: readonly string[],
  now: number,
): Promise<HeldEntitlement[]> {
  const ofRouters = `FROM entitlements WHERE +entitlements.provider_id = ?1 AND entitlements.mac IS NOT NULL
    AND entitlements.router_id IN (SELECT value FROM json_each(?2))`;
  const live = selectHeld(`${ofRouters} AND ${isLive}`);
  const ended = selectHeld(`${ofRouters} AND ${isOver} AND entitlements.ended_at > ?3`);
  const both = `${live} UNION ALL ${ended}`;
  return readHeld(db, db.statement(both, JSON.stringify(routerIds), now - endedKeptMs));
}

/** The live purchases that a device is attached to, oldest first: the first of them runs, the others queue. */
export async function heldByDevice(db: TenantDb, mac: string): Promise<HeldEntitlement[]> {
  const attached = selectHeld(`FROM devices JOIN entitlements
      ON entitlements.provider_id = ?1 AND entitlements.id = devices.entitlement_id
    WHERE devices.provider_id = ?1 AND devices.mac = ?2 AND devices.detached_at IS NULL AND ${isLive}`);
  return readHeld(db, db.statement(`${attached} ORDER BY e.created_at, e.id`, mac));
}

/** What this buyer's cookie bought that lives, newest first; some may still wait for their device. */
export async function heldByBuyer(db: TenantDb, buyerHash: string, now: number): Promise<HeldEntitlement[]> {
  const bought =
    selectHeld(`FROM entitlements WHERE entitlements.provider_id = ?1 AND entitlements.buyer_hash = ?2
      AND entitlements.state IN ('waiting', 'running')
      AND (entitlements.ends_at IS NULL OR entitlements.ends_at > ?3)`);
  return readHeld(db, db.statement(`${bought} ORDER BY e.created_at DESC, e.id LIMIT 20`, buyerHash, now));
}

/** What this buyer's cookie bought that lives on other devices than this one, newest first. */
export async function heldElsewhere(
  db: TenantDb,
  { buyerHash, mac, now, limit }: { buyerHash: string; mac: string; now: number; limit: number },
): Promise<HeldEntitlement[]> {
  const elsewhere =
    selectHeld(`FROM entitlements WHERE entitlements.provider_id = ?1 AND entitlements.buyer_hash = ?2
      AND entitlements.state IN ('waiting', 'running') AND entitlements.mac IS NOT NULL
      AND (entitlements.ends_at IS NULL OR entitlements.ends_at > ?4)
      AND NOT EXISTS (SELECT 1 FROM devices WHERE devices.provider_id = ?1
        AND devices.entitlement_id = entitlements.id AND devices.mac = ?3 AND devices.detached_at IS NULL)`);
  const newest = `${elsewhere} ORDER BY e.created_at DESC, e.id LIMIT ?5`;
  return readHeld(db, db.statement(newest, buyerHash, mac, now, limit));
}
