import type { Context } from "../../context.ts";
import type { verifyConfirmation as verifyCall } from "../../contract/billing-confirmations.ts";
import type { Action } from "../../contract/texts/activity.ts";
import { type Made, say } from "../../contract/texts.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { liftInvoiceSuspension } from "../providers/index.ts";
import { allocateStatement } from "./allocate-payments.ts";
import { bookFees } from "./book-fees.ts";
import { kes } from "./format-billing.ts";
import { notifyStatements, type Told } from "./notify-provider.ts";

export type Decision = { id: string; notes: string | undefined; actor: Actor & { actorId: string } };
export type Decided = Made<(typeof verifyCall)["answer"]>;

/** Said where the operator said nothing (docs/behaviour/operator-console-money.md, OM-52). */
const usualRejection = "Invalid payment confirmation";

/**
 * Pays the oldest invoices and lifts a suspension for an invoice, even if some is owed. Repeatable. @throws AppError
 * not_found, refused
 */
export async function verifyConfirmation(ctx: Context, decision: Decision): Promise<Decided> {
  const found = await confirmationOf(ctx, decision.id);
  const { providerId } = found;
  const { platform } = ctx;
  const waits = waiting(decision.id);
  await platform.batch([
    ...verifiedStatements(ctx, found, decision.id, waits),
    recordIfStatement(ctx, line(found, decision, "billing.verify"), waits),
    decideStatement(ctx, decision, "verified", decision.notes ?? null),
    allocateStatement(ctx, providerId),
  ]);
  // The decision stands whether or not the books can be written now: the next morning's walk writes what they lack.
  await bookFees(ctx, providerId).catch((cause: unknown) =>
    log("error", "billing books", cause, { provider: providerId }),
  );
  const now = await confirmationOf(ctx, decision.id);
  if (now.status === "rejected") throw refuse("refused", "confirmation_rejected_before");
  return {
    success: true,
    message:
      now.providerStatus === "active" ? say("confirmation_reactivated") : say("confirmation_stays_suspended"),
    status: now.status,
    providerStatus: now.providerStatus,
  };
}

/** What a verified payment does beside being counted. @param fact judged inside the batch */
export function verifiedStatements(
  ctx: Context,
  found: Told & { amountCents: number; paymentCode: string },
  id: string,
  fact: Sql,
): Sql[] {
  const { providerId, amountCents, paymentCode } = found;
  return [
    // What is still owed may suspend again, after the days that a payment gives.
    sql`UPDATE invoices SET suspended_at = NULL
      WHERE provider_id = ${providerId} AND paid_at IS NULL AND ${fact}`,
    liftInvoiceSuspension(ctx, providerId, fact),
    ...notifyStatements(
      ctx,
      found,
      {
        event: `confirmation ${id} verified`,
        type: "payment",
        title: say("payment_verified"),
        message: say("your_payment_verified", { amount: kes(amountCents), code: paymentCode }),
      },
      fact,
    ),
  ];
}

/** The code may be submitted again. @throws AppError not_found, refused once it was verified */
export async function rejectConfirmation(ctx: Context, decision: Decision): Promise<Decided> {
  const found = await confirmationOf(ctx, decision.id);
  const notes = decision.notes ?? usualRejection;
  const waits = waiting(decision.id);
  await ctx.platform.batch([
    ...notifyStatements(
      ctx,
      found,
      {
        event: `confirmation ${decision.id} rejected`,
        type: "payment",
        title: say("payment_rejected"),
        message: say("your_payment_rejected", {
          amount: kes(found.amountCents),
          code: found.paymentCode,
          why: notes,
        }),
      },
      waits,
    ),
    recordIfStatement(ctx, line(found, decision, "billing.reject"), waits),
    decideStatement(ctx, decision, "rejected", notes),
  ]);
  const now = await confirmationOf(ctx, decision.id);
  if (now.status === "verified") throw refuse("refused", "confirmation_verified_before");
  return {
    success: true,
    message: say("confirmation_rejected"),
    status: now.status,
    providerStatus: now.providerStatus,
  };
}

type Found = Told & {
  amountCents: number;
  paymentCode: string;
  status: Decided["status"];
  providerStatus: Decided["providerStatus"];
};

export async function confirmationOf(ctx: Context, id: string): Promise<Found> {
  const row = await ctx.platform.first(
    sql<Found>`SELECT n.amount_cents AS amountCents, n.payment_code AS paymentCode, n.status,
        p.id AS providerId, p.business_name AS businessName, p.contact_name AS contactName, p.subdomain,
        p.status AS providerStatus, coalesce(c.notification_emails, '') AS notificationEmails
      FROM payment_confirmations n JOIN providers p ON p.id = n.provider_id
        LEFT JOIN billing_configs c ON c.provider_id = p.id
      WHERE n.id = ${id}`,
  );
  if (!row) throw refuse("not_found", "no_such_confirmation");
  return row;
}

/** Nobody has decided yet. What hangs on a decision stands before it in its batch, so that one decision alone finds this. */
function waiting(id: string): Sql {
  return sql`EXISTS (SELECT 1 FROM payment_confirmations WHERE id = ${id} AND status = 'pending')`;
}

function decideStatement(
  ctx: Context,
  { id, actor }: Decision,
  status: "verified" | "rejected",
  notes: string | null,
): Sql {
  return sql`UPDATE payment_confirmations SET status = ${status}, notes = ${notes},
      decided_by = ${actor.actorId}, decided_at = ${ctx.now()}
    WHERE id = ${id} AND status = 'pending'`;
}

function line(found: Found, { id, actor }: Decision, action: Action) {
  const { providerId, paymentCode, amountCents } = found;
  return { ...actor, providerId, action, subject: id, detail: { paymentCode, amountCents } };
}
