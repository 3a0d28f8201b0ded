import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { buyerOf } from "./buyer-purchases.ts";
import { isWritten, tries } from "./change-devices.ts";
import type { EntitlementRecord } from "./desired-state.ts";
import { finishSoon } from "./finish-move.ts";
import { leaveStatements, type Move } from "./move-statements.ts";
import { livingOf } from "./pair-device.ts";
import { idsOfPurchase, successorIdOf } from "./purchase-id.ts";
import { heldByBuyer, heldNow } from "./store.ts";

/** Two browsers with one cookie would otherwise take it from each other for ever. */
const betweenRoamsMs = 60_000;
/** Each leaves a row behind, and a device that stays itself is not counted among the day's moves. */
const roamsPerDay = 40;
/** Each that is tried asks its plan and its router. */
const mostTried = 5;
/** So long a visitor is told that it came along, and may send it back. */
const newsMs = 10 * minuteMs;

export type RoamAsk = { providerId: string; buyerHash: string; subject: Subject; routerId: string };

/** It runs for one device alone: nobody else loses it. */
const isAlone = ({ subjects, startedAt, state }: EntitlementRecord) =>
  subjects.length === 1 && startedAt !== null && state === "running";

const isUsedUp = ({ terms, usedBytes }: EntitlementRecord) =>
  terms.dataBytes !== null && usedBytes >= terms.dataBytes;

/**
 * What this cookie bought that runs at another router and may follow its buyer, best first: what has data left, of that what this
 * very device has, then the newest.
 */
export async function roamingOf(ctx: Context, ask: RoamAsk): Promise<EntitlementRecord[]> {
  const bought = await heldByBuyer(ctx.tenant(ask.providerId), ask.buyerHash, ctx.now());
  if (bought.some(({ routerId, subjects }) => routerId === ask.routerId && subjects.includes(ask.subject)))
    return [];
  const rank = (held: EntitlementRecord) =>
    (isUsedUp(held) ? 2 : 0) + (held.subjects[0] === ask.subject ? 0 : 1);
  return bought
    .filter((held) => held.routerId !== ask.routerId && isAlone(held))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, mostTried);
}

/**
 * Goes where its buyer is, without a tap: `stays` where it may not by itself, `changed` where it is not any more what was found. The old
 * router lets go first, as by a tap.
 * @param ask.entitlementId one that `roamingOf` found
 */
export async function roam(
  ctx: Context,
  ask: RoamAsk & { entitlementId: string },
): Promise<"moved" | "moving" | "stays" | "changed"> {
  const { providerId, buyerHash, subject, routerId } = ask;
  const db = ctx.tenant(providerId);
  for (let left = tries; left > 0; left -= 1) {
    const held = await heldNow(db, ask.entitlementId);
    const isOwn = (await buyerOf(ctx, providerId, ask.entitlementId)) === buyerHash;
    if (!held || !isOwn || held.routerId === routerId || !isAlone(held)) return "changed";
    const [from] = held.subjects;
    if (from === undefined) return "changed";
    const isSame = from === subject;
    const now = ctx.now();
    const onlyIf = sql`buyer_hash = ${buyerHash} AND ${isDue(held.id, now)}
      AND (${isSame ? 1 : 0} = 1 OR NOT EXISTS (${livingOf([subject], now)})
        AND NOT EXISTS (SELECT 1 ${ofPurchase(held.id)} AND to_subject = ${from} AND "by" = 'buyer'))`;
    const move: Move = {
      id: randomHex(128),
      entitlementId: held.id,
      rev: held.rev,
      at: now,
      onlyIf,
      fromSubject: isSame ? null : from,
      toSubject: subject,
      toRouterId: routerId,
      by: "roam",
      buyer: { hash: null, becomes: "never" },
    };
    if (await isWritten(db, leaveStatements(move, successorIdOf(held.id)))) return finished(ctx, held);
    const again = await heldNow(db, ask.entitlementId);
    // The purchase is as it was: what it may not by itself is the reason.
    if (again?.rev === held.rev) return "stays";
  }
  return "changed";
}

async function finished(
  ctx: Context,
  { id, providerId, routerId }: EntitlementRecord,
): Promise<"moved" | "moving"> {
  return (await finishSoon(ctx, { providerId, entitlementId: id, fromRouterId: routerId }))
    ? "moved"
    : "moving";
}

function ofPurchase(entitlementId: string): Sql {
  const [first, end] = idsOfPurchase(entitlementId);
  return sql`FROM moves WHERE moves.entitlement_id >= ${first} AND moves.entitlement_id < ${end}`;
}

function isDue(entitlementId: string, now: number): Sql {
  const roams = sql`${ofPurchase(entitlementId)} AND "by" = 'roam'`;
  return sql`NOT EXISTS (SELECT 1 ${roams} AND moves.at > ${now - betweenRoamsMs})
    AND (SELECT count(*) ${roams} AND moves.at > ${now - dayMs}) < ${roamsPerDay}`;
}

type Came = { fromSubject: Subject | null; fromRouterId: string };

/** How a purchase came to where it is, if it followed its buyer a moment ago. `fromSubject`: the device that it left. */
export async function cameAlong(
  ctx: Context,
  providerId: string,
  entitlementId: string,
): Promise<Came | null> {
  // Only what was at another router before has a number.
  if (idsOfPurchase(entitlementId)[0] === entitlementId) return null;
  const row = await ctx.tenant(providerId).first(
    sql<
      Came & { by: string }
    >`SELECT from_subject AS fromSubject, from_router_id AS fromRouterId, "by" ${ofPurchase(entitlementId)}
      AND to_entitlement_id = ${entitlementId} AND moves.at > ${ctx.now() - newsMs}
      ORDER BY moves.at DESC LIMIT 1`,
  );
  return row?.by === "roam" ? row : null;
}

/**
 * It came to the wrong device: back to the one that it left, where it then stays. Nothing where it did not come so.
 * @throws AppError not_found
 */
export async function sendBack(
  ctx: Context,
  { providerId, buyerHash, entitlementId }: { providerId: string; buyerHash: string; entitlementId: string },
): Promise<void> {
  if ((await buyerOf(ctx, providerId, entitlementId)) !== buyerHash)
    throw refuse("not_found", "purchase_unknown");
  const held = await heldNow(ctx.tenant(providerId), entitlementId);
  const came = held && (await cameAlong(ctx, providerId, held.id));
  if (!held || held.state === "moved" || !came?.fromSubject) return;
  const move: Move = {
    id: randomHex(128),
    entitlementId: held.id,
    rev: held.rev,
    at: ctx.now(),
    fromSubject: null,
    toSubject: came.fromSubject,
    toRouterId: came.fromRouterId,
    by: "buyer",
    buyer: { hash: null, becomes: "never" },
    onlyIf: sql`buyer_hash = ${buyerHash}`,
  };
  if (await isWritten(ctx.tenant(providerId), leaveStatements(move, successorIdOf(held.id))))
    await finished(ctx, held);
}
