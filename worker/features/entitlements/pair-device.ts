import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { buyerOf } from "./buyer-purchases.ts";
import { isWritten, refuseTooMany, refuseWhatIsOver, tries } from "./change-devices.ts";
import { deliverQuietly } from "./finish-move.ts";
import { hereStatements, type Move } from "./move-statements.ts";
import { heldNow } from "./store.ts";

export type PairAsk = {
  providerId: string;
  /** Any id that the purchase ever had. */
  entitlementId: string;
  /** Of the cookie that asks: the buyer's alone may. */
  buyerHash: string;
  subject: Subject;
  /** Where the device is seen: the purchase's own router. */
  routerId: string;
};

/**
 * Its buyer lets another device in, as far as the plan goes; one for a single device moves. Nobody else's device is taken: one that
 * has a purchase keeps it. @throws AppError not_found; refused
 */
export async function pairDevice(ctx: Context, ask: PairAsk): Promise<"here" | "attached" | "moved"> {
  const { providerId, entitlementId, buyerHash, subject, routerId } = ask;
  const db = ctx.tenant(providerId);
  for (let left = tries; left > 0; left -= 1) {
    const held = await heldNow(db, entitlementId);
    if (!held || (await buyerOf(ctx, providerId, entitlementId)) !== buyerHash)
      throw refuse("not_found", "purchase_unknown");
    const now = ctx.now();
    refuseWhatIsOver(held, now);
    if (held.routerId !== routerId || held.state === "moved") throw refuse("refused", "plan_runs_elsewhere");
    if (held.subjects.includes(subject)) {
      await deliverQuietly(ctx, providerId, held.id);
      return "here";
    }
    const isFull = held.subjects.length >= held.terms.devices;
    if (isFull && held.terms.devices > 1) throw refuse("refused", "plan_places_taken");
    if (await hasOtherPurchase(ctx, providerId, subject)) throw refuse("refused", "device_has_purchase");
    const move: Move = {
      id: randomHex(128),
      entitlementId: held.id,
      rev: held.rev,
      at: now,
      fromSubject: isFull ? (held.subjects[0] ?? null) : null,
      toSubject: subject,
      toRouterId: routerId,
      by: "buyer",
      buyer: { hash: buyerHash, becomes: "never" },
      onlyIf: sql`buyer_hash = ${buyerHash} AND NOT EXISTS (${livingOf([subject], now)})`,
    };
    if (await isWritten(db, hereStatements(move))) {
      await deliverQuietly(ctx, providerId, held.id);
      return isFull ? "moved" : "attached";
    }
    await refuseTooMany(ctx, db, held, isFull);
  }
  throw refuse("conflict", "purchase_changing");
}

/** What was stopped counts, too: its device is not let in by another way. */
export const livingOf = (subjects: readonly Subject[], now: number): Sql<{ subject: Subject }> =>
  sql<{ subject: Subject }>`SELECT taken.subject AS subject FROM devices taken
    JOIN entitlements living ON living.id = taken.entitlement_id
    WHERE taken.subject IN ${among(subjects)} AND taken.detached_at IS NULL
      AND living.state IN ('waiting', 'running', 'cut_off')
      AND (living.ends_at IS NULL OR living.ends_at > ${now})`;

export async function hasOtherPurchase(ctx: Context, providerId: string, subject: Subject): Promise<boolean> {
  return (await paidAmong(ctx, providerId, [subject])).size > 0;
}

/** Those of these devices that have a purchase of the provider, running or not. */
export async function paidAmong(
  ctx: Context,
  providerId: string,
  subjects: readonly Subject[],
): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const rows = await ctx.tenant(providerId).all(livingOf(subjects, ctx.now()));
  return new Set(rows.map(({ subject }) => subject));
}
