import type { Context } from "../../context.ts";
import type { listPaid as listPaidCall, PaidLine } from "../../contract/refunds.ts";
import type { NotDivertible } from "../../contract/switch.ts";
import { shillings } from "../../contract/values/money.ts";
import { maskedPhone } from "../../contract/values/phone.ts";
import { allOf, type Owned, ofProvidersThere } from "../../db/every-tenant.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { among, sql } from "../../db/sql.ts";
import { openSwitches } from "../switch/index.ts";
import { isPaymentId } from "./core/payment-id.ts";
import { type IndexEntry, indexedById, indexedByReceipt } from "./core/payment-index.ts";
import { plainReceipt } from "./core/payment-state.ts";
import { environmentsOf, whyDirect } from "./not-divertible.ts";
import { readPayment } from "./payment-status.ts";

type Query = ReturnType<(typeof listPaidCall)["query"]["parse"]>;
type PaidRow = Owned<Row>;
type Row = Pick<PaidLine, "id" | "receipt" | "method" | "settlement"> & {
  createdAt: number;
  at: number;
  gatewayId: string;
  /** JSON. */
  terms: string;
  cents: number;
  back: number;
  phone: string;
};
type Page = { paid: PaidLine[]; total: number };

const mostRows = 1_000;

/** Completed payments from which one to give back is chosen, newest first. */
export async function listPaid(
  ctx: Context,
  { page = 1, pageSize = mostRows, q, providerId }: Query,
): Promise<Page> {
  const text = q?.trim() ?? "";
  const first = (page - 1) * pageSize;
  const { rows, total } = providerId
    ? await ofProvider(ctx, providerId, text.toLowerCase(), { first, pageSize })
    : await named(ctx, text).then((all) => ({ rows: all.slice(first, first + pageSize), total: all.length }));
  const [names, reasons] = await Promise.all([providerNames(ctx, rows), reasonsOf(ctx, rows)]);
  const paid = rows.map((row) => ({
    ...lineOf(row, names.get(row.providerId) ?? row.providerId),
    notDivertible: reasons.get(row) ?? null,
  }));
  return { paid, total };
}

const columns = sql`id, coalesce(completed_at, created_at) AS at, terms,
  amount_cents AS cents, refunded_cents AS back, phone, receipt, method, settlement, created_at AS createdAt,
  gateway_id AS gatewayId`;

async function ofProvider(
  ctx: Context,
  providerId: string,
  text: string,
  { first, pageSize }: { first: number; pageSize: number },
): Promise<{ rows: PaidRow[]; total: number }> {
  if (!(await ctx.lookup.providerById(providerId))) return { rows: [], total: 0 };
  const fits = sql`WHERE status = 'completed' AND (${text} = ''
    OR instr(lower(receipt), ${text}) > 0 OR instr(phone, ${text}) > 0 OR instr(id, ${text}) > 0)`;
  const [rows, [count]] = await ctx.tenant(providerId).batch([
    // Along the index, whose first rows are the page: the planner would sort all of them.
    sql<Row>`SELECT ${columns} FROM payments INDEXED BY payments_newest ${fits}
        ORDER BY created_at DESC, id LIMIT ${pageSize} OFFSET ${first}`,
    sql<{ total: number }>`SELECT count(*) AS total FROM payments ${fits}`,
  ]);
  return { rows: rows.map((row) => ({ ...row, providerId })), total: count?.total ?? 0 };
}

/** Of all providers, by a whole receipt or a payment's id. */
async function named(ctx: Context, text: string): Promise<PaidRow[]> {
  if (text === "") return [];
  const id = text.toLowerCase();
  const found = isPaymentId(ctx, id) ? await whoseIs(ctx, id) : await indexedByReceipt(ctx, text);
  const there = await ofProvidersThere(ctx, found);
  const rows = await allOf(
    ctx,
    there.map(({ providerId }) => providerId),
    sql<Row>`SELECT ${columns} FROM payments WHERE status = 'completed'
      AND id IN ${among(found.map(({ paymentId }) => paymentId))}
      AND (id = ${id} OR upper(trim(receipt)) = ${plainReceipt(text)})`,
  );
  return rows.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
}

/** Its object knows the provider for 40 days; then the index does. */
async function whoseIs(ctx: Context, paymentId: string): Promise<IndexEntry[]> {
  const view = await readPayment(ctx, paymentId);
  if (view) return [{ providerId: view.intent.providerId, paymentId }];
  const entry = await indexedById(ctx, paymentId);
  return entry ? [entry] : [];
}

/** Why those that went direct past an active switch could not be diverted. */
async function reasonsOf(ctx: Context, rows: readonly PaidRow[]): Promise<Map<PaidRow, NotDivertible>> {
  const direct = rows.filter(({ settlement }) => settlement !== "diverted");
  const switches = direct.length > 0 ? await openSwitches(ctx) : [];
  if (switches.length === 0) return new Map();
  const environments = await environmentsOf(
    ctx,
    direct.map(({ gatewayId }) => gatewayId),
  );
  return new Map(
    direct.flatMap((row) => {
      const environment = environments.get(row.gatewayId);
      const why = environment && whyDirect(ctx, { ...row, environment }, switches);
      return why ? [[row, why] as const] : [];
    }),
  );
}

function lineOf(row: PaidRow, provider: string): Omit<PaidLine, "notDivertible"> {
  const { id, providerId, receipt, method, settlement, at, terms, cents, back, phone } = row;
  return {
    ...{ id, providerId, receipt, method, settlement, provider },
    paidAt: new Date(at).toISOString(),
    planName: (JSON.parse(terms) as Terms).planName,
    amount: shillings(cents),
    refunded: shillings(back),
    payer: maskedPhone(phone),
  };
}

async function providerNames(ctx: Context, rows: readonly PaidRow[]): Promise<Map<string, string>> {
  const { platform } = ctx;
  const found = await platform.all(
    sql<{ id: string; name: string }>`SELECT id, business_name AS name FROM providers
      WHERE id IN ${among(rows.map(({ providerId }) => providerId))}`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}
