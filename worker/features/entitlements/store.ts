import type { Subject } from "../../contract/values/subject.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import type { EntitlementRecord } from "./desired-state.ts";
import { idsOfPurchase } from "./purchase-id.ts";

/** Explicit ends stay in a bridge's sync this long. */
const endedKeptMs = 7 * dayMs;

const columns = sql`e.id, e.router_id AS routerId, e.rev,
    e.created_at AS createdAt, e.subject, e.state,
  e.terms, e.started_at AS startedAt, e.ends_at AS endsAt, e.used_bytes AS usedBytes, e.top_up_bytes AS topUpBytes,
  e.attached_subjects AS subjects`;

export type HeldRow = Omit<EntitlementRecord, "providerId" | "subjects" | "terms"> & {
  subject: Subject | null;
  subjects: string | null;
  terms: string;
  topUpBytes: number;
};

/** Who is attached, joined. */
const attachedSubjects = sql`(SELECT group_concat(subject) FROM (SELECT devices.subject FROM devices
  WHERE devices.entitlement_id = entitlements.id
    AND devices.detached_at IS NULL
  ORDER BY devices.attached_at, devices.subject)) AS attached_subjects`;

// The same words as the partial index of live purchases has: without them the whole history would be read.
const isLive = sql`entitlements.state IN ('waiting', 'running', 'cut_off')`;
const isOver = sql`entitlements.state IN ('ended', 'moved', 'lapsed')`;

/** @param from FROM and WHERE of the entitlements that are wanted */
const selectHeld = (from: Sql): Sql<HeldRow> =>
  sql<HeldRow>`SELECT ${columns} FROM (SELECT entitlements.*, ${attachedSubjects} ${from}) e`;

function held({ providerId }: TenantDb, row: HeldRow): EntitlementRecord {
  const { subject, subjects, terms, topUpBytes, ...rest } = row;
  const attached = (subjects ?? "").split(",").filter((part) => part !== "") as Subject[];
  return {
    ...rest,
    providerId,
    subjects: attached.length > 0 ? attached : subject ? [subject] : [],
    terms: withTopUps(JSON.parse(terms) as Terms, topUpBytes),
  };
}

/** What was sold, with what was bought for it since. */
export function withTopUps(terms: Terms, topUpBytes: number): Terms {
  return terms.dataBytes === null ? terms : { ...terms, dataBytes: terms.dataBytes + topUpBytes };
}

export async function heldById(db: TenantDb, ids: readonly string[]): Promise<EntitlementRecord[]> {
  return ids.length === 0 ? [] : readHeld(db, heldByIdStatement(ids));
}

function heldByIdStatement(ids: readonly string[]): Sql<HeldRow> {
  return selectHeld(sql`FROM entitlements
    WHERE entitlements.id IN ${among(ids)}`);
}

/** One transaction, and these purchases as it leaves them. */
export async function changeHeld(
  db: TenantDb,
  statements: readonly Sql[],
  ids: readonly string[],
): Promise<EntitlementRecord[]> {
  if (ids.length === 0) {
    await db.batch(statements);
    return [];
  }
  const answers = await db.batch([...statements, heldByIdStatement(ids)]);
  return (answers.at(-1) as HeldRow[]).map((row) => held(db, row));
}

async function readHeld(db: TenantDb, statement: Sql<HeldRow>): Promise<EntitlementRecord[]> {
  return (await db.all<HeldRow>(statement)).map((row) => held(db, row));
}

/** The id under which a purchase goes on. @param id any that it ever had */
export function newestOf(id: string): Sql {
  const [first, end] = idsOfPurchase(id);
  return sql`(SELECT id FROM entitlements WHERE id >= ${first} AND id < ${end}
    ORDER BY length(id) DESC, id DESC LIMIT 1)`;
}

/** The purchase under the id that it goes on as: one that moved to another router has a successor. */
export async function heldNow(db: TenantDb, id: string): Promise<EntitlementRecord | null> {
  const [first, end] = idsOfPurchase(id);
  const all = selectHeld(
    sql`FROM entitlements WHERE entitlements.id >= ${first} AND entitlements.id < ${end}`,
  );
  const [row] = await readHeld(db, sql<HeldRow>`${all} ORDER BY length(e.id) DESC, e.id DESC LIMIT 1`);
  return row ?? null;
}

/** What lives, and what ended within a week: two queries with an index each. Its rows are read by `heldFrom`. */
export function heldAtRouters(routerIds: readonly string[], now: number): Sql<HeldRow> {
  const ofRouters = sql`FROM entitlements
    WHERE entitlements.subject IS NOT NULL
      AND entitlements.router_id IN ${among(routerIds)}`;
  const live = selectHeld(sql`${ofRouters} AND ${isLive}`);
  const ended = selectHeld(sql`${ofRouters} AND ${isOver} AND entitlements.ended_at > ${now - endedKeptMs}`);
  return sql<HeldRow>`${live} UNION ALL ${ended}`;
}

export async function heldByRouters(
  db: TenantDb,
  routerIds: readonly string[],
  now: number,
): Promise<EntitlementRecord[]> {
  return readHeld(db, heldAtRouters(routerIds, now));
}

export function heldFrom(db: TenantDb, rows: readonly HeldRow[]): EntitlementRecord[] {
  return rows.map((row) => held(db, row));
}

/** The live purchases that a device is attached to, oldest first: the first of them runs, the others queue. */
export async function heldByDevice(db: TenantDb, subject: Subject): Promise<EntitlementRecord[]> {
  const attached = selectHeld(sql`FROM devices JOIN entitlements
      ON entitlements.id = devices.entitlement_id
    WHERE devices.subject = ${subject} AND devices.detached_at IS NULL
      AND ${isLive}`);
  return readHeld(db, sql<HeldRow>`${attached} ORDER BY e.created_at, e.id`);
}

/** What this device has or had at this router, newest first. */
export async function heldLately(
  db: TenantDb,
  { subject, routerId }: { subject: Subject; routerId: string },
): Promise<EntitlementRecord[]> {
  const attached = selectHeld(sql`FROM devices JOIN entitlements
      ON entitlements.id = devices.entitlement_id
    WHERE devices.subject = ${subject} AND devices.detached_at IS NULL
      AND entitlements.router_id = ${routerId} AND entitlements.state <> 'moved'`);
  return readHeld(db, sql<HeldRow>`${attached} ORDER BY e.created_at DESC, e.id DESC LIMIT 20`);
}

export async function heldByBuyer(
  db: TenantDb,
  buyerHash: string,
  now: number,
): Promise<EntitlementRecord[]> {
  const bought = selectHeld(sql`FROM entitlements
    WHERE entitlements.buyer_hash = ${buyerHash}
      AND entitlements.state IN ('waiting', 'running')
      AND (entitlements.ends_at IS NULL OR entitlements.ends_at > ${now})`);
  return readHeld(db, sql<HeldRow>`${bought} ORDER BY e.created_at DESC, e.id LIMIT 20`);
}

export async function heldElsewhere(
  db: TenantDb,
  { buyerHash, subject, now, limit }: { buyerHash: string; subject: Subject; now: number; limit: number },
): Promise<EntitlementRecord[]> {
  const elsewhere = selectHeld(sql`FROM entitlements
    WHERE entitlements.buyer_hash = ${buyerHash}
      AND entitlements.state IN ('waiting', 'running') AND entitlements.subject IS NOT NULL
      AND (entitlements.ends_at IS NULL OR entitlements.ends_at > ${now})
      AND NOT EXISTS (SELECT 1 FROM devices WHERE devices.entitlement_id = entitlements.id
        AND devices.subject = ${subject} AND devices.detached_at IS NULL)`);
  return readHeld(db, sql<HeldRow>`${elsewhere} ORDER BY e.created_at DESC, e.id LIMIT ${limit}`);
}
