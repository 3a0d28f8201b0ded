import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { Made } from "../../contract/texts.ts";
import type { Transaction as Answer, TransactionQuery } from "../../contract/transactions.ts";
import { megabyte } from "../../contract/values/data.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import type { Role } from "../../contract/values/roles.ts";
import { macOf } from "../../contract/values/subject.ts";
import { formatVoucherCode } from "../../contract/values/voucher-code.ts";
import { type Packed, packed, unpacked } from "../../db/packed-rows.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { entitlementIdOf, failureText } from "../payments/index.ts";
import { routerNames } from "../routers/index.ts";
import { providerOfTransaction, transactionIdOf } from "../vouchers/index.ts";
import { dayEnd, refuseBackwards } from "./day-range.ts";
import { paidSince } from "./paid-since.ts";
import { type Filter, pageQuery, type TransactionRow, transactionColumns } from "./transaction-page.ts";
import { searchFor, tellingSigns } from "./transaction-search.ts";

/** A list without paging is cut here. */
const mostRows = 1_000;

export type Transaction = Made<typeof Answer>;

/** @property reader which of the provider's people it is for */
export type Whose = { providerId: string; reader: Role };

type Asked = z.output<typeof TransactionQuery>;

/** So much of a number, a receipt or a code means one sale. */
const leastOfSearch = 7;

/** What a cashier may ask: the sales of today, and of other days one that is searched for. */
export function ofCashier(asked: Asked, now: number): Asked {
  const isSought = tellingSigns(asked.q ?? "").length >= leastOfSearch;
  const today = nairobiDay(now);
  return isSought ? asked : { ...asked, from: today, to: today };
}

export async function listTransactions(
  ctx: Context,
  whose: Whose,
  asked: Asked,
): Promise<{ transactions: Transaction[]; total: number }> {
  const { providerId } = whose;
  const { status, type, activation, routerId, q, from, to } = asked;
  const search = searchFor(ctx, providerId, q ?? "");
  const isNarrowed = search === null && (routerId ?? from ?? to) !== undefined;
  const counted = isNarrowed ? await keptCounts(ctx, providerId) : afresh;
  const filter: Filter = {
    status,
    type,
    activation,
    routerId,
    ...(await daysOf(ctx, providerId, asked, counted)),
  };
  const limit = asked.pageSize ?? mostRows;
  const offset = ((asked.page ?? 1) - 1) * limit;
  const query = pageQuery(filter, search, { limit, offset, now: ctx.now() });
  if (!query) return { transactions: [], total: 0 };
  const db = ctx.tenant(providerId);
  const count = async () => {
    return (await db.first(query.total))?.total ?? 0;
  };
  const page = packed(transactionColumns, query.page);
  const place = { limit, offset };
  const [{ rows, total }, names] = await Promise.all([
    search
      ? searched(db, page, place, count)
      : isNarrowed && activation === undefined
        ? narrowed(db, page, () => counted([filter], count))
        : readBoth(db, page, query.total),
    routerNames(ctx, providerId),
  ]);
  return { transactions: rows.map((row) => answerOf(ctx, whose, row, names)), total };
}

type Page = { rows: TransactionRow[]; total: number };

const afresh: Counted = (_what, count) => count();
const rowsOf = (answer: readonly Packed[]) => unpacked<TransactionRow>(transactionColumns, answer);

async function readBoth(db: TenantDb, page: Sql<Packed>, total: Sql<{ total: number }>): Promise<Page> {
  const [found, counted] = await db.batch([page, total]);
  return { rows: rowsOf(found), total: counted[0]?.total ?? 0 };
}

async function narrowed(db: TenantDb, page: Sql<Packed>, total: () => Promise<number>): Promise<Page> {
  const [found, count] = await Promise.all([db.all(page), total()]);
  return { rows: rowsOf(found), total: count };
}

/** A search passes over all there is. Most find less than a page, which tells how many there are without a count. */
async function searched(
  db: TenantDb,
  page: Sql<Packed>,
  { limit, offset }: { limit: number; offset: number },
  count: () => Promise<number>,
): Promise<Page> {
  const rows = rowsOf(await db.all(page));
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isLast ? offset + rows.length : await count() };
}

/** The newest ones, without counting all: for an owner. */
export async function newestTransactions(
  ctx: Context,
  providerId: string,
  limit: number,
): Promise<Transaction[]> {
  return read(ctx, { providerId, reader: "owner" }, {}, limit);
}

/** One by its id; null when this provider has none of it. */
export async function findTransaction(ctx: Context, whose: Whose, id: string): Promise<Transaction | null> {
  const isRedemption = providerOfTransaction(ctx, id) === whose.providerId;
  const only = isRedemption ? { redemptionId: id.slice(0, 32) } : { paymentId: id };
  const [found] = await read(ctx, whose, { only }, 1);
  return found ?? null;
}

async function read(ctx: Context, whose: Whose, filter: Filter, limit: number): Promise<Transaction[]> {
  const { providerId } = whose;
  const db = ctx.tenant(providerId);
  const query = pageQuery(filter, null, { limit, offset: 0, now: ctx.now() });
  if (!query) return [];
  const [found, names] = await Promise.all([
    db.all(packed(transactionColumns, query.page)),
    routerNames(ctx, providerId),
  ]);
  return unpacked<TransactionRow>(transactionColumns, found).map((row) => answerOf(ctx, whose, row, names));
}

/** Days of money: a payment counts on the day on which it was paid, like in every report. */
async function daysOf(
  ctx: Context,
  providerId: string,
  { from, to }: Asked,
  counted: Counted,
): Promise<Pick<Filter, "start" | "end" | "since">> {
  if (from !== undefined && to !== undefined) refuseBackwards(from, to);
  const end = to === undefined ? undefined : dayEnd(to);
  if (from === undefined) return { end };
  const start = dayStart(from);
  // No day of this product has five digits in its year.
  const range = { from, to: to ?? "9999-12-31", start, end: end ?? Number.MAX_SAFE_INTEGER };
  const since = await counted(["since", from, to], () => paidSince(ctx.tenant(providerId), range));
  return { start, end, since };
}

function answerOf(
  ctx: Context,
  { providerId, reader }: Whose,
  row: TransactionRow,
  names: ReadonlyMap<string, string>,
): Transaction {
  const isVoucher = row.type === "voucher";
  const id = row.id ?? transactionIdOf(ctx, providerId, row.redemptionId ?? "");
  const { status } = row;
  return {
    id,
    type: row.type,
    status,
    phoneNumber: row.phone,
    amount: shillings(row.cents),
    createdAt: new Date(row.at).toISOString(),
    planName: row.planName,
    routerName: row.routerId === null ? null : (names.get(row.routerId) ?? null),
    macAddress: macOf(row.subject),
    method: row.method,
    receipt: isVoucher && row.receipt !== null ? formatVoucherCode(row.receipt) : row.receipt,
    detail: status === "failed" ? failureText(row, reader) : null,
    activation: row.activation,
    entitlementId: isVoucher ? entitlementIdOf(id) : row.entitlementId,
    // Of the platform's account no more than what tells it from others; what was never paid went nowhere.
    divertedTo: status === "completed" ? (row.centralAccount?.slice(-4) ?? null) : null,
    refunded: shillings(row.refundedCents),
    topUpMegabytes: row.topUpBytes === null ? null : row.topUpBytes / megabyte,
  };
}

const kept = new TtlCache<number>(60_000);

/** A number that is counted once for as long as it can't have changed. @param what names it among this provider's */
type Counted = (what: readonly unknown[], count: () => Promise<number>) => Promise<number>;

/** Changes when one begins, is paid, fails or is redeemed: the tallies and the newest rows tell all of that. */
async function keptCounts(ctx: Context, providerId: string): Promise<Counted> {
  const db = ctx.tenant(providerId);
  const row = await db.first(
    sql`SELECT (SELECT group_concat(status || count) FROM payment_tallies) AS payments,
      (SELECT sum(count) FROM voucher_daily) AS vouchers,
      (SELECT id FROM payments ORDER BY created_at DESC
        LIMIT 1) AS payment,
      (SELECT code FROM vouchers WHERE used_at IS NOT NULL
        ORDER BY used_at DESC LIMIT 1) AS voucher`,
  );
  const state = JSON.stringify([providerId, row]);
  return (what, count) => kept.get(state + JSON.stringify(what), ctx.now(), count);
}
