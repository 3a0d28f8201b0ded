import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import { voucherCodeFrom, voucherLength } from "../../contract/values/voucher-code.ts";
import type { GenerateVouchers, Voucher } from "../../contract/vouchers.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { AppError, refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { planById, termsOf } from "../plans/index.ts";
import { claimIdempotencyKey, noMinutes, quotas, returnMinutes, takeMinutes } from "../rate-limits/index.ts";
import { batchStatement, countLive, type Filled, removeEndedStatements, roomFilled } from "./store.ts";
import { vouchersOfBatch } from "./voucher-list.ts";

/** 1 to 100, which keep the plan's terms. Named by the Idempotency-Key: a repeat answers with the same ones. */
export async function generateVouchers(
  ctx: Context,
  providerId: string,
  input: GenerateVouchers,
  idempotencyKey: string | null,
  /** The admin whose minutes a gift takes; null = of somebody without a limit. */
  giver: string | null = null,
): Promise<Voucher[]> {
  const now = ctx.now();
  const expiresAt = input.expiresAt === undefined ? null : expiryOf(input.expiresAt);
  if (expiresAt !== null && !(expiresAt > now)) throw refuse("invalid", "expiry_past").at("expiresAt");
  const db = ctx.tenant(providerId);
  const plan = await planById(db, input.planId);
  if (!plan) throw noSuchPlan();
  await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, input);
  const batchId =
    idempotencyKey === null
      ? crypto.randomUUID()
      : sha256(`batch ${providerId} ${idempotencyKey}`).slice(0, 32);
  const known = await vouchersOfBatch(db, batchId, now);
  if (known.length > 0) return known;
  const codes = new Set<string>();
  while (codes.size < input.quantity) codes.add(newVoucherCode());
  const { live, perHour, perDay, endedMs, removedAtATime } = quotas.vouchers;
  const room = { live, perHour, perDay, sinceHour: now - hourMs, sinceDay: now - dayMs };
  const made = {
    batchId,
    codes: [...codes],
    planId: plan.id,
    terms: { ...termsOf(plan), ...(input.isFree ? { priceCents: 0 } : {}) },
    createdAt: now,
    expiresAt,
    room,
  };
  const limited = input.isFree ? giver : null;
  const gift = { id: batchId, minutes: plan.durationMinutes * input.quantity, at: now };
  const isTaken = sql`EXISTS (SELECT 1 FROM gifts WHERE id = ${batchId})`;
  await db.batch([
    ...(limited === null ? [] : takeMinutes(limited, gift)),
    batchStatement(made, limited === null ? sql`true` : isTaken),
    returnMinutes(batchId, sql`EXISTS (SELECT 1 FROM vouchers WHERE batch_id = ${batchId})`),
    // Who makes new ones clears away what nobody can use or asks about any more.
    ...removeEndedStatements(now - endedMs, removedAtATime),
  ]);
  const vouchers = await vouchersOfBatch(db, batchId, now);
  if (vouchers.length > 0) return vouchers;
  refuseFull(await roomFilled(db, now, room), input.quantity);
  if (limited !== null && (await planById(db, plan.id)))
    throw await noMinutes(ctx, { providerId, adminId: limited });
  // The plan was deleted this very moment.
  throw noSuchPlan();
}

export function newVoucherCode(): string {
  return voucherCodeFrom(crypto.getRandomValues(new Uint8Array(voucherLength)));
}

/** @throws AppError refused where a provider has no room for so many more that can be used */
export async function refuseTooManyVouchers(db: TenantDb, now: number, more: number): Promise<void> {
  const live = await countLive(db, now);
  const { live: most } = quotas.vouchers;
  if (live + more > most)
    throw refuse("refused", "vouchers_kept_limit", { count: count(live), most: count(most) });
}

const noSuchPlan = () => refuse("not_found", "plan_gone_choose");

/** A date-time without an offset is meant in Nairobi. */
function expiryOf(text: string): number {
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}+03:00`);
}

/** @throws AppError refused, too_many where there was no room for so many more */
function refuseFull({ live, lastHour, lastDay }: Filled, more: number): void {
  const most = quotas.vouchers;
  if (live + more > most.live)
    throw refuse("refused", "vouchers_kept_limit", { count: count(live), most: count(most.live) });
  if (lastHour + more > most.perHour)
    throw new AppError(
      "too_many",
      say("vouchers_hour_limit", { count: count(lastHour), most: count(most.perHour) }),
      { retryAfter: hourMs / 1_000 },
    );
  if (lastDay + more > most.perDay)
    throw new AppError(
      "too_many",
      say("vouchers_day_limit", { count: count(lastDay), most: count(most.perDay) }),
      { retryAfter: 24 * (hourMs / 1_000) },
    );
}

const count = (number: number) => number.toLocaleString("en-US");
