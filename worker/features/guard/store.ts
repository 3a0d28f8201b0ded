import type { Text } from "../../contract/texts.ts";
import { isOpenAt, windowsOf } from "../../contract/values/open-hours.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { dayMs } from "../../contract/values/time.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { sha256 } from "../../keys.ts";
import { heldByRouters } from "../entitlements/index.ts";
import type { RouterLook } from "./ask-routers.ts";
import { graceMs, type Leak, type LeakKind, type Sold } from "./judge-access.ts";

/** What a leak was at its router, as it was last seen. */
export type LeakDetail = Pick<Leak, "row" | "print" | "about">;

/** As it is kept. `allowed…` null: it is not let be, or was another one then. */
export type KeptLeak = {
  id: string;
  routerId: string;
  kind: LeakKind;
  name: string;
  subject: Subject | null;
  detail: string;
  isOnline: number;
  cents: number;
  foundAt: number;
  allowedAt: number | null;
  allowedBy: string | null;
  note: string | null;
};

export const detailOf = ({ detail }: Pick<KeptLeak, "detail">): LeakDetail =>
  JSON.parse(detail) as LeakDetail;

/** The same thing has the same id at each look. */
const idOf = ({ routerId, kind, name }: Leak): string => sha256(`${routerId} ${kind} ${name}`).slice(0, 32);

/** What was sold for these routers and lives, or ended within a week. */
/** Names of customers' lines, in small letters, by their router. */
export async function linesAt(db: TenantDb): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.all(
    sql<{ routerId: string; login: string }>`SELECT router_id AS routerId, login_small AS login FROM lines
      WHERE closed_at IS NULL`,
  );
  const byRouter = Map.groupBy(rows, ({ routerId }) => routerId);
  return new Map([...byRouter].map(([id, own]) => [id, new Set(own.map(({ login }) => login))]));
}

export async function soldAt(db: TenantDb, routerIds: readonly string[], now: number): Promise<Sold[]> {
  const [held, rows] = await Promise.all([
    heldByRouters(db, routerIds, now),
    db.all(
      sql<{
        id: string;
        changedAt: number;
        source: string;
      }>`SELECT id, source, updated_at AS changedAt FROM entitlements
        WHERE state IN ('waiting', 'running', 'cut_off')
        UNION ALL SELECT id, source, updated_at FROM entitlements
        WHERE router_id IN ${among(routerIds)} AND ended_at > ${now - 7 * dayMs}`,
    ),
  ]);
  const more = new Map(rows.map((row) => [row.id, row]));
  return held.map(({ id, routerId, subjects, state, endsAt, createdAt, terms, usedBytes }) => {
    const { changedAt = createdAt, source } = more.get(id) ?? {};
    const isOpen = (at: number) => terms.hours === undefined || isOpenAt(windowsOf(terms.hours), at);
    return {
      id,
      routerId,
      subjects,
      state,
      endsAt,
      changedAt,
      isOpen: isOpen(now) && isOpen(now - graceMs.let),
      isUsedUp: terms.dataBytes !== null && usedBytes >= terms.dataBytes,
      cents: source === "payment" || source === "voucher" ? terms.priceCents : 0,
    };
  });
}

/** What a look found takes the place of what the last one did, router by router; one that was not looked at keeps its own. */
export function keepLeaks(looks: readonly RouterLook[], leaks: readonly Leak[], now: number): Sql[] {
  const all = among(looks.map(({ routerId }) => routerId));
  const looked = among(looks.flatMap(({ routerId, facts }) => (facts ? [routerId] : [])));
  const rows = leaks.map((leak) => {
    const { row, print, about } = leak;
    return {
      ...leak,
      id: idOf(leak),
      isOnline: Number(leak.isOnline),
      detail: JSON.stringify({ row, print, about }),
    };
  });
  const routers = looks.map(({ routerId, facts, hindrance }) => ({
    routerId,
    left: facts?.left ?? 0,
    hindrance: hindrance && JSON.stringify(hindrance),
  }));
  return [
    sql`DELETE FROM leaks WHERE router_id NOT IN ${all}
      OR router_id IN ${looked} AND id NOT IN ${among(rows.map(({ id }) => id))}`,
    sql`INSERT INTO leaks (id, router_id, kind, name, subject, detail, is_online, cents, found_at, seen_at)
      SELECT value ->> 'id', value ->> 'routerId', value ->> 'kind', value ->> 'name', value ->> 'subject',
        value ->> 'detail', value ->> 'isOnline', value ->> 'cents', ${now}, ${now}
      FROM json_each(${JSON.stringify(rows)}) WHERE true
      ON CONFLICT (id) DO UPDATE SET detail = excluded.detail, is_online = excluded.is_online,
        cents = excluded.cents, seen_at = excluded.seen_at`,
    sql`DELETE FROM allowed_leaks WHERE EXISTS (SELECT 1 FROM leaks
      WHERE leaks.id = allowed_leaks.id AND leaks.detail ->> 'print' <> allowed_leaks.print)`,
    sql`DELETE FROM leak_routers WHERE router_id NOT IN ${all}`,
    sql`INSERT INTO leak_routers (router_id, at, hindrance, left)
      SELECT value ->> 'routerId', ${now}, value ->> 'hindrance', value ->> 'left'
      FROM json_each(${JSON.stringify(routers)}) WHERE true
      ON CONFLICT (router_id) DO UPDATE SET at = iif(excluded.hindrance IS NULL, excluded.at, leak_routers.at),
        hindrance = excluded.hindrance, left = excluded.left`,
  ];
}

/** Undecided ones first, then those that were let be. */
export const leaksStatement = (and = sql``): Sql<KeptLeak> =>
  sql<KeptLeak>`SELECT leaks.id, leaks.router_id AS routerId, leaks.kind, leaks.name, leaks.subject, leaks.detail,
      leaks.is_online AS isOnline, leaks.cents, leaks.found_at AS foundAt,
      allowed_leaks.at AS allowedAt, allowed_leaks.by AS allowedBy, allowed_leaks.note AS note
    FROM leaks LEFT JOIN allowed_leaks
      ON allowed_leaks.id = leaks.id AND allowed_leaks.print = leaks.detail ->> 'print'
    WHERE true ${and}
    ORDER BY allowed_leaks.at IS NOT NULL, leaks.kind <> 'kept_out', leaks.is_online DESC, leaks.found_at DESC, leaks.id
    LIMIT 2000`;

export type KeptLook = {
  day: string;
  at: number;
  looked: number;
  unlooked: number;
  found: number;
  unpaidOnline: number;
  takenCents: number;
  lostCents: number;
  statement: "agrees" | "differs" | "waiting" | "missing";
};

export const looksStatement = (): Sql<KeptLook> =>
  sql<KeptLook>`SELECT day, at, looked, unlooked, found, unpaid_online AS unpaidOnline, taken_cents AS takenCents,
      lost_cents AS lostCents, statement
    FROM leak_looks ORDER BY day DESC LIMIT 31`;

export type KeptRouter = { routerId: string; at: number; hindrance: string | null; left: number };

export const routersStatement = (): Sql<KeptRouter> =>
  sql<KeptRouter>`SELECT router_id AS routerId, at, hindrance, left FROM leak_routers`;

export const hindranceOf = ({ hindrance }: KeptRouter): Text | "" =>
  hindrance === null ? "" : (JSON.parse(hindrance) as Text);

/** What was found and is not let be. */
const open = sql`FROM leaks WHERE NOT EXISTS (SELECT 1 FROM allowed_leaks WHERE allowed_leaks.id = leaks.id)`;
const openCount = sql`(SELECT count(*) ${open})`;
const unpaidOnlineCount = sql`(SELECT count(*) ${open} AND is_online AND kind <> 'kept_out')`;

/** Counted as it stands after `keepLeaks`. */
export function keepLook(look: Omit<KeptLook, "found" | "unpaidOnline" | "at">, now: number): Sql {
  const { day, looked, unlooked, takenCents, lostCents, statement } = look;
  return sql`INSERT INTO leak_looks
      (day, at, looked, unlooked, found, unpaid_online, taken_cents, lost_cents, statement)
    SELECT ${day}, ${now}, ${looked}, ${unlooked}, ${openCount}, ${unpaidOnlineCount}, ${takenCents}, ${lostCents}, ${statement}
    WHERE true
    ON CONFLICT (day) DO UPDATE SET at = excluded.at, looked = excluded.looked,
      unlooked = excluded.unlooked, found = excluded.found, unpaid_online = excluded.unpaid_online,
      taken_cents = excluded.taken_cents, lost_cents = excluded.lost_cents, statement = excluded.statement`;
}

/** After one was let be or ended: the last look counts what is left. */
export const countAgain = (): Sql =>
  sql`UPDATE leak_looks SET found = ${openCount}, unpaid_online = ${unpaidOnlineCount}
    WHERE day = (SELECT max(day) FROM leak_looks)`;
