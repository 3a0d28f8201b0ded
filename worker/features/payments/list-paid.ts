import type { Context } from "../../context.ts";
import type { PaymentReason } from "../../contract/payments.ts";
import type {
  listPaid as listPaidCall,
  paymentsOfPhone as ofPhoneCall,
  PaidLine,
} from "../../contract/refunds.ts";
import type { NotDivertible } from "../../contract/switch.ts";
import type { Made } from "../../contract/texts.ts";
import { shillings } from "../../contract/values/money.ts";
import { maskedPhone, parseKenyanMobile } from "../../contract/values/phone.ts";
import { macOf, type Subject } from "../../contract/values/subject.ts";
import { allOf, type Owned, ofProvidersThere, providerIds, type Silent } from "../../db/every-tenant.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { openSwitches } from "../switch/index.ts";
import { isPaymentId } from "./core/payment-id.ts";
import { type IndexEntry, indexedById, indexedByReceipt } from "./core/payment-index.ts";
import { plainReceipt } from "./core/payment-state.ts";
import { briefFailure } from "./failure-text.ts";
import { readPayment } from "./payment-status.ts";
import { environmentsOf, whyDirect } from "./undivertible-payments.ts";

type Query = ReturnType<(typeof listPaidCall)["query"]["parse"]>;
type Found = Owned<Row>;
type Row = Pick<PaidLine, "id" | "receipt" | "method" | "settlement" | "status"> & {
  subject: Subject | null;
  reason: PaymentReason | null;
  createdAt: number;
  at: number;
  gatewayId: string;
  /** JSON. */
  terms: string;
  cents: number;
  back: number;
  phone: string;
};
/** What became of the access is told by who knows of users (`transactions/paid-lines.ts`). */
export type PaidRow = Omit<Made<typeof PaidLine>, "access">;
type Page = { paid: PaidRow[]; total: number };

const mostRows = 1_000;

/** Newest first. @param few of one provider, a condition that few of its payments fulfil */
export async function listPaid(
  ctx: Context,
  { page = 1, pageSize = mostRows, q, providerId, status: wanted = "completed" }: Query,
  few?: Sql,
): Promise<Page> {
  const text = q?.trim() ?? "";
  const status = wanted === "any" ? "" : wanted;
  const first = (page - 1) * pageSize;
  const { rows, total } = providerId
    ? await ofProvider(ctx, providerId, { text: text.toLowerCase(), status, few }, { first, pageSize })
    : await named(ctx, text, status).then((all) => ({
        rows: all.slice(first, first + pageSize),
        total: all.length,
      }));
  return { paid: await linesOf(ctx, rows), total };
}

async function linesOf(ctx: Context, rows: readonly Found[]): Promise<PaidRow[]> {
  const [names, reasons] = await Promise.all([providerNames(ctx, rows), reasonsOf(ctx, rows)]);
  return rows.map((row) => ({
    ...lineOf(row, names.get(row.providerId) ?? row.providerId),
    notDivertible: reasons.get(row) ?? null,
  }));
}

const providersAtOnce = 25;
/** Of one phone at one provider. */
const mostOfPhone = 20;

/** Whole numbers only. @throws AppError invalid */
export async function paymentsOfPhone(
  ctx: Context,
  { phone: typed, after = "" }: ReturnType<(typeof ofPhoneCall)["query"]["parse"]>,
): Promise<Omit<Made<(typeof ofPhoneCall)["answer"]>, "rows"> & { rows: PaidRow[] }> {
  const phone = parseKenyanMobile(typed);
  if (phone === undefined) throw refuse("invalid", "phone_invalid");
  const all = (await providerIds(ctx)).sort();
  const ids = all.filter((id) => id > after).slice(0, providersAtOnce);
  const { rows, silent } = await allOf(
    ctx,
    ids,
    sql<Row>`SELECT ${columns} FROM payments WHERE phone = ${phone}
      ORDER BY created_at DESC, id LIMIT ${mostOfPhone}`,
  );
  const last = ids.at(-1);
  return {
    rows: await linesOf(ctx, rows),
    asked: ids.length,
    of: all.length,
    silent: await namesOf(ctx, silent),
    next: last !== undefined && last !== all.at(-1) ? last : null,
  };
}

const columns = sql`id, coalesce(completed_at, created_at) AS at, terms,
  amount_cents AS cents, refunded_cents AS back, phone, receipt, method, settlement, created_at AS createdAt,
  gateway_id AS gatewayId, status, subject, reason`;

async function ofProvider(
  ctx: Context,
  providerId: string,
  { text, status, few }: { text: string; status: string; few: Sql | undefined },
  { first, pageSize }: { first: number; pageSize: number },
): Promise<{ rows: Found[]; total: number }> {
  if (!(await ctx.lookup.providerById(providerId))) return { rows: [], total: 0 };
  const fits = sql`WHERE (${status} = '' OR status = ${status}) AND (${text} = ''
    OR instr(lower(receipt), ${text}) > 0 OR instr(phone, ${text}) > 0 OR instr(id, ${text}) > 0)
    ${few ? sql`AND ${few}` : sql``}`;
  // Along the index, whose first rows are the page: the planner would sort all of them. The few are looked up one by one.
  const newest = few
    ? sql`FROM payments ${fits} ORDER BY +created_at DESC, id`
    : sql`FROM payments INDEXED BY payments_newest ${fits} ORDER BY created_at DESC, id`;
  const [rows, [count]] = await ctx
    .tenant(providerId)
    .batch([
      sql<Row>`SELECT ${columns} ${newest} LIMIT ${pageSize} OFFSET ${first}`,
      sql<{ total: number }>`SELECT count(*) AS total FROM payments ${fits}`,
    ]);
  return { rows: rows.map((row) => ({ ...row, providerId })), total: count?.total ?? 0 };
}

/** Of all providers, by a whole receipt or a payment's id. */
async function named(ctx: Context, text: string, status: string): Promise<Found[]> {
  if (text === "") return [];
  const id = text.toLowerCase();
  const found = isPaymentId(ctx, id) ? await whoseIs(ctx, id) : await indexedByReceipt(ctx, text);
  const there = await ofProvidersThere(ctx, found);
  const { rows, silent } = await allOf(
    ctx,
    there.map(({ providerId }) => providerId),
    sql<Row>`SELECT ${columns} FROM payments WHERE (${status} = '' OR status = ${status})
      AND id IN ${among(found.map(({ paymentId }) => paymentId))}
      AND (id = ${id} OR upper(trim(receipt)) = ${plainReceipt(text)})`,
  );
  // "Nothing found" would be an answer.
  if (rows.length === 0 && silent.length > 0)
    throw refuse("unavailable", "provider_silent", { name: (await namesOf(ctx, silent)).join(", ") });
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
async function reasonsOf(ctx: Context, rows: readonly Found[]): Promise<Map<Found, NotDivertible>> {
  const direct = rows.filter(({ settlement, status }) => settlement !== "diverted" && status === "completed");
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

function lineOf(row: Found, provider: string): Omit<PaidRow, "notDivertible"> {
  const { id, providerId, receipt, method, settlement, status, at, terms, cents, back, phone } = row;
  return {
    id,
    providerId,
    receipt,
    method,
    settlement,
    status,
    provider,
    macAddress: macOf(row.subject),
    why: status === "failed" ? briefFailure(row) : null,
    paidAt: new Date(at).toISOString(),
    planName: (JSON.parse(terms) as Terms).planName,
    amount: shillings(cents),
    refunded: shillings(back),
    payer: maskedPhone(phone),
  };
}

async function namesOf(ctx: Context, silent: readonly Silent[]): Promise<string[]> {
  const names = silent.length === 0 ? null : await providerNames(ctx, silent);
  return silent.map(({ providerId }) => names?.get(providerId) ?? providerId);
}

async function providerNames(
  ctx: Context,
  rows: readonly { providerId: string }[],
): Promise<Map<string, string>> {
  const { platform } = ctx;
  const found = await platform.all(
    sql<{ id: string; name: string }>`SELECT id, business_name AS name FROM providers
      WHERE id IN ${among(rows.map(({ providerId }) => providerId))}`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}
