import type { Context } from "../../context.ts";
import { type Asked, allOf, type Owned, ofProvidersThere, type Silent } from "../../db/every-tenant.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { isCollectingPaybill } from "../gateways/index.ts";
import type { StatementRow } from "../payments/index.ts";
import type { Expected } from "./match-money.ts";

// What we know of the money that reaches one short code: payments of all who have it configured, by whichever app they ask for
// them, and what switches divert to it.

export type Account = {
  environment: "sandbox" | "production";
  shortCode: string;
  /** Under whose name money is listed that nobody knows. */
  unknownTo: string;
};

/** What has a short code configured: now or earlier, with credentials of its own or by the platform's app. */
type Collector = {
  providerId: string;
  gatewayId: string;
  /** `collected`: a consent, by which the platform collects at its own pay bill. */
  settlement: "direct" | "collected";
};

export function collectorsAt(ctx: Context, { environment, shortCode }: Account): Promise<Collector[]> {
  // For whom the platform collects, it does at its pay bill of today.
  const isPlatforms = isCollectingPaybill(ctx, { environment, shortCode });
  return ctx.platform.all(
    sql<Collector>`SELECT provider_id AS providerId, id AS gatewayId,
        iif(collected IS NULL, 'direct', 'collected') AS settlement
      FROM gateways
      WHERE type = 'mpesa' AND environment = ${environment}
        AND (account_number = ${shortCode} OR (collected IS NOT NULL AND ${isPlatforms}))`,
  );
}

type Row = { id: string; receipt: string | null; cents: number };
type Paid = Owned<Row & { receipt: string }>;
type Settled = Owned<Row>;

type Day = { from: number; to: number };

const atOnce = 500;
const columns = sql`id, receipt, amount_cents AS cents`;

/** Which of these rows we know by their receipts: payments, and what was typed by hand. @returns silent: whose payments it may not know */
export async function knownMoney(
  ctx: Context,
  account: Account,
  collectors: readonly Collector[],
  rows: readonly StatementRow[],
  day: Day,
): Promise<{ paid: Map<string, Paid>; paybill: Set<string>; silent: Silent[] }> {
  const { platform } = ctx;
  const paid = new Map<string, Paid>();
  const paybill = new Set<string>();
  const silent: Silent[] = [];
  for (const part of inParts(rows)) {
    const receipts = among(part.map(({ receipt }) => receipt));
    const [ours, byHand] = await Promise.all([
      allOf(
        ctx,
        providersOf(collectors),
        sql<Row & { receipt: string }>`SELECT ${columns} FROM payments
          WHERE method = 'mpesa' AND receipt IN ${receipts}`,
      ),
      platform.all(
        sql<{ receipt: string }>`SELECT receipt FROM paybill_payments
          WHERE short_code = ${account.shortCode} AND receipt IN ${receipts}`,
      ),
    ]);
    silent.push(...ours.silent);
    for (const one of ours.rows) paid.set(one.receipt, one);
    for (const { receipt } of byHand) paybill.add(receipt);
  }
  const diverted = await divertedTo(ctx, account, day.from);
  silent.push(...diverted.silent);
  for (const one of diverted.rows)
    if (one.receipt !== null) paid.set(one.receipt, { ...one, receipt: one.receipt });
  return { paid, paybill, silent };
}

type Diverted = Settled & { countedAt: number; phone: string; createdAt: number; completedAt: number };

/** Whose ever it was: payments that switches sent to this short code, counted there since a moment. */
async function divertedTo(ctx: Context, { shortCode }: Account, since: number): Promise<Asked<Diverted>> {
  const { platform } = ctx;
  type Counted = { id: string; providerId: string; countedAt: number };
  const counted = await platform.all(
    sql<Counted>`SELECT payment_id AS id, provider_id AS providerId, at AS countedAt FROM switch_transactions
      WHERE at >= ${since} AND central_payment_gateway_id = 'mpesa'
        AND central_account_number = ${shortCode}`,
  );
  const times = new Map(counted.map(({ id, countedAt }) => [id, countedAt]));
  const found: Asked<Diverted> = { rows: [], silent: [] };
  for (const part of inParts(await ofProvidersThere(ctx, counted))) {
    const { rows, silent } = await allOf(
      ctx,
      providersOf(part),
      sql<Omit<Diverted, "countedAt" | "providerId">>`SELECT ${columns}, phone, created_at AS createdAt,
          completed_at AS completedAt FROM payments
        WHERE status = 'completed'
          AND id IN ${among(part.map(({ id }) => id))}`,
    );
    found.silent.push(...silent);
    for (const row of rows) found.rows.push({ ...row, countedAt: times.get(row.id) ?? since });
  }
  return found;
}

/** Paid to this account since the day began, and nobody knows the receipt: only the gateway's query said so. */
export async function unreceipted(
  ctx: Context,
  account: Account,
  collectors: readonly Collector[],
  { from }: Day,
): Promise<Asked<Expected>> {
  const own = await allOf(
    ctx,
    providersOf(collectors),
    sql<
      Omit<Expected, "reference" | "receipt">
    >`SELECT id AS paymentId, amount_cents AS cents, phone, created_at AS since, completed_at AS paidAt
      FROM payments WHERE ${collectedBy(collectors)} AND created_at >= ${from}
        AND status = 'completed' AND receipt IS NULL`,
  );
  const diverted = await divertedTo(ctx, account, from);
  const rows = [
    ...own.rows,
    ...diverted.rows
      .filter(({ receipt }) => receipt === null)
      .map(({ id, cents, phone, createdAt, completedAt }) => ({
        paymentId: id,
        cents,
        phone,
        since: createdAt,
        paidAt: completedAt,
      })),
  ].map((row) => ({ ...row, reference: null, receipt: null }));
  return { rows, silent: [...own.silent, ...diverted.silent] };
}

/** Payments of these gateways whose money came to the account; what a switch led away is found by the switch. */
const collectedBy = (collectors: readonly Collector[]): Sql => {
  const ids = (wanted: Collector["settlement"]) =>
    among([...new Set(collectors.filter((one) => one.settlement === wanted).map((one) => one.gatewayId))]);
  return sql`((settlement = 'direct' AND gateway_id IN ${ids("direct")})
    OR (settlement = 'collected' AND gateway_id IN ${ids("collected")}))`;
};

const providersOf = (rows: readonly { providerId: string }[]) => rows.map(({ providerId }) => providerId);

/** The day's payments that its statement must have, if they were paid before `until`. */
export async function settledMoney(
  ctx: Context,
  account: Account,
  collectors: readonly Collector[],
  { from, to, until }: Day & { until: number },
): Promise<Asked<Settled>> {
  const own = await allOf(
    ctx,
    providersOf(collectors),
    sql<Row>`SELECT ${columns} FROM payments
      WHERE ${collectedBy(collectors)} AND created_at >= ${from} AND created_at < ${to}
        AND status = 'completed' AND completed_at < ${until}`,
  );
  // A diverted one is compared on the day on which its switch counted it, and only where its receipt is known.
  const diverted = await divertedTo(ctx, account, from);
  const settled = diverted.rows.filter(
    ({ receipt, countedAt }) => receipt !== null && countedAt < Math.min(to, until),
  );
  return { rows: [...own.rows, ...settled], silent: [...own.silent, ...diverted.silent] };
}

function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let first = 0; first < rows.length; first += atOnce) parts.push(rows.slice(first, first + atOnce));
  return parts;
}
