import type { Context } from "../../context.ts";
import { chargedShillings } from "../../contract/values/money.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { minuteMs } from "../../contract/values/time.ts";
import type { Terms, TopUp } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type AppError, refuse } from "../../errors.ts";
import { deliverNow } from "./deliver.ts";
import type { EntitlementRecord } from "./desired-state.ts";
import { firstIdIn, firstIdOf } from "./purchase-id.ts";
import { heldLately, newestOf } from "./store.ts";

// More data for a purchase that goes on until its unchanged end. Its data is always what was sold and the sum of the top-ups that
// are paid and were not taken back: reckoned anew from their payments, so that it does not matter what is told twice or in which order.
// Money that comes too late for it buys its share of the plan: a top-up is never cheaper access.

/** With less time left nobody would get through what they pay for. */
const leastLeftMs = 10 * minuteMs;
/** A prompt takes its time: what was sold in time still counts. */
const leastLeftAtLastMs = 5 * minuteMs;
/** Little is left where it is this part of what there was. */
const lowPart = 4;

/** @property shillings what is charged @property endsAt UTC ms: it stays the end */
export type TopUpOffer = { planId: string; bytes: number; shillings: number; endsAt: number };

type Running = Pick<EntitlementRecord, "terms" | "endsAt" | "startedAt" | "state" | "usedBytes">;

/** What a purchase may be offered now: its data is used up, or nearly. */
export function topUpOffer(held: Running, now: number): TopUpOffer | null {
  const { terms, endsAt, usedBytes } = held;
  if (whyNot(held, now) !== null || endsAt === null || !terms.topUp || terms.dataBytes === null) return null;
  const isLow = terms.dataBytes - usedBytes <= terms.dataBytes / lowPart;
  return held.state === "ended" || isLow ? offerOf(terms.planId, terms.topUp, endsAt) : null;
}

export function offerOf(
  planId: string,
  { bytes, priceCents }: Pick<TopUp, "bytes" | "priceCents">,
  endsAt: number,
): TopUpOffer {
  return { planId, bytes, shillings: chargedShillings(priceCents), endsAt };
}

export const mayStillTopUp = (endsAt: number, now: number): boolean => endsAt - now >= leastLeftMs;

function whyNot({ terms, endsAt, startedAt, state }: Running, now: number): AppError | null {
  if (terms.dataBytes === null || !terms.topUp) return refuse("refused", "top_up_not_offered");
  if (state === "cut_off") return refuse("refused", "top_up_cut_off");
  if (state === "lapsed" || (endsAt !== null && endsAt <= now)) return refuse("refused", "top_up_over");
  if (startedAt === null || endsAt === null) return refuse("refused", "top_up_not_started");
  return mayStillTopUp(endsAt, now) ? null : refuse("refused", "top_up_too_late");
}

/**
 * More data as it is sold, frozen.
 * @property terms what is paid for @property of the purchase that it is for, by its first id
 * @property takenUntil UTC ms; later the money buys `share`, a purchase of its own
 */
export type SoldTopUp = { terms: Terms; of: string; bytes: number; takenUntil: number; share: Terms };

/** For the purchase of this plan that this device may top up at this router. @throws AppError not_found, refused */
export async function sellTopUp(
  ctx: Context,
  at: { providerId: string; subject: Subject | null; routerId: string; planId: string },
): Promise<SoldTopUp> {
  const held = await purchaseToTopUp(ctx, at);
  // What is imported ends by its own day; a purchase that is made later has its time from then on.
  const { topUp, endsBy: _imported, ...terms } = held.terms;
  if (!topUp || held.endsAt === null) throw refuse("refused", "top_up_not_offered");
  const { bytes, priceCents, share } = topUp;
  return {
    terms: { ...terms, priceCents, dataBytes: bytes },
    of: firstIdOf(held.id),
    bytes,
    takenUntil: held.endsAt - leastLeftAtLastMs,
    share: { ...terms, priceCents, ...share },
  };
}

async function purchaseToTopUp(
  ctx: Context,
  at: { providerId: string; subject: Subject | null; routerId: string; planId: string },
): Promise<EntitlementRecord> {
  const { providerId, subject, routerId, planId } = at;
  const now = ctx.now();
  const held = subject === null ? [] : await heldLately(ctx.tenant(providerId), { subject, routerId });
  const ofPlan = held.filter(({ terms }) => terms.planId === planId);
  const found = ofPlan.find((one) => whyNot(one, now) === null) ?? ofPlan[0];
  if (!found) throw refuse("not_found", "top_up_nothing");
  const refused = whyNot(found, now);
  if (refused) throw refused;
  // Both would run at once, and only one of them let the device out.
  const isBehind = found.state === "ended" && held.some((one) => one !== found && isRunning(one, now));
  if (isBehind) throw refuse("refused", "top_up_other_runs");
  return found;
}

const isRunning = ({ state, endsAt }: EntitlementRecord, now: number): boolean =>
  state === "running" && endsAt !== null && endsAt > now;

/** Whether money that is asked for now at a pay bill would still serve it. */
export async function isTopUpTaken(
  ctx: Context,
  { providerId, purchaseId }: { providerId: string; purchaseId: string },
): Promise<boolean> {
  const row = await ctx
    .tenant(providerId)
    .first(sql<{ isTaken: number }>`SELECT ${takesTopUp(purchaseId, ctx.now())} AS isTaken`);
  return row?.isTaken === 1;
}

/** Whether money that comes now still serves it; else it buys its share of the plan, a purchase of its own. */
export function takesTopUp(purchaseId: string, now: number): Sql {
  return sql`EXISTS (SELECT 1 FROM entitlements WHERE id = ${newestOf(purchaseId)}
    AND (state IN ('waiting', 'running', 'moved') OR state = 'ended' AND end_reason = 'data')
    AND (ends_at IS NULL OR ends_at > ${now + leastLeftAtLastMs}))`;
}

/** Its data as its payments say now; where that is more, one that had used it up goes on. Repeating it changes nothing. */
export function topUpStatement(purchaseId: string, now: number): Sql {
  const first = firstIdOf(purchaseId);
  const sum = sql`(SELECT coalesce(sum(p.top_up_bytes), 0) FROM payments p
    WHERE p.top_up_of = ${first} AND p.status = 'completed' AND p.entitlement_id = ${first})`;
  const goesOn = sql`state = 'ended' AND end_reason = 'data' AND ends_at > ${now} AND top_up_bytes < ${sum}`;
  // One that is leaving its router is told nothing new there: what it has goes along.
  return sql`UPDATE entitlements SET top_up_bytes = ${sum},
      state = CASE WHEN ${goesOn} THEN 'running' ELSE state END,
      end_reason = CASE WHEN ${goesOn} THEN NULL ELSE end_reason END,
      ended_at = CASE WHEN ${goesOn} THEN NULL ELSE ended_at END,
      rev = rev + (state <> 'moved'), updated_at = ${now}
    WHERE id = ${newestOf(purchaseId)} AND top_up_bytes <> ${sum}`;
}

/** @property bytes as they were sold @property givesBytes what they are now: what was used of them, once they were taken away */
export type PaidTopUp = {
  id: string;
  paidAt: number;
  bytes: number;
  givesBytes: number;
  cents: number;
  receipt: string | null;
  refundedCents: number;
};

/** Those that a purchase has, oldest first, as the JSON of `PaidTopUp[]`. @param id any that it ever had, as SQL */
export function topUpsOf(id: Sql): Sql {
  return sql`(SELECT json_group_array(json_object('id', p.id, 'paidAt', p.completed_at,
      'bytes', json_extract(p.terms, '$.dataBytes'), 'givesBytes', p.top_up_bytes, 'cents', p.amount_cents,
      'receipt', p.receipt, 'refundedCents', p.refunded_cents))
    FROM (SELECT * FROM payments WHERE top_up_of = ${firstIdIn(id)}
      AND status = 'completed' AND entitlement_id = top_up_of ORDER BY completed_at, id) p)`;
}

/**
 * Its money went back: what is unused of the data that it gave is taken away again, and the purchase itself goes on. Data is used in
 * the order in which it was paid for; what was used stays counted, or the next top-up would pay for it. Repeatable.
 */
export async function takeTopUpAway(
  ctx: Context,
  { providerId, paymentId, purchaseId }: { providerId: string; paymentId: string; purchaseId: string },
): Promise<void> {
  const first = firstIdOf(purchaseId);
  const paidBefore = sql`(SELECT coalesce(sum(p.top_up_bytes), 0) FROM payments p
    WHERE p.top_up_of = ${first} AND p.status = 'completed' AND p.entitlement_id = ${first}
      AND (p.completed_at, p.id) < (payments.completed_at, payments.id))`;
  const used = sql`(SELECT max(0, used_bytes - json_extract(terms, '$.dataBytes') - ${paidBefore})
    FROM entitlements WHERE id = ${newestOf(first)})`;
  await ctx
    .tenant(providerId)
    .batch([
      sql`UPDATE payments SET top_up_bytes = min(top_up_bytes, ${used}) WHERE id = ${paymentId}`,
      topUpStatement(purchaseId, ctx.now()),
    ]);
  await deliverNow(ctx, providerId, purchaseId);
}
