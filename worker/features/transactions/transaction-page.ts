import type { PaymentReason } from "../../contract/payments.ts";
import type { GatewayType } from "../../contract/values/gateway-types.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { joined, Sql, sql, whereAll } from "../../db/sql.ts";
import { activationOf, isNotLetOut, wasLetOut } from "./activation.ts";
import type { Search } from "./transaction-search.ts";

// The list of transactions: payments and redeemed vouchers as one, newest first. Each kind is read along its index and
// the two are merged as they come, so the first page costs a page; pages far behind walk over index entries, not rows.

export type Filter = {
  status?: "completed" | "pending" | "failed" | undefined;
  type?: "payment" | "voucher" | undefined;
  activation?: "open" | "done" | undefined;
  routerId?: string | undefined;
  /** UTC ms, `end` exclusive: when money came in, else when it was asked for. */
  start?: number | undefined;
  end?: number | undefined;
  /** No payment of the range was begun before. */
  since?: number | undefined;
  only?: { paymentId: string } | { redemptionId: string } | undefined;
};

export type TransactionRow = {
  type: "payment" | "voucher";
  /** Of a payment; a voucher's is made from `redemptionId`. */
  id: string | null;
  redemptionId: string | null;
  status: "pending" | "completed" | "failed";
  phone: string | null;
  cents: number;
  at: number;
  planName: string;
  routerId: string | null;
  subject: Subject | null;
  method: GatewayType | "voucher";
  receipt: string | null;
  reason: PaymentReason | null;
  activation: "none" | "open" | "done";
  entitlementId: string | null;
  centralAccount: string | null;
  refundedCents: number;
  topUpBytes: number | null;
};

/** In the order in which the page's statement names them. */
export const transactionColumns = [
  ...([
    "type",
    "at",
    "id",
    "redemptionId",
    "status",
    "phone",
    "cents",
    "planName",
    "routerId",
    "subject",
  ] as const),
  ...([
    "method",
    "receipt",
    "reason",
    "entitlementId",
    "activation",
    "centralAccount",
    "refundedCents",
    "topUpBytes",
  ] as const),
];

type PageQuery = { page: Sql; total: Sql<{ total: number }> };

/** Null where there can be none. @param now UTC ms */
export function pageQuery(
  filter: Filter,
  search: Search | null,
  { limit, offset, now }: { limit: number; offset: number; now: number },
): PageQuery | null {
  const wherePayments = paymentsWhere(filter, search, now);
  const whereVouchers = vouchersWhere(filter, search, now);
  // The few that are open are looked up one by one: read along the index, all payments would be passed to find them.
  const begun = filter.activation === "open" ? sql`+payments.created_at` : sql`payments.created_at`;
  // Each with all columns of its index in their order: so it comes sorted, equal moments included.
  const kinds = [
    wherePayments &&
      sql`SELECT 'payment' AS type, ${begun} AS at, payments.phone AS who, payments.subject AS what,
        payments.id AS place ${wherePayments}`,
    whereVouchers &&
      sql`SELECT 'voucher' AS type, vouchers.used_at AS at, vouchers.used_by AS who, vouchers.code AS what,
        vouchers.rowid AS place ${whereVouchers}`,
  ].filter((kind) => kind !== null);
  if (kinds.length === 0) return null;
  const counts = [wherePayments, whereVouchers].flatMap((where) =>
    where === null ? [] : [sql`(SELECT count(*) ${where})`],
  );
  const { status: _status, type: _type, ...others } = filter;
  const isTallied = search === null && Object.values(others).every((value) => value === undefined);
  const page = sql`WITH ${search ? sql`${search.found},` : sql``} page AS (${joined(kinds, " UNION ALL ")}
      ORDER BY at DESC, who DESC, what DESC, place DESC LIMIT ${limit} OFFSET ${offset})
    SELECT page.type, page.at, ${columns(now)} FROM page
    LEFT JOIN payments ON page.type = 'payment' AND payments.id = page.place
    LEFT JOIN vouchers ON page.type = 'voucher' AND vouchers.rowid = page.place
    ORDER BY page.at DESC, page.who DESC, page.what DESC, page.place DESC`;
  const total = sql<{
    total: number;
  }>`${search ? sql`WITH ${search.found}` : sql``} SELECT ${plus(counts)} AS total`;
  return { page, total: isTallied ? talliedTotal(filter) : total };
}

const plus = (parts: readonly Sql[]): Sql => parts.reduce((sum, part) => sql`${sum} + ${part}`);

type Conditions = readonly (Sql | false | null | undefined | "")[];
const all = (first: Sql, conditions: Conditions): Sql =>
  sql`${first} ${whereAll(conditions.filter((condition) => condition instanceof Sql))}`;

function paymentsWhere(filter: Filter, search: Search | null, now: number): Sql | null {
  const { status, type, activation, routerId, start, end, since, only } = filter;
  if (type === "voucher" || (only && !("paymentId" in only))) return null;
  if (activation && status && status !== "completed") return null;
  const counted = sql`coalesce(payments.completed_at, payments.created_at)`;
  const by =
    status === "pending" ? sql`INDEXED BY payments_open` : search?.isFound ? sql`NOT INDEXED` : sql``;
  return all(sql`FROM payments ${by}`, [
    status === "pending" && sql`payments.status = 'pending'`,
    status === "completed" && sql`payments.status = 'completed'`,
    status === "failed" && sql`payments.status = 'failed'`,
    routerId && sql`payments.router_id = ${routerId}`,
    activation === "open" && isNotLetOut.payment(now),
    activation === "done" && sql`payments.status = 'completed' AND ${wasLetOut.payment(now)}`,
    since !== undefined && sql`payments.created_at >= ${since}`,
    start !== undefined && sql`${counted} >= ${start}`,
    end !== undefined && sql`payments.created_at < ${end} AND ${counted} < ${end}`,
    search?.payments,
    only && sql`payments.id = ${only.paymentId}`,
  ]);
}

function vouchersWhere(filter: Filter, search: Search | null, now: number): Sql | null {
  const { status, type, activation, routerId, start, end, only } = filter;
  if (type === "payment" || (only && !("redemptionId" in only))) return null;
  if (status && status !== "completed") return null;
  return all(sql`FROM vouchers`, [
    sql`vouchers.used_at IS NOT NULL`,
    routerId && sql`vouchers.router_id = ${routerId}`,
    activation === "open" && isNotLetOut.voucher(now),
    activation === "done" && wasLetOut.voucher(now),
    start !== undefined && sql`vouchers.used_at >= ${start}`,
    end !== undefined && sql`vouchers.used_at < ${end}`,
    search?.vouchers,
    only && sql`vouchers.redemption_id = ${only.redemptionId}`,
  ]);
}

const columns = (now: number): Sql => sql`payments.id, vouchers.redemption_id AS redemptionId,
  coalesce(payments.status, 'completed') AS status,
  payments.phone, coalesce(payments.amount_cents, json_extract(vouchers.terms, '$.priceCents')) AS cents,
  json_extract(coalesce(payments.terms, vouchers.terms), '$.planName') AS planName,
  coalesce(payments.router_id, vouchers.router_id) AS routerId,
    coalesce(payments.subject, vouchers.used_by) AS subject, coalesce(payments.method, 'voucher') AS method,
    coalesce(payments.receipt, vouchers.code) AS receipt, payments.reason,
  payments.entitlement_id AS entitlementId, payments.central_account AS centralAccount,
  coalesce(payments.refunded_cents, 0) AS refundedCents,
  CASE WHEN page.type = 'voucher' THEN ${activationOf.voucher(now)}
    WHEN payments.status = 'completed' THEN ${activationOf.payment(now)} ELSE 'none' END AS activation,
  CASE WHEN payments.top_up_of IS NOT NULL THEN json_extract(payments.terms, '$.dataBytes') END AS topUpBytes`;

/** Open ones are few, and not tallied: an index holds them. */
export const countPending = sql`SELECT count(*) FROM payments WHERE status = 'pending'`;

/** The number of all rows by the tallies, for a list that is narrowed by status or type alone. */
function talliedTotal({ status, type }: Filter): Sql<{ total: number }> {
  const ended = sql`(SELECT coalesce(sum(count), 0) FROM payment_tallies
    ${status ? sql`WHERE status = ${status}` : sql``})`;
  const pending = sql`(${countPending})`;
  const payments = status === "pending" ? pending : status ? ended : plus([ended, pending]);
  const vouchers = sql`(SELECT coalesce(sum(count), 0) FROM voucher_daily)`;
  const hasVouchers = type !== "payment" && (!status || status === "completed");
  const parts = [...(type === "voucher" ? [] : [payments]), ...(hasVouchers ? [vouchers] : [])];
  return sql<{ total: number }>`SELECT ${plus(parts)} AS total`;
}
