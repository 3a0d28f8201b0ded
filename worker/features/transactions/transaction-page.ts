import { activationOf, isNotLetOut, wasLetOut } from "./activation.ts";
import type { Bind, Search } from "./transaction-search.ts";

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
  status: string;
  phone: string | null;
  cents: number;
  at: number;
  planName: string;
  routerId: string | null;
  mac: string | null;
  method: "mpesa" | "airtel_money" | "bank" | "voucher";
  receipt: string | null;
  detail: string | null;
  activation: "none" | "open" | "done";
  entitlementId: string | null;
  centralAccount: string | null;
  refundedCents: number;
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
    "mac",
  ] as const),
  ...([
    "method",
    "receipt",
    "detail",
    "entitlementId",
    "activation",
    "centralAccount",
    "refundedCents",
  ] as const),
];

export type Query = { sql: string; values: (string | number)[] };
export type PageQuery = { page: Query; total: Query };

/** The same words as the partial index of open payments has. */
const isPending = "payments.status IN ('created', 'submitting', 'pending')";

/**
 * The statements of one page and of the number of all rows; null where there can be none.
 * @param now UTC ms
 */
export function pageQuery(
  filter: Filter,
  search: Search | null,
  { limit, offset, now }: { limit: number; offset: number; now: number },
): PageQuery | null {
  const values: (string | number)[] = [];
  const bind: Bind = (value) => `?${values.push(value) + 1}`;
  const at = bind(now);
  const wherePayments = paymentsWhere(filter, search, bind, at);
  const whereVouchers = vouchersWhere(filter, search, bind, at);
  // The few that are open are looked up one by one: read along the index, all payments would be passed to find them.
  const begun = filter.activation === "open" ? "+payments.created_at" : "payments.created_at";
  // Each with all columns of its index in their order: so it comes sorted, equal moments included.
  const kinds = [
    wherePayments &&
      `SELECT 'payment' AS type, ${begun} AS at, payments.phone AS who, payments.mac AS what, payments.rowid AS place
        ${wherePayments}`,
    whereVouchers &&
      `SELECT 'voucher' AS type, vouchers.used_at AS at, vouchers.used_by AS who, vouchers.code AS what,
        vouchers.rowid AS place ${whereVouchers}`,
  ].filter((kind) => kind !== null);
  if (kinds.length === 0) return null;
  const order = "ORDER BY at DESC, who DESC, what DESC, place DESC";
  const found = search?.found(bind);
  const counts = [wherePayments, whereVouchers].flatMap((where) =>
    where === null ? [] : [`(SELECT count(*) ${where})`],
  );
  const { status: _status, type: _type, ...others } = filter;
  const isTallied = search === null && Object.values(others).every((value) => value === undefined);
  // The moment is in every statement: a placeholder that is bound must be used.
  const total = {
    sql: `${found ? `WITH ${found} ` : ""}SELECT ${counts.join(" + ")} AS total, ${at} AS now`,
    values: [...values],
  };
  const page = `WITH ${found ? `${found}, ` : ""}page AS (${kinds.join(" UNION ALL ")} ${order} LIMIT ${bind(limit)} OFFSET ${bind(offset)})
    SELECT page.type, page.at, ${columns(at)} FROM page
    LEFT JOIN payments ON page.type = 'payment' AND payments.provider_id = ?1 AND payments.rowid = page.place
    LEFT JOIN vouchers ON page.type = 'voucher' AND vouchers.provider_id = ?1 AND vouchers.rowid = page.place
    ${order.replaceAll(/\b(at|who|what|place)\b/g, "page.$1")}`;
  return { page: { sql: page, values }, total: isTallied ? talliedTotal(filter) : total };
}

function paymentsWhere(filter: Filter, search: Search | null, bind: Bind, now: string): string | null {
  const { status, type, activation, routerId, start, end, since, only } = filter;
  if (type === "voucher" || (only && !("paymentId" in only))) return null;
  if (activation && status && status !== "completed") return null;
  const counted = "coalesce(payments.completed_at, payments.created_at)";
  const conditions = [
    status && (status === "pending" ? isPending : `payments.status = '${status}'`),
    routerId && `payments.router_id = ${bind(routerId)}`,
    activation === "open" && isNotLetOut.payment(now),
    activation === "done" && `payments.status = 'completed' AND ${wasLetOut.payment(now)}`,
    since !== undefined && `payments.created_at >= ${bind(since)}`,
    start !== undefined && `${counted} >= ${bind(start)}`,
    end !== undefined && `payments.created_at < ${bind(end)} AND ${counted} < ${bind(end)}`,
    search?.payments(bind),
    only && `payments.id = ${bind(only.paymentId)}`,
  ];
  const by = status === "pending" ? "INDEXED BY payments_open" : search?.isFound ? "NOT INDEXED" : "";
  const from = `FROM payments ${by}`;
  return [`${from} WHERE payments.provider_id = ?1`, ...conditions.filter(Boolean)].join(" AND ");
}

function vouchersWhere(filter: Filter, search: Search | null, bind: Bind, now: string): string | null {
  const { status, type, activation, routerId, start, end, only } = filter;
  if (type === "payment" || (only && !("redemptionId" in only))) return null;
  if (status && status !== "completed") return null;
  const conditions = [
    routerId && `vouchers.router_id = ${bind(routerId)}`,
    activation === "open" && isNotLetOut.voucher(now),
    activation === "done" && wasLetOut.voucher(now),
    start !== undefined && `vouchers.used_at >= ${bind(start)}`,
    end !== undefined && `vouchers.used_at < ${bind(end)}`,
    search?.vouchers(bind),
    only && `vouchers.redemption_id = ${bind(only.redemptionId)}`,
  ];
  const redeemed = "FROM vouchers WHERE vouchers.provider_id = ?1 AND vouchers.used_at IS NOT NULL";
  return [redeemed, ...conditions.filter(Boolean)].join(" AND ");
}

const columns = (now: string) => `payments.id, vouchers.redemption_id AS redemptionId,
  CASE WHEN page.type = 'voucher' THEN 'completed' WHEN ${isPending} THEN 'pending' ELSE payments.status END AS status,
  payments.phone, coalesce(payments.amount_cents, json_extract(vouchers.terms, '$.priceCents')) AS cents,
  json_extract(coalesce(payments.terms, vouchers.terms), '$.planName') AS planName,
  coalesce(payments.router_id, vouchers.router_id) AS routerId, coalesce(payments.mac, vouchers.used_by) AS mac,
  coalesce(payments.method, 'voucher') AS method, payments.receipt, payments.detail,
  payments.entitlement_id AS entitlementId, payments.central_account AS centralAccount,
  coalesce(payments.refunded_cents, 0) AS refundedCents,
  CASE WHEN page.type = 'voucher' THEN ${activationOf.voucher(now)}
    WHEN payments.status = 'completed' THEN ${activationOf.payment(now)} ELSE 'none' END AS activation`;

/** The number of all rows by the tallies, for a list that is narrowed by status or type alone. */
function talliedTotal({ status, type }: Filter): Query {
  const payments = `(SELECT coalesce(sum(count), 0) FROM payment_tallies
    WHERE provider_id = ?1${status ? ` AND status = '${status}'` : ""})`;
  const vouchers = "(SELECT coalesce(sum(count), 0) FROM voucher_daily WHERE provider_id = ?1)";
  const hasVouchers = type !== "payment" && (!status || status === "completed");
  const parts = [...(type === "voucher" ? [] : [payments]), ...(hasVouchers ? [vouchers] : [])];
  return { sql: `SELECT ${parts.join(" + ")} AS total`, values: [] };
}
