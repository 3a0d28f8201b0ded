import * as z from "zod";
import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Actor, type AuditEntry, type AuditLine, lineOf, lineStatement } from "../audit/index.ts";
import { copyNow } from "../copies/index.ts";
import { adjustmentJournal, journalStatements, type PaymentFacts } from "../ledger/index.ts";
import { replayCallback } from "../payments/index.ts";

type Named = { providerId: string; id: string };
type Review = { kind: string; paymentId: string; detail: string; resolvedAt: number | null };

const resolvedAlready = () => refuse("conflict", "difference_resolved_already");

/** @throws AppError not_found, conflict when somebody closed it already */
async function openReview(ctx: Context, { providerId, id }: Named): Promise<Review> {
  const db = ctx.tenant(providerId);
  const review = await db.first(
    sql<Review>`SELECT kind, payment_id AS paymentId, detail, resolved_at AS resolvedAt FROM reviews
      WHERE id = ${id}`,
  );
  if (!review) throw refuse("not_found", "no_such_difference");
  if (review.resolvedAt !== null) {
    await recordClosed(ctx, providerId);
    throw resolvedAlready();
  }
  return review;
}

type Closing = Pick<AuditEntry, "action" | "detail"> & { actor: Actor; note: string; journal?: Sql[] };

/**
 * With what it books and its line for the audit, which lies in the platform's database and follows: at once where that works,
 * else by a repeat or the next sweep. @returns false when it was decided before
 */
async function close(
  ctx: Context,
  { providerId, id }: Named,
  { actor, note, action, detail, journal = [] }: Closing,
): Promise<boolean> {
  const db = ctx.tenant(providerId);
  const whose = providerId === platformBooks ? null : providerId;
  const line = lineOf(ctx, {
    ...actor,
    providerId: whose,
    subject: id,
    action,
    ...(detail ? { detail } : {}),
  });
  const [closed = []] = await db.batch([
    sql`UPDATE reviews SET resolved_at = ${ctx.now()}, resolved_by = ${actor.actorId}, resolution = ${note},
        audit_line = ${JSON.stringify(line)}
      WHERE id = ${id} AND resolved_at IS NULL RETURNING id`,
    ...journal,
  ]);
  if (closed.length > 0) await recordClosed(ctx, providerId);
  await copyNow(ctx, providerId);
  return closed.length > 0;
}

/** Writes what the audit lacks of a provider's closed differences. Repeatable, also at once: each line has its id. */
export async function recordClosed(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  try {
    const rows = await db.all(
      sql<{ id: string; line: string }>`SELECT id, audit_line AS line FROM reviews
        WHERE audit_line IS NOT NULL LIMIT 100`,
    );
    if (rows.length === 0) return;
    await ctx.platform.batch(rows.map(({ line }) => lineStatement(JSON.parse(line) as AuditLine)));
    await db.run(sql`UPDATE reviews SET audit_line = NULL WHERE id IN ${among(rows.map(({ id }) => id))}`);
  } catch (cause) {
    // What was decided stands; its line is written later.
    log("error", "audit of a closed difference", cause, { provider: providerId });
  }
}

/** Such lines; their order does not matter. */
export const closedDue = () => [
  sql<{ at: number }>`SELECT resolved_at AS at FROM reviews
    WHERE audit_line IS NOT NULL LIMIT 1`,
];

/**
 * A note books nothing by itself. @param answer.credit a second payment stays as the payer's credit, in the books
 * @throws AppError not_found, conflict, invalid
 */
export async function resolveDifference(
  ctx: Context,
  named: Named,
  actor: Actor,
  { note, credit = false }: { note: string; credit?: boolean | undefined },
): Promise<void> {
  const review = await openReview(ctx, named);
  const booked = credit ? await creditOf(ctx, named, review) : null;
  const closed = await close(ctx, named, {
    actor,
    note,
    action: "difference.resolve",
    detail: { kind: review.kind, note, ...(booked ? { creditCents: booked.cents } : {}) },
    ...(booked ? { journal: booked.journal } : {}),
  });
  if (!closed) throw resolvedAlready();
}

async function creditOf(
  ctx: Context,
  { providerId, id }: Named,
  { kind, paymentId, detail }: Review,
): Promise<{ cents: number; journal: Sql[] }> {
  const { receipt, cents } = JSON.parse(detail) as { receipt?: unknown; cents?: unknown };
  if (kind !== "double" || typeof cents !== "number" || cents <= 0)
    throw refuse("invalid", "difference_credit_only_twice");
  const listed = await ctx.platform.first(
    sql`SELECT receipt FROM paybill_payments WHERE provider_id = ${providerId}
      AND receipt = ${typeof receipt === "string" ? receipt : ""}`,
  );
  // It would be in the books twice as soon as somebody gives it to a purchase.
  if (listed) throw refuse("conflict", "difference_listed_as_money");
  const db = ctx.tenant(providerId);
  const facts = await db.first(
    sql<PaymentFacts>`SELECT id AS paymentId, router_id AS routerId, method, settlement, switch_id AS switchId
      FROM payments WHERE id = ${paymentId}`,
  );
  if (!facts) throw refuse("conflict", "difference_not_in_books");
  const journal = adjustmentJournal(id, facts, { cents, at: ctx.now() });
  return { cents, journal: journalStatements(journal, "after-change") };
}

/** As it was kept, with the door by which it came. */
const DeadLetter = z.object({
  door: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("own") }),
    z.object({ kind: z.literal("short") }),
    z.object({ kind: z.literal("app"), app: z.string() }),
  ]),
  body: z.string(),
  receivedAt: z.number(),
});

/** Closes it once the payment has the body, which it counts once. @throws AppError not_found, conflict, invalid */
export async function replayDeadLetter(ctx: Context, named: Named, actor: Actor): Promise<Text> {
  const { kind, paymentId, detail } = await openReview(ctx, named);
  const letter = DeadLetter.safeParse(JSON.parse(detail));
  if (kind !== "dead-letter" || !letter.success) throw refuse("invalid", "difference_only_undelivered");
  const isTaken = await replayCallback(ctx, { paymentId, ...letter.data });
  if (!isTaken) throw refuse("conflict", "difference_not_kept");
  await close(ctx, named, { actor, note: "Delivered again.", action: "difference.replay" });
  return say("difference_delivered");
}
