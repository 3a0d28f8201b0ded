import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { type Actor, record } from "../audit/index.ts";
import { replayCallback } from "../payments/index.ts";

type Named = { providerId: string; id: string };
type Review = { kind: string; paymentId: string; detail: string; resolvedAt: number | null };

/** @throws AppError not_found, conflict when somebody closed it already */
async function openReview(ctx: Context, { providerId, id }: Named): Promise<Review> {
  const db = ctx.tenant(providerId);
  const [review] = await db.all<Review>(
    db.statement(
      `SELECT kind, payment_id AS paymentId, detail, resolved_at AS resolvedAt FROM reviews
      WHERE provider_id = ?1 AND id = ?2`,
      id,
    ),
  );
  if (!review) throw new AppError("not_found", "This difference does not exist.");
  if (review.resolvedAt !== null) throw new AppError("conflict", "Somebody has resolved this already.");
  return review;
}

/** @returns false when somebody else was first */
async function close(ctx: Context, { providerId, id }: Named, actor: Actor, note: string): Promise<boolean> {
  const db = ctx.tenant(providerId);
  const changed = await db.run(
    db.statement(
      `UPDATE reviews SET resolved_at = ?3, resolved_by = ?4, resolution = ?5
      WHERE provider_id = ?1 AND id = ?2 AND resolved_at IS NULL`,
      id,
      ctx.now(),
      actor.actorId,
      note,
    ),
  );
  return changed > 0;
}

/**
 * Closes it with a person's note. It moves no money and writes no journal, for a payment that came in twice neither: a note does
 * not say whether the money went back or was used up, and a refund books itself.
 * @throws AppError not_found, conflict
 */
export async function resolveDifference(
  ctx: Context,
  named: Named,
  actor: Actor,
  note: string,
): Promise<void> {
  const { kind } = await openReview(ctx, named);
  if (!(await close(ctx, named, actor, note)))
    throw new AppError("conflict", "Somebody has resolved this already.");
  await record(ctx, {
    ...actor,
    providerId: named.providerId,
    action: "difference.resolve",
    subject: named.id,
    detail: { kind, note },
  });
}

/**
 * Hands a dead letter's body to its payment, and closes the letter once the payment has it.
 * @throws AppError not_found, conflict, invalid for what is no dead letter
 */
export async function replayDeadLetter(ctx: Context, named: Named, actor: Actor): Promise<string> {
  const { kind, paymentId, detail } = await openReview(ctx, named);
  const { body, receivedAt } = JSON.parse(detail) as { body?: unknown; receivedAt?: unknown };
  if (kind !== "dead-letter" || typeof body !== "string")
    throw new AppError("invalid", "Only a callback that was never delivered can be delivered again.");
  const at = typeof receivedAt === "number" ? receivedAt : ctx.now();
  const isTaken = await replayCallback(ctx, { paymentId, body, receivedAt: at });
  const entry = { ...actor, providerId: named.providerId, action: "difference.replay", subject: named.id };
  if (!isTaken) {
    await record(ctx, { ...entry, detail: { delivered: false } });
    throw new AppError(
      "conflict",
      "The payment is not kept any more. Compare the statement, then resolve this.",
    );
  }
  await close(ctx, named, actor, "Delivered again.");
  await record(ctx, { ...entry, detail: { delivered: true } });
  return "Delivered. The payment has read it.";
}
