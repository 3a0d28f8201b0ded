import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { isWritten, refuseTooMany, refuseWhatIsOver, tries } from "./change-devices.ts";
import type { EntitlementRecord } from "./desired-state.ts";
import { deliverQuietly, finishSoon } from "./finish-move.ts";
import {
  type Buyer,
  hereStatements,
  leaveStatements,
  type Move,
  redirectStatement,
} from "./move-statements.ts";
import { deviceName, type PlanDevice, planDevices } from "./plan-devices.ts";
import { successorIdOf } from "./purchase-id.ts";
import { heldNow } from "./store.ts";

export type DeviceToGive = {
  providerId: string;
  /** Any id that the purchase ever had. */
  entitlementId: string;
  subject: Subject;
  /** Where the device is. */
  routerId: string;
  /** How it was proven that the purchase is the claimant's. */
  by: Move["by"];
  /** Of the claimant's cookie, which becomes the buyer where a plan for one device moves. */
  buyerHash: string | null;
  /** What gives way in a plan for several: a device by its name, all of them, or (null) nobody unless somebody says so. */
  instead: string | "all" | null;
};

/** See `ClaimOutcome` in the contract. */
export type Given = "here" | "attached" | "moved" | "moving";

/** Who comes is asked who gives way: one of these, or all of them. Nothing has changed. */
export type GivesWay = { gives: "one" | "all"; devices: PlanDevice[] };

/**
 * Beside those that have it while there is room. In a full plan for one device it takes that one's place; in one for several nobody
 * leaves unasked. Another router lets go first. @throws AppError not_found; refused for one that is over, cut off, or has
 * moved too often
 */
export async function giveDevice(ctx: Context, ask: DeviceToGive): Promise<Given | GivesWay> {
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

/** Null: somebody else changed the purchase meanwhile. */
async function decide(
  ctx: Context,
  db: TenantDb,
  held: EntitlementRecord,
  ask: DeviceToGive,
): Promise<Given | GivesWay | null> {
  if (held.state === "moved") return onItsWay(ctx, db, held, ask);
  const { subjects, terms } = held;
  if (subjects.length > 0 && held.routerId !== ask.routerId) return leave(ctx, db, held, ask);
  if (subjects.includes(ask.subject)) {
    await deliverQuietly(ctx, ask.providerId, held.id);
    return "here";
  }
  const isFull = subjects.length >= terms.devices;
  const fromSubject = isFull ? leaving(ctx, held, ask) : null;
  if (fromSubject === undefined) return whoGivesWay(ctx, "one", held);
  const move: Move = { ...moveOf(ctx, held, ask), fromSubject, buyer: buyerAfter(held, ask) };
  if (!(await isWritten(db, hereStatements(move)))) return refuseTooMany(ctx, db, held, isFull);
  await deliverQuietly(ctx, ask.providerId, held.id);
  return isFull ? "moved" : "attached";
}

const isShared = ({ terms }: EntitlementRecord) => terms.devices > 1;

/** The device whose place is taken; undefined where that has to be asked. */
function leaving(ctx: Context, held: EntitlementRecord, { instead }: DeviceToGive): Subject | undefined {
  if (!isShared(held)) return held.subjects[0];
  return held.subjects.find((subject) => deviceName(ctx, held.id, subject) === instead);
}

/** Who may come is asked about those who would leave, the one that it was bought for last. */
async function whoGivesWay(
  ctx: Context,
  gives: GivesWay["gives"],
  { id, providerId }: EntitlementRecord,
): Promise<GivesWay> {
  return { gives, devices: (await planDevices(ctx, providerId, id)).reverse() };
}

/** Whose it is once it has moved. A code that is shared among a plan's devices says nothing of who bought it; a receipt with its number does. */
const movedBuyer = (held: EntitlementRecord, { by, buyerHash: hash }: DeviceToGive): Buyer => ({
  hash,
  becomes: isShared(held) && by !== "receipt" ? "never" : "always",
});

function buyerAfter(held: EntitlementRecord, ask: DeviceToGive): Buyer {
  const { subjects, terms } = held;
  if (subjects.length >= terms.devices) return movedBuyer(held, ask);
  return { hash: ask.buyerHash, becomes: subjects.length === 0 ? "if-nobody" : "never" };
}

const moveOf = (ctx: Context, held: EntitlementRecord, { subject, routerId, by }: DeviceToGive) => ({
  id: randomHex(128),
  entitlementId: held.id,
  rev: held.rev,
  toSubject: subject,
  toRouterId: routerId,
  by,
  at: ctx.now(),
});

/** To another router: the old one lets go first, with all devices of the plan. */
async function leave(
  ctx: Context,
  db: TenantDb,
  held: EntitlementRecord,
  ask: DeviceToGive,
): Promise<Given | GivesWay | null> {
  if (!mayAllLeave(held, ask)) return whoGivesWay(ctx, "all", held);
  const move: Move = {
    ...moveOf(ctx, held, ask),
    fromSubject: held.subjects[0] ?? null,
    buyer: movedBuyer(held, ask),
  };
  if (!(await isWritten(db, leaveStatements(move, successorIdOf(held.id)))))
    return refuseTooMany(ctx, db, held, true);
  return finishing(ctx, held);
}

/** The provider decides for all of them; others are asked where somebody else has the plan, too. */
function mayAllLeave(held: EntitlementRecord, { by, subject, instead }: DeviceToGive): boolean {
  return (
    by === "provider" ||
    instead === "all" ||
    !isShared(held) ||
    held.subjects.every((other) => other === subject)
  );
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
): Promise<Given | GivesWay | null> {
  const open = sql`FROM moves WHERE entitlement_id = ${held.id} AND done_at IS NULL`;
  const on = await db.first(
    sql<{ subject: Subject; attachedAt: number }>`SELECT to_subject AS subject, at AS attachedAt ${open}`,
  );
  if (on && !mayAllLeave({ ...held, subjects: [on.subject] }, ask))
    return { gives: "all", devices: [{ device: deviceName(ctx, held.id, on.subject), ...on }] };
  const { hash, becomes } = movedBuyer(held, ask);
  const [redirected] = await db.batch([
    redirectStatement(held.id, {
      toSubject: ask.subject,
      toRouterId: ask.routerId,
      by: ask.by,
      at: ctx.now(),
    }),
    sql`UPDATE entitlements SET buyer_hash = coalesce(${becomes === "always" ? hash : null}, buyer_hash)
      WHERE id = ${held.id} AND EXISTS (SELECT 1 ${open})`,
  ]);
  if (redirected?.length) return finishing(ctx, held);
  return refuseTooMany(ctx, db, held, on !== undefined && on.subject !== ask.subject);
}
