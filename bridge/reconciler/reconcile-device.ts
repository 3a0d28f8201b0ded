import { createHmac } from "node:crypto";
import { closesAt } from "#contract/values/open-hours";
import { type Speed, speedNow } from "#contract/values/speed";
import { macOf, type Subject } from "#contract/values/subject";
import { checkEpoch } from "../commands/claim.ts";
import { end } from "../commands/end.ts";
import {
  type Device,
  hasMoved,
  type Remaining,
  readDevice,
  remainingOf,
  type UserRow,
} from "../commands/read-device.ts";
import { serve } from "../commands/serve.ts";
import { takeOver } from "../commands/take-over.ts";
import { type Entitlement, isEnded, runOut } from "../entitlement.ts";
import { isHandedOver } from "../foreign-user.ts";
import type { Journal } from "../journal.ts";
import { profileName, userComment } from "../marks.ts";
import type { RouterFault } from "../router.ts";
import { closed, counted, firstSight, isSame } from "../usage.ts";
import { type DesiredUser, judge } from "../verdict.ts";
import { adoptedAt } from "./adopt-user.ts";
import { nextOf, type Site, touchedOn } from "./device-queue.ts";

/**
 * - `off`: nothing of ours lets the device out.
 * - `unknown`: a user with our mark for a purchase that is not known here; left alone.
 * - `foreign`: a user of the device's name without our mark, which may still be in use; left alone until it is handed over.
 * - `again`: the device is there and not yet in; `refused` as in `Served`.
 * - `later`: its purchase has another device, which it leaves, and which is in hand just now.
 */
export type DeviceResult =
  | { kind: "off" }
  | { kind: "later" }
  | { kind: "online" | "waiting" | "foreign"; for: string }
  | { kind: "again"; for: string; refused: RouterFault | null }
  | ({ kind: "unknown"; entitlementId: string } & Remaining);

/** Compares one device with what its queue wants, changes what differs, reads back, journals. @param seen what was just read of it */
export async function reconcileDevice(
  site: Site,
  subject: Subject,
  seen?: () => Device,
): Promise<DeviceResult> {
  const { journal, router } = site;
  const { routerId, servingEpoch } = site.assignment;
  let [device] = seen
    ? [seen()]
    : await Promise.all([
        readDevice(router, macOf(subject)),
        checkEpoch(router, servingEpoch),
        // Asked together with what a device that is let in needs. A fault of this read does not keep a device from being taken off.
        site.profiles.read().catch(() => undefined),
      ]);
  follow(site, subject, device);
  const { ours, foreign } = device;
  if (ours?.mark && !journal.entitlements.get(ours.mark.entitlementId))
    return { kind: "unknown", entitlementId: ours.mark.entitlementId, ...remainingOf(ours, device.active) };
  const queue = journal.entitlements.ofDevice(routerId, subject);
  const wanted = nextOf(site, subject, queue);
  if (!wanted) return takeOff(site, subject, device, queue, seen !== undefined);
  if (foreign && (foreign.isSpent || isHandedOver(site.assignment.takesOver, macOf(subject)))) {
    // What was read of all devices together may be of seconds ago.
    if (seen) return reconcileDevice(site, subject);
    device = await takeOver(router, macOf(subject), foreign, ours !== undefined);
    follow(site, subject, device);
  } else if (foreign && !ours) return { kind: "foreign", for: wanted.id };
  if (
    seen &&
    (judge(device, desiredUser(site, wanted, speedOf(site, wanted))) !== "keep" ||
      hasMoved(device) ||
      (!device.active && device.hosts.length > 0))
  )
    return reconcileDevice(site, subject);
  return letOut(site, subject, device, wanted, queue);
}

async function takeOff(
  site: Site,
  subject: Subject,
  device: Device,
  queue: readonly Entitlement[],
  many: boolean,
): Promise<DeviceResult> {
  const { journal, router, assignment } = site;
  const touched = queue.some((one) => touchedOn(assignment.routerId, one).includes(subject));
  if (device.ours || (touched && device.active?.user === macOf(subject))) {
    if (many) return reconcileDevice(site, subject);
    await end(router, macOf(subject), device, (user) => close(site, subject, user));
  }
  for (const one of queue) journal.entitlements.untouch(one.id, assignment.routerId, subject);
  return { kind: "off" };
}

async function letOut(
  site: Site,
  subject: Subject,
  device: Device,
  wanted: Entitlement,
  queue: readonly Entitlement[],
): Promise<DeviceResult> {
  const { journal, router } = site;
  const { routerId } = site.assignment;
  const { id, spec } = wanted;
  // A purchase that moved leaves its old device before it comes to the new one.
  for (const left of touchedOn(routerId, wanted))
    if (!spec.subjects.includes(left) && !(await leave(site, left, id))) return { kind: "later" };
  journal.entitlements.touch(id, routerId, subject);
  // Decided once: the profile that is made is the one that the user gets, however much a session that closes adds.
  const speed = speedOf(site, wanted);
  await site.profiles.ensure(speed);
  const served = await serve(router, device, {
    mac: macOf(subject),
    wanted: () => desiredUser(site, journal.entitlements.get(id) ?? wanted, speed),
    ended: (user) => close(site, subject, user),
  });
  for (const one of queue) if (one.id !== id) journal.entitlements.untouch(one.id, routerId, subject);
  if (served.outcome === "waiting") return { kind: "waiting", for: id };
  // Of two users of its name the router may have taken the one that is not ours.
  if (served.outcome === "again" && device.foreign) return { kind: "foreign", for: id };
  if (served.outcome === "again") return { kind: "again", for: id, refused: served.refused };
  const seconds = served.device.active?.seconds ?? 0;
  journal.atOnce(() => {
    follow(site, subject, served.device);
    journal.entitlements.start(id, Math.max(wanted.receivedAt, journal.now() - seconds * 1000));
  });
  return { kind: "online", for: id };
}

/** Nothing of this purchase lets that device out any more; false while others have it in hand. What else it may have is looked at in its turn. */
async function leave(site: Site, subject: Subject, id: string): Promise<boolean> {
  const { journal, router, assignment, inHand } = site;
  if (inHand.has(subject)) return false;
  inHand.add(subject);
  try {
    const mac = macOf(subject);
    const device = await readDevice(router, mac);
    follow(site, subject, device);
    const { ours, active } = device;
    if (ours && ours.mark?.entitlementId !== id) return true;
    if (ours || active?.user === mac) await end(router, mac, device, (user) => close(site, subject, user));
    journal.entitlements.untouch(id, assignment.routerId, subject);
    return true;
  } finally {
    inHand.delete(subject);
  }
}

function speedOf({ journal }: Site, { id, spec }: Entitlement): Speed {
  if (spec.kind !== "serve") throw new Error(`${id} has no speed to serve at`);
  return speedNow(spec, journal.entitlements.used(id));
}

function desiredUser(site: Site, { id, deadline, hours, spec }: Entitlement, speed: Speed): DesiredUser {
  const { journal, assignment } = site;
  if (spec.kind !== "serve") throw new Error(`${id} is not to be served`);
  const now = journal.now();
  const leftMs = deadline === null ? spec.durationMs : deadline - now;
  const openMs = hours ? closesAt(hours, now) - now : Number.POSITIVE_INFINITY;
  const bytes = spec.dataBytes === null ? null : spec.dataBytes - journal.entitlements.used(id);
  return {
    entitlementId: id,
    comment: userComment({ entitlementId: id, epoch: assignment.servingEpoch }),
    profile: profileName(speed),
    // MAC login begins a session whenever the device comes, with all that its user has left: one with hours is let in from here alone.
    password: hours ? ownPassword(site, id) : assignment.macAuthPassword,
    // 0 would be "no limit" to the router.
    seconds: Math.max(1, openMs < leftMs ? Math.floor(openMs / 1000) : Math.ceil(leftMs / 1000)),
    closes: hours !== undefined,
    bytes: bytes === null ? null : Math.max(1, bytes),
  };
}

/** That the router's MAC login does not send, and nobody at the site knows. */
function ownPassword({ journal, assignment }: Site, entitlementId: string): string {
  const what = `${assignment.macAuthPassword} ${entitlementId}`;
  return createHmac("sha256", journal.id).update(what).digest("base64url").slice(0, 24);
}

/** Brings the journal's session of this device up to what was read, and ends purchases whose data is used up. */
function follow(site: Site, subject: Subject, { ours, active }: Device): void {
  const { journal, assignment } = site;
  const { routerId } = assignment;
  const moment = { now: journal.now(), boot: journal.routers.boot(routerId) };
  const row = active?.user === macOf(subject) ? active : undefined;
  const open = journal.sessions.of(routerId, subject);
  if (open && row && isSame(open, row, ours?.used, moment)) {
    journal.sessions.follow([counted(open, row, moment.now)]);
  } else {
    if (open) close(site, subject, ours);
    const purchase = ours?.mark && journal.entitlements.get(ours.mark.entitlementId);
    if (row && ours && purchase?.spec.kind === "serve") {
      const { upKbps, downKbps } = purchase.spec;
      const key = { routerId, subject, boot: moment.boot, entitlementId: purchase.id };
      const journalBegan = Math.max(journal.began, adoptedAt(routerId, subject, purchase));
      const since = { now: moment.now, journalBegan };
      journal.sessions.follow([firstSight(key, { upKbps, downKbps }, row, ours.used, since)]);
    }
  }
  for (const one of journal.entitlements.ofDevice(routerId, subject)) endIfUsedUp(journal, one);
}

/** The device's session is over; `user` is its user with that session added. */
function close(site: Site, subject: Subject, user: UserRow | undefined): void {
  const { journal, assignment } = site;
  const open = journal.sessions.of(assignment.routerId, subject);
  if (!open) return;
  const { entitlementId } = open.totals;
  const own = user?.mark?.entitlementId === entitlementId ? user : undefined;
  journal.atOnce(() => {
    journal.sessions.close(closed(open, own?.used));
    const purchase = journal.entitlements.get(entitlementId);
    // The router lets through exactly what was left and then nothing, even where our own count is more careful.
    const full = own !== undefined && own.limitBytes > 0 && own.used.up + own.used.down >= own.limitBytes;
    const current = purchase?.applied?.rev === purchase?.rev;
    if (full && current && purchase?.spec.kind === "serve" && purchase.spec.dataBytes !== null)
      journal.entitlements.end(entitlementId, "data");
  });
}

export function endIfUsedUp(journal: Journal, entitlement: Entitlement): boolean {
  const reason = runOut(entitlement, journal.entitlements.used(entitlement.id), journal.now());
  if (!reason || isEnded(entitlement)) return false;
  journal.entitlements.end(entitlement.id, reason);
  return true;
}
