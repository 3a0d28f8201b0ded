import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { AppError, refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { type EntitlementRecord, isOver } from "./desired-state.ts";
import { deliverQuietly, finishSoon } from "./finish-move.ts";
import { hereStatements, leaveStatements, type Move, movesOfDay, movesPerDay } from "./move-statements.ts";
import { successorIdOf } from "./purchase-id.ts";
import { heldNow } from "./store.ts";

export type DeviceToGive = {
  providerId: string;
  /** Any id that the purchase ever had. */
  entitlementId: string;
  mac: string;
  /** Where the device is. */
  routerId: string;
  /** How it was proven that the purchase is the claimant's. */
  by: Move["by"];
  /** Of the claimant's cookie, which becomes the buyer where the purchase moves. */
  buyerHash: string | null;
};

/** See `ClaimOutcome` in the contract. */
export type Given = "here" | "attached" | "moved" | "moving";

/** Each try is decided on a fresh reading; whoever loses against another change decides anew. */
const tries = 8;
const dayMs = 86_400_000;

/**
 * Beside those that have it while there is room, else instead of the one that has had it longest. Another router lets
 * go first. @throws AppError not_found; refused for one that is over, cut off, or has moved too often
 */
export async function giveDevice(ctx: Context, ask: DeviceToGive): Promise<Given> {
  const db = ctx.tenant(ask.providerId);
  for (let left = tries; left > 0; left -= 1) {
    const held = await heldNow(db, ask.entitlementId);
    if (!held) throw refuse("not_found", "purchase_unknown");
    refuseWhatIsOver(held, ctx.now());
    const given = await decide(ctx, db, held, ask);
    if (given) return given;
  }
  throw refuse("conflict", "purchase_changing");
}

function refuseWhatIsOver(held: EntitlementRecord, now: number): void {
  if (held.state === "cut_off") throw refuse("refused", "purchase_stopped");
  const isUsedUp = (isOver(held) && held.state !== "moved") || (held.endsAt !== null && held.endsAt <= now);
  if (isUsedUp) throw refuse("refused", "purchase_used_up");
}

/** Null: somebody else changed the purchase meanwhile. */
async function decide(
  ctx: Context,
  db: TenantDb,
  held: EntitlementRecord,
  ask: DeviceToGive,
): Promise<Given | null> {
  if (held.state === "moved") return onItsWay(ctx, db, held, ask);
  const { macs, terms } = held;
  const waits = macs.length === 0;
  if (!waits && held.routerId !== ask.routerId) return leave(ctx, db, held, ask);
  if (macs.includes(ask.mac)) {
    await deliverQuietly(ctx, ask.providerId, held.id);
    return "here";
  }
  const isFull = macs.length >= terms.devices;
  const move: Move = {
    ...moveOf(ctx, held, ask),
    fromMac: isFull ? (macs[0] ?? null) : null,
    buyer: { hash: ask.buyerHash, becomes: isFull ? "always" : waits ? "if-nobody" : "never" },
  };
  if (!(await isWritten(db, hereStatements(move)))) return refuseTooMany(ctx, db, held, isFull);
  await deliverQuietly(ctx, ask.providerId, held.id);
  return isFull ? "moved" : "attached";
}

const moveOf = (ctx: Context, held: EntitlementRecord, { mac, routerId, by }: DeviceToGive) => ({
  id: randomHex(128),
  entitlementId: held.id,
  rev: held.rev,
  toMac: mac,
  toRouterId: routerId,
  by,
  at: ctx.now(),
});

/** To another router: the old one lets go first. */
async function leave(
  ctx: Context,
  db: TenantDb,
  held: EntitlementRecord,
  ask: DeviceToGive,
): Promise<Given | null> {
  const move: Move = {
    ...moveOf(ctx, held, ask),
    fromMac: held.macs[0] ?? null,
    buyer: { hash: ask.buyerHash, becomes: "always" },
  };
  if (!(await isWritten(db, leaveStatements(move, successorIdOf(held.id)))))
    return refuseTooMany(ctx, db, held, true);
  return finishing(ctx, held);
}

async function finishing(ctx: Context, { id, providerId, routerId }: EntitlementRecord): Promise<Given> {
  const open = { providerId, entitlementId: id, fromRouterId: routerId };
  return (await finishSoon(ctx, open)) ? "moved" : "moving";
}

/** Another router has yet to let go: where it goes on is still open. */
async function onItsWay(
  ctx: Context,
  db: TenantDb,
  held: EntitlementRecord,
  ask: DeviceToGive,
): Promise<Given | null> {
  const [redirected] = await db.batch([
    sql`UPDATE moves SET to_mac = ${ask.mac}, to_router_id = ${ask.routerId}, "by" = ${ask.by}
      WHERE entitlement_id = ${held.id} AND done_at IS NULL RETURNING id`,
    sql`UPDATE entitlements SET buyer_hash = coalesce(${ask.buyerHash}, buyer_hash)
      WHERE id = ${held.id} AND EXISTS (SELECT 1 FROM moves
        WHERE entitlement_id = ${held.id} AND done_at IS NULL)`,
  ]);
  return redirected?.length ? finishing(ctx, held) : null;
}

async function isWritten(db: TenantDb, statements: Parameters<TenantDb["batch"]>[0]): Promise<boolean> {
  const results = await db.batch(statements);
  return (results.at(-1)?.length ?? 0) > 0;
}

/** Null: that is not why it was not written. */
async function refuseTooMany(
  ctx: Context,
  db: TenantDb,
  { id }: EntitlementRecord,
  isCounted: boolean,
): Promise<null> {
  const now = ctx.now();
  const { count, first } = await movesOfDay(db, id, now);
  if (!isCounted || count < movesPerDay) return null;
  const retryAfterMs = first + dayMs - now;
  throw new AppError("too_many", say("moves_limit", { times: movesPerDay }), {
    retryAfter: retryAfterMs / 1_000,
  });
}
