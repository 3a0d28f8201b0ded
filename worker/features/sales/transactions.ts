import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { Transaction, TransactionQuery } from "../../contract/sales.ts";
import { shillings } from "../../contract/values/money.ts";
import { entitlementIdOf } from "../payments/index.ts";
import { providerOfTransaction, transactionIdOf } from "../vouchers/index.ts";
import { dayEnd, dayStart, refuseBackwards } from "./day-range.ts";
import { paidSince } from "./paid-since.ts";
import { routerNames } from "./router-names.ts";
import { type Filter, pageQuery, type TransactionRow } from "./transaction-page.ts";
import { searchFor } from "./transaction-search.ts";

/** A list without paging is cut here. */
const mostRows = 1_000;

type Asked = z.output<typeof TransactionQuery>;

/** One page, newest first, and how many there are in all. */
export async function listTransactions(
  ctx: Context,
  providerId: string,
  asked: Asked,
): Promise<{ transactions: Transaction[]; total: number }> {
  const db = ctx.tenant(providerId);
  const { status, type, activation, routerId, q } = asked;
  const filter: Filter = { status, type, activation, routerId, ...(await daysOf(ctx, providerId, asked)) };
  const limit = asked.pageSize ?? mostRows;
  const offset = ((asked.page ?? 1) - 1) * limit;
  const search = searchFor(ctx, providerId, q ?? "");
  const query = pageQuery(filter, search, { limit, offset, now: ctx.now() });
  if (!query) return { transactions: [], total: 0 };
  const { page, total } = query;
  const [[rows = [], counted = []], names] = await Promise.all([
    db.batch([page, total].map(({ sql, values }) => db.statement(sql, ...values))),
    routerNames(ctx, providerId),
  ]);
  return {
    transactions: (rows as TransactionRow[]).map((row) => answerOf(ctx, providerId, row, names)),
    total: Number(counted[0]?.total ?? 0),
  };
}

/** The newest ones, without counting all. */
export async function newestTransactions(
  ctx: Context,
  providerId: string,
  limit: number,
): Promise<Transaction[]> {
  return read(ctx, providerId, {}, limit);
}

/** One by its id; null when this provider has none of it. */
export async function findTransaction(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<Transaction | null> {
  const isRedemption = providerOfTransaction(ctx, id) === providerId;
  const only = isRedemption ? { redemptionId: id.slice(0, 32) } : { paymentId: id };
  const [found] = await read(ctx, providerId, { only }, 1);
  return found ?? null;
}

async function read(ctx: Context, providerId: string, filter: Filter, limit: number): Promise<Transaction[]> {
  const db = ctx.tenant(providerId);
  const query = pageQuery(filter, null, { limit, offset: 0, now: ctx.now() });
  if (!query) return [];
  const [rows, names] = await Promise.all([
    db.all<TransactionRow>(db.statement(query.page.sql, ...query.page.values)),
    routerNames(ctx, providerId),
  ]);
  return rows.map((row) => answerOf(ctx, providerId, row, names));
}

/** Days of money: a payment counts on the day on which it was paid, like in every report. */
async function daysOf(
  ctx: Context,
  providerId: string,
  { from, to }: Asked,
): Promise<Pick<Filter, "start" | "end" | "since">> {
  if (from !== undefined && to !== undefined) refuseBackwards(from, to);
  const end = to === undefined ? undefined : dayEnd(to);
  if (from === undefined) return { end };
  const start = dayStart(from);
  // No day of this product has five digits in its year.
  const range = { from, to: to ?? "9999-12-31", start, end: end ?? Number.MAX_SAFE_INTEGER };
  return { start, end, since: await paidSince(ctx.tenant(providerId), range) };
}

function answerOf(
  ctx: Context,
  providerId: string,
  row: TransactionRow,
  names: ReadonlyMap<string, string>,
): Transaction {
  const isVoucher = row.type === "voucher";
  const id = row.id ?? transactionIdOf(ctx, providerId, row.redemptionId ?? "");
  const status = row.status === "completed" || row.status === "failed" ? row.status : "pending";
  return {
    id,
    type: row.type,
    status,
    phoneNumber: row.phone,
    amount: shillings(row.cents),
    createdAt: new Date(row.at).toISOString(),
    planName: row.planName,
    routerName: row.routerId === null ? null : (names.get(row.routerId) ?? null),
    macAddress: row.mac,
    method: row.method,
    receipt: row.receipt,
    detail: status === "failed" ? row.detail : null,
    activation: row.activation,
    entitlementId: isVoucher ? entitlementIdOf(id) : row.entitlementId,
  };
}
