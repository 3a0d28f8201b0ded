import { and, eq } from "drizzle-orm";
import type { Context } from "../../../context.ts";
import { parseAccountCode } from "../../../contract/values/account-code.ts";
import { paybillPayments } from "../../../db/schema/platform.ts";
import { sql } from "../../../db/sql.ts";
import { insertInto } from "../../../db/table-rows.ts";
import type { Paybill } from "../core/callbacks.ts";
import { accountNamed } from "./account-codes.ts";
import { isForInvoice, ownerOfPaybill, type PaybillOwner } from "./owner-of-paybill.ts";
import { type PaybillReading, readC2b, unreadable } from "./read-c2b.ts";

// What arrived at pay bills, one row a receipt. Every row begins as matching nothing, which is the truth until its
// purchase is found: a process that dies in between leaves it for the sweeper, the queue, or a person.

export type PaybillPaymentRow = typeof paybillPayments.$inferSelect;
export type PaybillPaymentKey = Pick<PaybillPaymentRow, "shortCode" | "receipt">;

/**
 * Writes a confirmation down, once per receipt; a repeat answers with the row as it is.
 * @returns null for money that pays an invoice of the platform's
 */
export async function storePaybillPayment(
  ctx: Context,
  paybill: Paybill,
  body: string,
  receivedAt: number,
): Promise<PaybillPaymentRow | null> {
  const reading = readC2b(body) ?? unreadable(body);
  return (await isForInvoice(ctx, paybill, reading.account))
    ? null
    : storeReading(ctx, paybill, reading, receivedAt);
}

/** The same for what a statement has. */
export async function storeReading(
  ctx: Context,
  paybill: Paybill,
  reading: PaybillReading,
  receivedAt: number,
): Promise<PaybillPaymentRow> {
  const { shortCode } = paybill;
  const { receipt, cents, account, payer } = reading;
  const isOfAnother = reading.shortCode !== null && reading.shortCode !== shortCode;
  const fault = isOfAnother ? `This report names another pay bill: ${reading.shortCode}` : reading.fault;
  const known = await paybillPaymentRow(ctx, { shortCode, receipt });
  if (known) return known;
  const code = parseAccountCode(account);
  const bound = code === undefined ? null : await accountNamed(ctx, shortCode, code);
  const owner = bound ?? (await ownerOfPaybill(ctx, paybill, account));
  if (!owner) throw new Error(`nobody ever collected at the pay bill ${shortCode}`);
  await ctx.platform.run(
    insertInto(paybillPayments, {
      shortCode,
      receipt,
      gatewayId: owner.gatewayId,
      providerId: owner.providerId,
      cents,
      accountTyped: account,
      payer,
      paidAt: reading.paidAt ?? receivedAt,
      receivedAt,
      status: "unmatched",
      note: fault,
    }),
  );
  return mustBe(await paybillPaymentRow(ctx, { shortCode, receipt }));
}

export async function paybillPaymentRow(
  ctx: Context,
  { shortCode, receipt }: PaybillPaymentKey,
): Promise<PaybillPaymentRow | null> {
  const [row] = await ctx.platform.select(paybillPayments, {
    where: and(eq(paybillPayments.shortCode, shortCode), eq(paybillPayments.receipt, receipt)),
    limit: 1,
  });
  return row ?? null;
}

export function mustBe(row: PaybillPaymentRow | null): PaybillPaymentRow {
  if (!row) throw new Error("a typed payment was written and is not there");
  return row;
}

/** Money at the platform's pay bill that had no provider becomes this one's, while it waits. @param from whose it was */
export async function handTo(
  ctx: Context,
  { shortCode, receipt }: PaybillPaymentKey,
  from: string,
  { providerId, gatewayId }: PaybillOwner,
): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE paybill_payments SET provider_id = ${providerId}, gateway_id = ${gatewayId}
      WHERE short_code = ${shortCode} AND receipt = ${receipt} AND status = 'unmatched' AND provider_id = ${from}
        AND (payment_id IS NULL OR note IS NOT NULL)`,
  );
}

/** The person who decided, with a note. */
export type Decision = { by: string; note: string | null };

/** Before the purchase knows it, so that no other gets it as well. @returns false when something else has it */
export async function holdFor(
  ctx: Context,
  { shortCode, receipt }: PaybillPaymentKey,
  paymentId: string,
): Promise<boolean> {
  const held = await ctx.platform.run(
    sql`UPDATE paybill_payments SET payment_id = ${paymentId}, note = NULL
      WHERE short_code = ${shortCode} AND receipt = ${receipt} AND status = 'unmatched'
        AND (payment_id IS NULL OR payment_id = ${paymentId} OR note IS NOT NULL)`,
  );
  return held > 0;
}

/** As a person reads it who decides; consoles know these words. */
export const notTakenWords = {
  short: "Less money than the purchase costs.",
  double: "Its purchase was paid before.",
  taken: "This receipt paid another purchase.",
  unknown: "Its purchase is too old to be completed.",
} as const;

/** The purchase that it was held for did not take it: it is left to a person. */
export async function notTaken(
  ctx: Context,
  { shortCode, receipt }: PaybillPaymentKey,
  why: string,
): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE paybill_payments SET note = ${why}
      WHERE short_code = ${shortCode} AND receipt = ${receipt} AND status = 'unmatched'`,
  );
}

/** @param decision null = the code, or the receipt, named its purchase; a person's word is kept also where the queue came first */
export async function givenTo(
  ctx: Context,
  { shortCode, receipt }: PaybillPaymentKey,
  paymentId: string,
  decision: Decision | null,
): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE paybill_payments SET status = ${decision ? "attributed" : "matched"}, payment_id = ${paymentId},
        resolved_by = ${decision?.by ?? null}, resolved_at = ${decision ? ctx.now() : null},
        note = ${decision?.note ?? null}
      WHERE short_code = ${shortCode} AND receipt = ${receipt}
        AND (status = 'unmatched' OR (status = 'matched'
          AND ${decision ? "attributed" : "matched"} = 'attributed' AND payment_id = ${paymentId}))`,
  );
}
