import type { Context } from "../../context.ts";
import type { Access } from "../../contract/payments.ts";
import type { Hours } from "../../contract/plans.ts";
import { endAfter, isOpenAt, opensAt, shownHours } from "../../contract/values/open-hours.ts";
import { speedNow } from "../../contract/values/speed.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { lookup } from "../../db/lookup.ts";
import type { AccessNow } from "./bridge-api.ts";
import { type EntitlementRecord, hoursOf, isClosed } from "./desired-state.ts";
import { heldByBuyer, heldByDevice, heldNow } from "./store.ts";
import { type TopUpOffer, topUpOffer } from "./top-up.ts";

/** @property bridgeId by which its router was reached when it was bought: asked first, without a look at the router's row */
export type EntitlementRef = {
  providerId: string;
  routerId: string;
  bridgeId?: string | null;
  entitlementId: string;
};

/** By what its bridge last reported; one that moved is looked for there. @param ref.routerId where it was bought */
export async function accessOf(ctx: Context, ref: EntitlementRef): Promise<AccessNow> {
  const live = await liveAccessOf(ctx, ref);
  if (live) return live;
  const held = await heldNow(ctx.tenant(ref.providerId), ref.entitlementId);
  if (!held) return awayIf(await isUnreached(ctx, ref), { access: "connecting", endsAt: null });
  if (held.subjects.length === 0) return { access: "waiting_for_device", endsAt: null };
  const isElsewhere = held.id !== ref.entitlementId || held.routerId !== ref.routerId;
  const there = isElsewhere ? await liveAccessOf(ctx, { ...held, entitlementId: held.id }) : null;
  if (there) return there;
  const now = accessNow(held, null, ctx.now());
  // A waiting page asks every 1.5 s: the router is looked up only where it makes a difference.
  if (now.access !== "connecting") return now;
  return awayIf(await isUnreached(ctx, held), now);
}

/** Before its bridge knows of a purchase: as far as the platform knows of the router. */
async function isUnreached(
  ctx: Context,
  { providerId, routerId }: Pick<EntitlementRef, "providerId" | "routerId">,
): Promise<boolean> {
  const router = await lookup(ctx.snapshot(providerId)).routerById(routerId);
  return router?.onlineSince === null;
}

/** Marks access that waits for a router which can't be reached, or has no bridge. */
export function awayIf(isAway: boolean, now: AccessNow): AccessNow {
  return isAway && now.access === "connecting" ? { ...now, routerAway: true } : now;
}

async function liveAccessOf(
  ctx: Context,
  { providerId, routerId, bridgeId = null, entitlementId }: EntitlementRef,
): Promise<AccessNow | null> {
  const at = (bridge: string | null) =>
    bridge === null ? null : ctx.env.BRIDGE.getByName(bridge).accessOf(entitlementId);
  const there = await at(bridgeId);
  if (there) return there;
  const router = await lookup(ctx.snapshot(providerId)).routerById(routerId);
  return router && router.bridgeId !== bridgeId ? at(router.bridgeId) : null;
}

/** @property startsAt UTC ms; null while the one before it has not started */
export type QueuedNow = { entitlementId: string; planName: string; startsAt: number | null };

export type DeviceNow = AccessNow & {
  entitlementId: string;
  routerId: string;
  /** It runs for this device alone. */
  isAlone: boolean;
  planName: string;
  /** By now: behind its fair use it is slower. */
  downKbps: number;
  /** Null = unlimited. */
  dataLeftBytes: number | null;
  /** More data that may be bought for it now; null = none. */
  topUp: TopUpOffer | null;
  /** Of the day, in which it is open alone; null = day and night. */
  hours: Hours | null;
  boughtAt: number;
  /** What starts after it, in order. */
  queue: QueuedNow[];
  /** How many devices the plan is for, and how many have it. */
  devices: { bought: number; attached: number };
};

/** What a device has at a provider: by address alone, so nothing that only its buyer may see. */
export async function deviceNow(
  ctx: Context,
  providerId: string,
  subject: Subject,
): Promise<DeviceNow | null> {
  const live = (await heldByDevice(ctx.tenant(providerId), subject)).filter((held) =>
    isLive(held, ctx.now()),
  );
  // One that was bought at another router may wait there for ever; the one that runs is the one that counts.
  const current = firstOf(live, ctx.now());
  if (!current) return null;
  return nowOf(ctx, current, live);
}

/** What this cookie bought last that still lives, on whatever device: for its buyer alone. */
export async function boughtNow(
  ctx: Context,
  providerId: string,
  buyerHash: string,
): Promise<DeviceNow | null> {
  const bought = await heldByBuyer(ctx.tenant(providerId), buyerHash, ctx.now());
  const current = firstOf(bought, ctx.now());
  if (!current) return null;
  const ofDevice = bought.filter((held) =>
    held.subjects.some((subject) => current.subjects.includes(subject)),
  );
  return nowOf(ctx, current, ofDevice.reverse());
}

/** What stands before a purchase that its device has not come to yet: the plan, and when it ends (null: it has not started). */
export async function aheadOf(
  ctx: Context,
  providerId: string,
  entitlementId: string,
): Promise<{ planName: string; endsAt: number | null } | null> {
  const db = ctx.tenant(providerId);
  const held = await heldNow(db, entitlementId);
  const [subject] = held?.subjects ?? [];
  if (!held || subject === undefined) return null;
  const live = (await heldByDevice(db, subject)).filter((one) => isLive(one, ctx.now()));
  const earlier = live.slice(
    0,
    live.findIndex(({ id }) => id === held.id),
  );
  const before = earlier.filter((one) => !isClosed(one, ctx.now()));
  const last = before.at(-1);
  return last ? { planName: last.terms.planName, endsAt: endOf(before) } : null;
}

/** Whose turn it is: outside of its hours a purchase holds no other up. */
function firstOf(live: readonly EntitlementRecord[], now: number): EntitlementRecord | undefined {
  const open = live.filter((held) => !isClosed(held, now));
  const some = open.length > 0 ? open : live;
  return some.find((held) => held.startedAt !== null) ?? some[0];
}

const isLive = ({ state, endsAt }: EntitlementRecord, now: number) =>
  state !== "cut_off" && (endsAt === null || endsAt > now);

/** When all of them will have run out, one after the other; null where none has started. */
function endOf(held: readonly EntitlementRecord[]): number | null {
  const running = held.find(({ startedAt }) => startedAt !== null);
  if (running?.endsAt == null) return null;
  return held
    .filter((one) => one !== running && !(one.startedAt !== null && one.terms.hours))
    .reduce((end, one) => endAfter(hoursOf(one), end, one.terms.durationMs), running.endsAt);
}

/** @param live of the device, oldest first */
async function nowOf(
  ctx: Context,
  current: EntitlementRecord,
  live: readonly EntitlementRecord[],
): Promise<DeviceNow> {
  const { id, providerId, routerId, terms } = current;
  return {
    ...(await accessOf(ctx, { providerId, routerId, entitlementId: id })),
    entitlementId: id,
    routerId,
    isAlone: current.subjects.length === 1 && current.startedAt !== null,
    planName: terms.planName,
    downKbps: speedNow(terms, current.usedBytes).downKbps,
    dataLeftBytes: terms.dataBytes === null ? null : Math.max(0, terms.dataBytes - current.usedBytes),
    topUp: topUpOffer(current, ctx.now()),
    hours: shownHours(terms.hours),
    boughtAt: current.createdAt,
    queue: queueBehind(current, live, ctx.now()),
    devices: { bought: terms.devices, attached: current.subjects.length },
  };
}

function queueBehind(
  current: EntitlementRecord,
  live: readonly EntitlementRecord[],
  now: number,
): QueuedNow[] {
  const behind = live.filter((held) => held !== current);
  return behind.map((held, index) => {
    const hours = hoursOf(held);
    const isBegun = hours !== null && held.startedAt !== null;
    const turn = isBegun ? now : endOf([current, ...behind.slice(0, index)]);
    const startsAt = turn !== null && hours ? opensAt(hours, turn) : turn;
    return { entitlementId: held.id, planName: held.terms.planName, startsAt };
  });
}

/** What a bridge last said of an entitlement, and of which revision of it. */
export type ReportedState = "connecting" | "online" | "waiting_for_device" | "queued" | "ended";
export type Reported = { rev: number; state: ReportedState };

const accessWord = {
  connecting: "connecting",
  online: "online",
  waiting_for_device: "waiting_for_device",
  queued: "queued",
  ended: "none",
} as const satisfies Record<ReportedState, Access>;

/** How far a purchase is: what shall be, and what the bridge last said of just that. */
export function accessNow(held: EntitlementRecord, reported: Reported | null, now: number): AccessNow {
  const { endsAt, rev, state } = held;
  // One that moves lives on elsewhere; until it is there it is on its way.
  const lives = state === "waiting" || state === "running" || state === "moved";
  if (!lives || (endsAt !== null && endsAt <= now)) return { access: "none", endsAt };
  const isOfThis = reported !== null && reported.rev >= rev;
  // "Online" may overtake the event that it started: it is true once its end is known.
  const isEarly = reported?.state === "online" && endsAt === null;
  const isSaid = isOfThis && state !== "moved" && !isEarly;
  const hours = hoursOf(held);
  if (hours && !isOpenAt(hours, now)) return { access: "closed", endsAt, opensAt: opensAt(hours, now) };
  return { access: isSaid ? accessWord[reported.state] : "connecting", endsAt };
}
