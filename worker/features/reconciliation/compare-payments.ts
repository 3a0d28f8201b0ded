import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { isSale, type PaymentView, queryPayment, readPayment, reprojectPayment } from "../payments/index.ts";
import { type Found, listFound } from "./differences.ts";
import type { Night } from "./nights.ts";

// D1 shows payments, their objects know them. Where the two differ, the object is right, and D1 is written once more.

/** `paidCents` by the payments that completed, `bookedCents` by their sales in the ledger: alike where everything agrees. */
type Compared = {
  payments: number;
  asked: number;
  repaired: number;
  differences: number;
  paidCents: number;
  bookedCents: number;
};

type Row = {
  id: string;
  status: string;
  seq: number;
  cents: number;
  receipt: string | null;
  unverified: number;
};
type Sold = { id: string; cents: number };
type Outcome = {
  asked: boolean;
  repaired: boolean;
  found: Found | null;
  paidCents: number;
  bookedCents: number;
};

/** Payments of unknown outcome are asked about first. @param paymentIds also ones of which D1 knows nothing */
export async function comparePayments(
  ctx: Context,
  providerId: string,
  paymentIds: readonly string[],
  { foundAt }: Pick<Night, "foundAt">,
): Promise<Compared> {
  const db = ctx.tenant(providerId);
  const ids = JSON.stringify(paymentIds);
  const before = await rowsOf(ctx, providerId, ids);
  const outcomes = await Promise.all(
    paymentIds.map(async (id): Promise<Outcome> => {
      try {
        return await compareOne(ctx, providerId, id, before);
      } catch (cause) {
        // An object that does not answer tonight is compared no other night: somebody should know.
        log("error", "reconcile payment", cause, { provider: providerId, payment: id });
        return {
          asked: false,
          repaired: false,
          paidCents: 0,
          bookedCents: before.sold.get(id) ?? 0,
          found: difference(id, { fault: "The payment did not answer." }),
        };
      }
    }),
  );
  const found = outcomes.flatMap((outcome) => outcome.found ?? []);
  return {
    payments: paymentIds.length,
    asked: outcomes.filter(({ asked }) => asked).length,
    repaired: outcomes.filter(({ repaired }) => repaired).length,
    differences: await listFound(db, found, foundAt),
    paidCents: outcomes.reduce((sum, { paidCents }) => sum + paidCents, 0),
    bookedCents: outcomes.reduce((sum, { bookedCents }) => sum + bookedCents, 0),
  };
}

type Rows = { rows: ReadonlyMap<string, Row>; sold: ReadonlyMap<string, number> };

/** Payments as D1 shows them, and what is booked as their sale, less what was taken back of it, in cents. */
async function rowsOf(ctx: Context, providerId: string, ids: string): Promise<Rows> {
  const [rows, sold] = await ctx.tenant(providerId).batch([
    sql<Row>`SELECT id, status, seq, amount_cents AS cents, receipt, unverified FROM payments
      WHERE id IN (SELECT value FROM json_each(${ids}))`,
    sql<Sold>`SELECT id, -sum(cents) AS cents
      FROM (${booked("sale", ids)} UNION ALL ${booked("taken back", ids)}) GROUP BY id`,
  ]);
  return {
    rows: new Map(rows.map((row) => [row.id, row])),
    sold: new Map(sold.map(({ id, cents }) => [id, cents])),
  };
}

/** A payment that was sold again has further journals, whose names go on with a space and a number. */
const booked = (name: string, ids: string): Sql =>
  sql`SELECT ids.value AS id, ledger.cents FROM json_each(${ids}) AS ids
    CROSS JOIN ledger ON ledger.journal_id >= ${`${name} `} || ids.value
      AND ledger.journal_id < ${`${name} `} || ids.value || '!' AND ledger.account = 'sales'`;

async function compareOne(ctx: Context, providerId: string, id: string, before: Rows): Promise<Outcome> {
  const row = before.rows.get(id);
  const unsure = row !== undefined && (row.unverified === 1 || !["completed", "failed"].includes(row.status));
  const view = await (unsure ? queryPayment(ctx, id) : readPayment(ctx, id));
  if (unsure) before = await rowsOf(ctx, providerId, JSON.stringify([id]));
  const outcome = (known: Rows) => ({
    asked: unsure,
    repaired: false,
    found: null,
    paidCents: soldOf(view),
    bookedCents: known.sold.get(id) ?? 0,
  });
  // An object that was never created stands for nothing: a push is permitted to payments that exist alone.
  if (!view)
    return {
      ...outcome(before),
      found: row ? difference(id, { fault: "No such payment is known any more." }) : null,
    };
  // A test of a gateway is no sale and has no row; nor has what was never asked for, unless it was paid by hand.
  const isNone = !isSale(view.intent) || (view.pushedAt === null && view.status !== "completed");
  if (isNone || agrees(before, id, view)) return outcome(before);
  await reprojectPayment(ctx, id);
  const after = await rowsOf(ctx, providerId, JSON.stringify([id]));
  if (agrees(after, id, view)) return { ...outcome(after), repaired: true };
  const shown = after.rows.get(id);
  return {
    ...outcome(after),
    found: difference(id, {
      knownStatus: view.status,
      shownStatus: shown?.status ?? null,
      amountCents: view.intent.amountCents,
      shownCents: shown?.cents ?? null,
      bookedCents: after.sold.get(id) ?? null,
    }),
  };
}

type Known = { status: string; intent: { amountCents: number } };

function agrees({ rows, sold }: Rows, id: string, { status, intent }: Known): boolean {
  const row = rows.get(id);
  if (!row || row.cents !== intent.amountCents || row.status !== status) return false;
  return (sold.get(id) ?? 0) === (status === "completed" ? intent.amountCents : 0);
}

/** What a payment that completed is worth as a sale; a test of a gateway is none. */
function soldOf(view: PaymentView | null): number {
  return view?.status === "completed" && isSale(view.intent) ? view.intent.amountCents : 0;
}

function difference(id: string, detail: Record<string, unknown>): Found {
  return { kind: "projection", about: id, paymentId: id, detail };
}
