import type { Subject } from "../../contract/values/subject.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { buyerPhone } from "./buyer-phone.ts";
import { hotspotUserUpdate } from "./grant.ts";
import { idsOfPurchase } from "./purchase-id.ts";

export const movesPerDay = 5;

/** One change of a purchase's devices. It is decided on what was read: `rev` says which reading that was. */
export type Move = {
  /** New for every try, so that a row with this id was written by this try. */
  id: string;
  entitlementId: string;
  rev: number;
  /** The device that leaves; null: none does. */
  fromSubject: Subject | null;
  /** Empty: none comes. */
  toSubject: Subject | "";
  toRouterId: string;
  by: "receipt" | "voucher" | "recovery" | "provider" | "buyer" | "roam";
  buyer: Buyer;
  /** What must hold besides, over the purchase's row. */
  onlyIf?: Sql;
  at: number;
};

/** Whose purchase it is afterwards: the claimant's, the claimant's unless somebody owns it, or as before. */
export type Buyer = { hash: string | null; becomes: "always" | "if-nobody" | "never" };

const boughtBy = ({ becomes, hash }: Buyer): Sql =>
  becomes === "always"
    ? sql`coalesce(${hash}, buyer_hash)`
    : becomes === "if-nobody"
      ? sql`coalesce(buyer_hash, ${hash})`
      : sql`buyer_hash`;

/** Everything else of the batch acts only for the move that was written. */
const won = (moveId: string): Sql => sql`EXISTS (SELECT 1 FROM moves WHERE id = ${moveId})`;

/** Those that count: a device lost its place. */
function countOfDay(entitlementId: string, now: number): Sql {
  const [first, end] = idsOfPurchase(entitlementId);
  return sql`SELECT count(*) FROM moves WHERE moves.entitlement_id >= ${first} AND moves.entitlement_id < ${end}
    AND moves.from_subject IS NOT NULL AND moves.at > ${now - dayMs}`;
}

/**
 * Where it goes on is still open: to another device than the one on its way. That one loses its place then, which counts as any move does.
 * Nothing is returned where none is open, or the day's moves are used up.
 */
export function redirectStatement(
  entitlementId: string,
  { toSubject, toRouterId, by, at }: Pick<Move, "toSubject" | "toRouterId" | "by" | "at">,
): Sql<{ id: string }> {
  return sql<{
    id: string;
  }>`UPDATE moves SET to_subject = ${toSubject}, to_router_id = ${toRouterId}, "by" = ${by},
      from_subject = CASE WHEN to_subject = ${toSubject} THEN from_subject ELSE coalesce(from_subject, to_subject) END
    WHERE entitlement_id = ${entitlementId} AND done_at IS NULL
      AND (from_subject IS NOT NULL OR to_subject = ${toSubject} OR (${countOfDay(entitlementId, at)}) < ${movesPerDay})
    RETURNING id`;
}

/** Only if the purchase is still as it was read: of many one is written. @param doneAt null: when the old router let go */
function moveStatement(move: Move, toEntitlementId: string, doneAt: number | null): Sql {
  return sql`INSERT INTO moves (id, entitlement_id, to_entitlement_id, from_subject, to_subject,
      from_router_id, to_router_id, "by", at, done_at)
    SELECT ${move.id}, id, ${toEntitlementId}, ${move.fromSubject}, ${move.toSubject}, router_id,
      ${move.toRouterId}, ${move.by}, ${move.at}, ${doneAt} FROM entitlements
    WHERE id = ${move.entitlementId} AND rev = ${move.rev}
      AND state IN ('waiting', 'running') AND (ends_at IS NULL OR ends_at > ${move.at})
      AND (${countOfDay(move.entitlementId, move.at)})
        < CASE WHEN ${move.fromSubject} IS NULL THEN 1000000 ELSE ${movesPerDay} END
      AND (${move.onlyIf ?? sql`1`})`;
}

function readBack({ id }: Move): Sql {
  return sql`SELECT id FROM moves WHERE id = ${id}`;
}

/** How often, and when the first of the last day was, so that somebody can be told when to try again. */
export async function movesOfDay(
  db: TenantDb,
  entitlementId: string,
  now: number,
): Promise<{ count: number; first: number }> {
  const [start, end] = idsOfPurchase(entitlementId);
  const row = await db.first(
    sql<{ count: number; first: number | null }>`SELECT count(*) AS count, min(at) AS first FROM moves
      WHERE entitlement_id >= ${start} AND entitlement_id < ${end}
        AND from_subject IS NOT NULL AND at > ${now - dayMs}`,
  );
  return { count: row?.count ?? 0, first: row?.first ?? now };
}

/** The device that leaves, if one does. */
function leavingStatements({ id, entitlementId, fromSubject, at }: Move): Sql[] {
  if (fromSubject === null) return [];
  return [
    sql`UPDATE devices SET detached_at = ${at}
      WHERE entitlement_id = ${entitlementId} AND subject = ${fromSubject}
        AND ${won(id)}`,
    sql`UPDATE hotspot_users SET entitlement_id = (SELECT entitlement_id FROM devices
        WHERE subject = ${fromSubject} AND detached_at IS NULL
        ORDER BY attached_at DESC LIMIT 1)
      WHERE subject = ${fromSubject} AND entitlement_id = ${entitlementId}
        AND ${won(id)}`,
  ];
}

/** One device leaves the others, who stay. */
export function removeStatements(move: Move): Sql[] {
  const { id, entitlementId, fromSubject, at } = move;
  return [
    moveStatement(move, entitlementId, at),
    ...leavingStatements(move),
    sql`UPDATE entitlements SET subject = CASE WHEN subject = ${fromSubject} THEN (SELECT subject FROM devices
          WHERE entitlement_id = ${entitlementId} AND detached_at IS NULL
          ORDER BY attached_at, subject LIMIT 1) ELSE subject END,
        rev = rev + 1, updated_at = ${at}
      WHERE id = ${entitlementId} AND ${won(id)}`,
    readBack(move),
  ];
}

/** The purchase stays at its router (or waits for its device): one leaves if it must, the other comes, one rev. */
export function hereStatements(move: Move): Sql[] {
  const { id, entitlementId, fromSubject, toSubject, toRouterId, buyer, at } = move;
  return [
    moveStatement(move, entitlementId, at),
    ...leavingStatements(move),
    sql`INSERT INTO devices (entitlement_id, subject, attached_at)
      SELECT entitlement_id, to_subject, at FROM moves
      WHERE id = ${id}
      ON CONFLICT (entitlement_id, subject) DO UPDATE
      SET attached_at = excluded.attached_at, detached_at = NULL`,
    sql`INSERT INTO hotspot_users (subject, router_id, phone, entitlement_id, first_seen_at,
        last_seen_at)
      SELECT ${toSubject}, ${toRouterId},
        ${buyerPhone}, id,
          ${at}, ${at}
      FROM entitlements WHERE id = ${entitlementId} AND ${won(id)}
      ${hotspotUserUpdate}`,
    sql`UPDATE entitlements SET subject = CASE WHEN subject IS NULL OR subject = ${fromSubject} THEN ${toSubject} ELSE subject END,
        router_id = ${toRouterId}, buyer_hash = ${boughtBy(buyer)}, rev = rev + 1, updated_at = ${at}
      WHERE id = ${entitlementId} AND ${won(id)}`,
    readBack(move),
  ];
}

/** The purchase goes to another router: here it ends, under this rev, before it goes on there. */
export function leaveStatements(move: Move, successorId: string): Sql[] {
  return [
    moveStatement(move, successorId, null),
    sql`UPDATE entitlements SET state = 'moved', end_reason = 'moved', ended_at = ${move.at},
        updated_at = ${move.at}, rev = rev + 1, buyer_hash = ${boughtBy(move.buyer)}
      WHERE id = ${move.entitlementId} AND ${won(move.id)}`,
    readBack(move),
  ];
}
