import type { Context } from "../../../context.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { copyNow } from "../../copies/index.ts";
import { journalStatements, refundJournal } from "../../ledger/index.ts";
import { refundIdOf } from "../gateways/result-address.ts";
import { accountRules } from "./account-rules.ts";
import { doneCents, isOpen, type Refund, type RefundState } from "./refund-state.ts";

// What D1 knows of refunds: a projection. Every statement can be repeated and applied out of order without harm.

/** The refund's row, and with money that is back its journal and the payment's sum, in one transaction; the operator sees it at once. */
export async function writeRefund(ctx: Context, book: RefundState, refund: Refund): Promise<void> {
  const db = ctx.tenant(book.subject.providerId);
  const account = await accountRules(book.subject);
  await db.batch([
    rowStatement(book, refund),
    ...bookedStatements(book, refund),
    ...(account?.accountStatements(book, refund) ?? []),
  ]);
  await writePaybillRefund(ctx, book);
  if (book.subject.sale && refund.status === "done")
    await ctx.platform.run(answeredStatement(ctx, book.subject.id, doneCents(book)));
  await copyNow(ctx, book.subject.providerId);
}

function rowStatement({ subject }: RefundState, refund: Refund): Sql {
  return sql`INSERT INTO refunds (id, seq, payment_id, cents, status, reason, detail, handle,
      receipt, requested_by, created_at, updated_at)
    VALUES (${refundIdOf({ objectId: subject.id, number: refund.number })}, ${refund.seq},
      ${subject.id}, ${refund.cents}, ${refund.status}, ${refund.reason}, ${refund.detail}, ${refund.handle},
      ${refund.receipt}, ${refund.requestedBy}, ${refund.createdAt}, ${refund.updatedAt})
    ON CONFLICT (id) DO UPDATE
    SET seq = excluded.seq, status = excluded.status, detail = excluded.detail,
      handle = excluded.handle, receipt = excluded.receipt, updated_at = excluded.updated_at
    WHERE excluded.seq > refunds.seq`;
}

/** Money that never was a sale is in no books, so nothing is taken out of them. */
function bookedStatements(book: RefundState, refund: Refund): Sql[] {
  const { id, sale, route } = book.subject;
  if (!sale || refund.status !== "done" || refund.doneAt === null) return [];
  const facts = {
    paymentId: id,
    routerId: sale.routerId,
    method: route.type,
    settlement: route.settlement,
    switchId: route.switchId,
  };
  const name = refundIdOf({ objectId: id, number: refund.number });
  const cents = doneCents(book);
  const journal = refundJournal(name, facts, { cents: refund.cents, at: refund.doneAt });
  return [
    ...journalStatements(journal),
    sql`UPDATE payments SET refunded_cents = ${cents}
      WHERE id = ${id} AND refunded_cents < ${cents}`,
  ];
}

/** Money that went back since answers what its provider asked for, also where that had been declined. May be repeated. */
export function answeredStatement(ctx: Context, paymentId: string, backCents: number): Sql {
  return sql`UPDATE refund_appeals SET status = 'done', decided_at = ${ctx.now()}
    WHERE payment_id = ${paymentId} AND status <> 'done' AND back_cents < ${backCents}`;
}

/** Typed money follows its newest refund: held while one is open, gone when it is back, free again when it failed. */
async function writePaybillRefund(ctx: Context, { subject, refunds }: RefundState): Promise<void> {
  const newest = refunds.at(-1);
  if (!subject.paybillPayment || !newest) return;
  const { shortCode, receipt } = subject.paybillPayment;
  const isBack = newest.status === "done";
  const status = isBack ? "refunded" : isOpen(newest) ? "refunding" : "unmatched";
  await ctx.platform.run(
    sql`UPDATE paybill_payments SET status = ${status}, resolved_by = ${isBack ? newest.requestedBy : null},
        resolved_at = ${newest.doneAt},
        note = ${isBack ? newest.reason : isOpen(newest) ? null : `Giving it back failed: ${newest.detail ?? ""}`}
      WHERE short_code = ${shortCode} AND receipt = ${receipt} AND status IN ('refunding', 'refunded')`,
  );
}
