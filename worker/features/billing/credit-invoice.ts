import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { liftInvoiceSuspension } from "../providers/index.ts";
import { allocateStatement } from "./allocate-payments.ts";
import { bookFees } from "./book-fees.ts";
import { kes, periodInWords } from "./format-billing.ts";
import { notifyStatements } from "./notify-provider.ts";
import { invoiceById, toldOf } from "./store.ts";

type Credit = {
  /** Of the Idempotency-Key: a repeat is the same note. */
  id: string;
  providerId: string;
  invoiceId: string;
  amountCents: number;
  reason: string;
};

/**
 * The invoice stays as it was made; what is owed of it falls. What was paid beyond that counts for the provider's other invoices.
 * A suspension for an invoice ends where nothing is overdue any more. Repeatable.
 * @returns the sentence to show @throws AppError not_found; conflict where less is left of the invoice
 */
export async function creditInvoice(
  ctx: Context,
  { id, providerId, invoiceId, amountCents, reason }: Credit,
  actor: Actor & { actorId: string },
): Promise<Text> {
  const [invoice, told] = await Promise.all([
    invoiceById(ctx, providerId, invoiceId),
    toldOf(ctx, providerId),
  ]);
  if (!invoice || !told) throw refuse("not_found", "no_such_invoice");
  const { platform } = ctx;
  const now = ctx.now();
  const amount = kes(amountCents);
  const period = periodInWords(invoice.periodStart, invoice.periodEnd);
  const isNoted = sql`EXISTS (SELECT 1 FROM credit_notes WHERE id = ${id})`;
  await platform.batch([
    sql`INSERT INTO credit_notes (id, provider_id, invoice_id, amount_cents, reason, created_by, created_at)
      SELECT ${id}, ${providerId}, ${invoiceId}, ${amountCents}, ${reason}, ${actor.actorId}, ${now}
      FROM invoices WHERE id = ${invoiceId} AND provider_id = ${providerId}
        AND amount_cents - credited_cents >= ${amountCents}
      ON CONFLICT DO NOTHING`,
    recordIfStatement(
      ctx,
      { ...actor, providerId, action: "billing.credit", subject: invoiceId, detail: { amountCents, reason } },
      sql`changes() > 0`,
    ),
    sql`UPDATE invoices SET credited_cents =
        (SELECT coalesce(sum(n.amount_cents), 0) FROM credit_notes n WHERE n.invoice_id = invoices.id)
      WHERE id = ${invoiceId}`,
    allocateStatement(ctx, providerId),
    liftInvoiceSuspension(
      ctx,
      providerId,
      sql`${isNoted} AND NOT EXISTS (SELECT 1 FROM invoices
        WHERE provider_id = ${providerId} AND paid_at IS NULL AND due_date < ${nairobiDay(now)})`,
    ),
    ...notifyStatements(
      ctx,
      told,
      {
        event: `credit ${id}`,
        type: "invoice",
        title: say("credit_note", { period }),
        message: say("your_credit_note", { amount, period, why: reason }),
      },
      isNoted,
    ),
  ]);
  const noted = await platform.first(sql`SELECT 1 FROM credit_notes WHERE id = ${id}`);
  if (!noted) {
    const { amountCents: billed, creditedCents } = (await invoiceById(ctx, providerId, invoiceId)) ?? invoice;
    throw refuse("conflict", "credit_too_much", { amount: kes(billed - creditedCents) }).at("amount");
  }
  await bookFees(ctx, providerId).catch((cause: unknown) =>
    log("error", "billing books", cause, { provider: providerId }),
  );
  return say("credit_done", { amount, period });
}
