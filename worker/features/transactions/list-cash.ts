import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { CashBook, CashMove, listCash as listCashCall } from "../../contract/transactions.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import type { Role } from "../../contract/values/roles.ts";
import { joined, type Sql, sql, whereAll } from "../../db/sql.ts";
import { customersFound } from "../customers/index.ts";
import { routerNames } from "../routers/index.ts";
import { dayEnd, refuseBackwards } from "./day-range.ts";

// Cash has no row among the payments, which gateways brought: the payments page shows it beside them. What was undone is a row of its own on
// that day, as it is in the sales.

/** A list without paging is cut here. */
const mostRows = 1_000;

type Asked = z.output<typeof listCashCall.query>;
type Row = {
  id: string;
  at: number;
  isUndo: 0 | 1;
  cents: number;
  number: number;
  routerId: string;
  hand: string;
  note: string;
  isUndone: 0 | 1;
  account: string;
  name: string;
  phone: string;
};

/** Of a cashier today's alone: earlier cash stands in its customer's account. */
export async function listCash(
  ctx: Context,
  { providerId, reader }: { providerId: string; reader: Role },
  asked: Asked,
): Promise<CashBook> {
  const today = nairobiDay(ctx.now());
  const { from, to } = reader === "cashier" ? { from: today, to: today } : asked;
  if (from !== undefined && to !== undefined) refuseBackwards(from, to);
  const { page = 1, pageSize = mostRows } = asked;
  const moves = movesIn({ from, to, routerId: asked.routerId, q: asked.q?.trim() ?? "" });
  const [[[sums], rows], routers] = await Promise.all([
    ctx.tenant(providerId).batch([
      sql<{
        total: number;
        cents: number;
      }>`SELECT count(*) AS total, coalesce(sum(cents), 0) AS cents FROM (${moves})`,
      sql<Row>`${moves} ORDER BY at DESC, number DESC, isUndo DESC
        LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    ]),
    routerNames(ctx, providerId),
  ]);
  return {
    amount: shillings(sums?.cents ?? 0),
    total: sums?.total ?? 0,
    moves: rows.map((row) => moveOf(row, routers.get(row.routerId) ?? null)),
  };
}

type Days = { from?: string | undefined; to?: string | undefined };

function movesIn({ routerId, q, ...days }: Days & { routerId: string | undefined; q: string }): Sql<Row> {
  const where = (at: Sql, also: Sql) =>
    whereAll([
      also,
      ...(days.from === undefined ? [] : [sql`${at} >= ${dayStart(days.from)}`]),
      ...(days.to === undefined ? [] : [sql`${at} < ${dayEnd(days.to)}`]),
      ...(routerId === undefined ? [] : [sql`m.router_id = ${routerId}`]),
      ...(q === "" ? [] : [sql`(${joined([...customersFound(q), sql`m.number = ${numberIn(q)}`], " OR ")})`]),
    ]);
  const whose = sql`c.number AS account, c.name AS name, c.phone AS phone
    FROM customer_cash m JOIN customer_accounts c ON c.id = m.customer_id`;
  const named = sql`m.number AS number, m.router_id AS routerId`;
  return sql<Row>`SELECT m.id AS id, m.at AS at, 0 AS isUndo, m.cents AS cents, ${named}, m.taken_by_name AS hand,
      m.note AS note, m.undone_at IS NOT NULL AS isUndone, ${whose} ${where(sql`m.at`, sql`true`)}
    UNION ALL
    SELECT m.id AS id, m.undone_at AS at, 1 AS isUndo, -m.cents AS cents, ${named}, coalesce(m.undone_by_name, '') AS hand,
      coalesce(m.undone_why, '') AS note, 0 AS isUndone, ${whose}
      ${where(sql`m.undone_at`, sql`m.undone_at IS NOT NULL`)}`;
}

/** As it stands on a receipt, `No. 12`; 0 = none is sought. */
const numberIn = (q: string): number => Number(/^(?:no\.?\s*)?(\d{1,9})$/i.exec(q)?.[1] ?? 0);

function moveOf(row: Row, routerName: string | null): CashMove {
  const { id, at, isUndo, cents, number, hand, note, isUndone, account, name, phone } = row;
  return {
    id: isUndo === 1 ? `${id} undone` : id,
    at: new Date(at).toISOString(),
    kind: isUndo === 1 ? "undone" : cents < 0 ? "given-back" : "taken",
    amount: shillings(cents),
    receipt: number,
    by: hand,
    note,
    isUndone: isUndone === 1,
    customer: { number: account, name, phoneNumber: phone },
    routerName,
  };
}
