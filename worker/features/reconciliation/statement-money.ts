import type { Context } from "../../context.ts";
import type { StatementRow } from "../payments/index.ts";
import type { Expected } from "./match-money.ts";

// What we know of the money that reaches one short code. Besides its provider's own payments that is what switches divert to
// it, and what others collect there who have it configured, too.

/** A pay bill or till whose statement is compared. */
export type Account = { providerId: string; gatewayId: string; shortCode: string };

/** A payment with a receipt: cents as asked for. */
export type Paid = { id: string; providerId: string; receipt: string; cents: number };
/** The same, with or without one. */
export type Settled = Omit<Paid, "receipt"> & { receipt: string | null };

type Day = { from: number; to: number };

/** What is looked up at once. */
const atOnce = 500;
const columns = "id, provider_id AS providerId, receipt, amount_cents AS cents";

/** Which of these rows we know by their receipts: payments, and what was typed by hand. */
export async function knownMoney(
  ctx: Context,
  account: Account,
  rows: readonly StatementRow[],
  day: Day,
): Promise<{ paid: Map<string, Paid>; typed: Set<string> }> {
  const { platform } = ctx;
  const { shortCode } = account;
  const paid = new Map<string, Paid>();
  const typed = new Set<string>();
  const collectors = JSON.stringify(await collectorsAt(ctx, account));
  for (const receipts of inParts(rows.map(({ receipt }) => receipt))) {
    const [ours = [], byHand = []] = await platform.batch([
      platform.statement(
        `SELECT ${columns} FROM payments WHERE provider_id IN (SELECT value FROM json_each(?1)) AND method = 'mpesa'
          AND receipt IN (SELECT value FROM json_each(?2))`,
        collectors,
        receipts,
      ),
      platform.statement(
        `SELECT receipt FROM typed_payments WHERE short_code = ?1 AND receipt IN (SELECT value FROM json_each(?2))`,
        shortCode,
        receipts,
      ),
    ]);
    for (const one of ours as Paid[]) paid.set(one.receipt, one);
    for (const { receipt } of byHand as { receipt: string }[]) typed.add(receipt);
  }
  for (const one of await divertedTo(ctx, account, day.from))
    if (one.receipt !== null) paid.set(one.receipt, { ...one, receipt: one.receipt });
  return { paid, typed };
}

/** Providers that have this short code configured, whoever's credentials ask for the money. */
async function collectorsAt(ctx: Context, { providerId, shortCode }: Account): Promise<string[]> {
  const { platform } = ctx;
  const rows = await platform.all<{ id: string }>(
    platform.statement(
      "SELECT DISTINCT provider_id AS id FROM gateways WHERE type = 'mpesa' AND account_number = ?1",
      shortCode,
    ),
  );
  return [...new Set([providerId, ...rows.map(({ id }) => id)])];
}

/** Whose ever it was: payments that switches sent to this short code, counted there since a moment. */
async function divertedTo(
  ctx: Context,
  { shortCode }: Account,
  since: number,
): Promise<(Settled & { countedAt: number })[]> {
  const { platform } = ctx;
  type Counted = { id: string; providerId: string; countedAt: number };
  const counted = await platform.all<Counted>(
    platform.statement(
      `SELECT payment_id AS id, provider_id AS providerId, at AS countedAt FROM switch_transactions
      WHERE at >= ?1 AND central_payment_gateway_id = 'mpesa' AND central_account_number = ?2`,
      since,
      shortCode,
    ),
  );
  const times = new Map(counted.map(({ id, countedAt }) => [id, countedAt]));
  const providers = JSON.stringify([...new Set(counted.map(({ providerId }) => providerId))]);
  const found: (Settled & { countedAt: number })[] = [];
  for (const ids of inParts([...times.keys()])) {
    const rows = await platform.all<Settled>(
      platform.statement(
        `SELECT ${columns} FROM payments WHERE provider_id IN (SELECT value FROM json_each(?1))
          AND id IN (SELECT value FROM json_each(?2)) AND status = 'completed'`,
        providers,
        ids,
      ),
    );
    for (const row of rows) found.push({ ...row, countedAt: times.get(row.id) ?? since });
  }
  return found;
}

/** Paid straight to this account since the day began, and nobody knows the receipt: only the gateway's query said so. */
export async function unreceipted(
  ctx: Context,
  { providerId, gatewayId }: Account,
  { from }: Day,
): Promise<Expected[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.all<Omit<Expected, "reference" | "receipt">>(
    db.statement(
      `SELECT id AS paymentId, amount_cents AS cents, phone, created_at AS since, completed_at AS paidAt FROM payments
      WHERE provider_id = ?1 AND created_at >= ?2 AND gateway_id = ?3 AND settlement = 'direct'
        AND status = 'completed' AND receipt IS NULL`,
      from,
      gatewayId,
    ),
  );
  return rows.map((row) => ({ ...row, reference: null, receipt: null }));
}

/** The day's payments that its statement must have, if they were paid before `until`. */
export async function settledMoney(
  ctx: Context,
  account: Account,
  { from, to, until }: Day & { until: number },
): Promise<Settled[]> {
  const db = ctx.tenant(account.providerId);
  const own = await db.all<Settled>(
    db.statement(
      `SELECT ${columns} FROM payments WHERE provider_id = ?1 AND created_at >= ?2 AND created_at < ?3 AND gateway_id = ?4
        AND settlement = 'direct' AND status = 'completed' AND completed_at < ?5`,
      from,
      to,
      account.gatewayId,
      until,
    ),
  );
  // A diverted one is compared on the day on which its switch counted it, and only where its receipt is known.
  const diverted = (await divertedTo(ctx, account, from)).filter(
    ({ receipt, countedAt }) => receipt !== null && countedAt < Math.min(to, until),
  );
  return [...own, ...diverted];
}

/** As JSON, in parts that a statement looks up at once. */
function inParts(values: readonly string[]): string[] {
  const parts: string[] = [];
  for (let first = 0; first < values.length; first += atOnce)
    parts.push(JSON.stringify(values.slice(first, first + atOnce)));
  return parts;
}
