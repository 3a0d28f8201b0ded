import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { type AppError, refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { allocateStatement } from "./allocate-payments.ts";
import { bookFees } from "./book-fees.ts";
import { confirmationOf, type Decided, verifiedStatements } from "./decide-confirmation.ts";
import { kes } from "./format-billing.ts";
import { notifyStatements } from "./notify-provider.ts";
import { toldOf } from "./store.ts";

type Operator = Actor & { actorId: string };

type Noted = {
  /** Of the Idempotency-Key: a repeat is the same payment. */
  id: string;
  providerId: string;
  /** KES. */
  amountPaid: number;
  /** Counts once on the platform, also where provider and operator both report it. */
  paymentCode: string;
  notes?: string | undefined;
};

/** Counted as if the provider had submitted it and it had been verified. Repeatable. @throws AppError not_found, conflict */
export async function notePayment(ctx: Context, noted: Noted, actor: Operator): Promise<Decided> {
  const { id, providerId, paymentCode, notes = null } = noted;
  const amountCents = Math.round(noted.amountPaid * 100);
  const told = await toldOf(ctx, providerId);
  if (!told) throw refuse("not_found", "no_such_provider");
  const { platform } = ctx;
  const now = ctx.now();
  const isNoted = sql`EXISTS (SELECT 1 FROM payment_confirmations WHERE id = ${id})`;
  const known = await platform.first(sql`SELECT 1 FROM payment_confirmations WHERE id = ${id}`);
  if (!known)
    await platform.batch([
      sql`INSERT INTO payment_confirmations (id, provider_id, amount_cents, payment_code, status, notes,
          submitted_by, created_at, decided_by, decided_at)
        VALUES (${id}, ${providerId}, ${amountCents}, ${paymentCode}, 'verified', ${notes}, ${actor.actorId},
          ${now}, ${actor.actorId}, ${now})
        ON CONFLICT DO NOTHING`,
      recordIfStatement(
        ctx,
        { ...actor, providerId, action: "billing.note", subject: id, detail: { paymentCode, amountCents } },
        sql`changes() > 0`,
      ),
      ...verifiedStatements(ctx, { ...told, amountCents, paymentCode }, id, isNoted),
      allocateStatement(ctx, providerId),
    ]);
  const after = await platform.first(sql`SELECT 1 FROM payment_confirmations WHERE id = ${id}`);
  if (!after) throw await codeKnown(ctx, providerId, paymentCode);
  await book(ctx, providerId);
  const { status, providerStatus } = await confirmationOf(ctx, id);
  const said = { amount: kes(amountCents), name: told.businessName };
  const message =
    providerStatus === "active" ? say("payment_noted", said) : say("payment_noted_suspended", said);
  return { success: true, message, status, providerStatus };
}

/** Only operators note payments, and operators know all providers. */
async function codeKnown(ctx: Context, providerId: string, code: string): Promise<AppError> {
  const row = await ctx.platform.first(
    sql<{ owner: string; ownerId: string; status: string }>`SELECT p.business_name AS owner, p.id AS ownerId,
        n.status
      FROM payment_confirmations n JOIN providers p ON p.id = n.provider_id
      WHERE n.payment_code = ${code} AND n.status <> 'rejected'`,
  );
  const owner = row?.owner ?? say("another_provider");
  return row?.ownerId === providerId && row.status === "pending"
    ? refuse("conflict", "payment_waits_already", { owner, code })
    : refuse("conflict", "payment_noted_before", { owner, code });
}

type TakenBack = { id: string; notes: string; actor: Operator };

/**
 * Rejects what was verified by mistake: invoices that it covered are open again, and suspend as if it had never come. Repeatable.
 * @throws AppError not_found; refused where it was never verified
 */
export async function takePaymentBack(ctx: Context, { id, notes, actor }: TakenBack): Promise<Decided> {
  const found = await confirmationOf(ctx, id);
  const { providerId, amountCents, paymentCode } = found;
  const now = ctx.now();
  const said = { amount: kes(amountCents), code: paymentCode };
  const isTakenNow = sql`EXISTS (SELECT 1 FROM payment_confirmations
    WHERE id = ${id} AND taken_back_at = ${now} AND taken_back_by = ${actor.actorId})`;
  await ctx.platform.batch([
    sql`UPDATE payment_confirmations SET status = 'rejected', notes = ${notes}, taken_back_at = ${now},
        taken_back_by = ${actor.actorId}
      WHERE id = ${id} AND status = 'verified'`,
    recordIfStatement(
      ctx,
      {
        ...actor,
        providerId,
        action: "billing.take_back",
        subject: id,
        detail: { paymentCode, amountCents, notes },
      },
      sql`changes() > 0`,
    ),
    allocateStatement(ctx, providerId),
    ...notifyStatements(
      ctx,
      found,
      {
        event: `confirmation ${id} taken back`,
        type: "payment",
        title: say("payment_taken_back"),
        message: say("your_payment_taken_back", { ...said, why: notes }),
      },
      isTakenNow,
    ),
  ]);
  const row = await ctx.platform.first(
    sql<{ at: number | null }>`SELECT taken_back_at AS at FROM payment_confirmations WHERE id = ${id}`,
  );
  if (!row?.at) throw refuse("refused", "confirmation_not_verified");
  await book(ctx, providerId);
  const { status, providerStatus } = await confirmationOf(ctx, id);
  const message = say("confirmation_taken_back", { amount: said.amount, name: found.businessName });
  return { success: true, message, status, providerStatus };
}

/** The decision stands whether or not the books can be written now: the next morning's walk writes what they lack. */
async function book(ctx: Context, providerId: string): Promise<void> {
  await bookFees(ctx, providerId).catch((cause: unknown) =>
    log("error", "billing books", cause, { provider: providerId }),
  );
}
