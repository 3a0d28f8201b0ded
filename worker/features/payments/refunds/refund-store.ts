import type { Context } from "../../../context.ts";
import type { Statement, TenantDb } from "../../../db/tenant-db.ts";
import { journalStatements, refundJournal } from "../../ledger/index.ts";
import { refundIdOf } from "../gateways/result-address.ts";
import { doneCents, isOpen, type Refund, type RefundBook } from "./refund-state.ts";

// What D1 knows of refunds: a projection. Every statement can be repeated and applied out of order without harm.

/** The refund's row, and with money that is back its journal and the payment's sum, in one transaction. */
export async function writeRefund(ctx: Context, book: RefundBook, refund: Refund): Promise<void> {
  const db = ctx.tenant(book.subject.providerId);
  await db.batch([rowStatement(db, book, refund), ...bookedStatements(db, book, refund)]);
  await writeTyped(ctx, book);
}

function rowStatement(db: TenantDb, { subject }: RefundBook, refund: Refund): Statement {
  return db.statement(
    `INSERT INTO refunds (provider_id, id, seq, payment_id, cents, status, reason, detail, handle, receipt,
      requested_by, created_at, updated_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
    ON CONFLICT (provider_id, id) DO UPDATE SET seq = excluded.seq, status = excluded.status, detail = excluded.detail,
      handle = excluded.handle, receipt = excluded.receipt, updated_at = excluded.updated_at
    WHERE excluded.seq > refunds.seq`,
    ...[refundIdOf({ objectId: subject.id, number: refund.number }), refund.seq, subject.id, refund.cents],
    ...[refund.status, refund.reason, refund.detail, refund.handle, refund.receipt, refund.requestedBy],
    ...[refund.createdAt, refund.updatedAt],
  );
}

/** Money that never was a sale is in no books, so nothing is taken out of them. */
function bookedStatements(db: TenantDb, book: RefundBook, refund: Refund): Statement[] {
  const { id, sale, route } = book.subject;
  if (!sale || refund.status !== "done" || refund.doneAt === null) return [];
  const facts = {
    ...{ paymentId: id, routerId: sale.routerId, method: route.driver },
    ...{ settlement: route.settlement, switchId: route.switchId },
  };
  const name = refundIdOf({ objectId: id, number: refund.number });
  const journal = refundJournal(name, facts, { cents: refund.cents, at: refund.doneAt });
  return [
    ...journalStatements(db, journal),
    db.statement(
      "UPDATE payments SET refunded_cents = ?3 WHERE provider_id = ?1 AND id = ?2 AND refunded_cents < ?3",
      ...[id, doneCents(book)],
    ),
  ];
}

/** Typed money follows its newest refund: held while one is open, gone when it is back, free again when it failed. */
async function writeTyped(ctx: Context, { subject, refunds }: RefundBook): Promise<void> {
  const newest = refunds.at(-1);
  if (!subject.typed || !newest) return;
  const { shortCode, receipt } = subject.typed;
  const isBack = newest.status === "done";
  const status = isBack ? "refunded" : isOpen(newest) ? "refunding" : "unmatched";
  await ctx.platform.run(
    ctx.platform.statement(
      `UPDATE typed_payments SET status = ?3, resolved_by = ?4, resolved_at = ?5, note = ?6
      WHERE short_code = ?1 AND receipt = ?2 AND status IN ('refunding', 'refunded')`,
      ...[shortCode, receipt, status, isBack ? newest.requestedBy : null, newest.doneAt],
      isBack ? newest.reason : isOpen(newest) ? null : `Giving it back failed: ${newest.detail ?? ""}`,
    ),
  );
}
