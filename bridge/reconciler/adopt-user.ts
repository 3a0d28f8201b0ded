import { macOf, type Subject } from "#contract/values/subject";
import type { Marked } from "../commands/read-device.ts";
import { type Entitlement, isEnded } from "../entitlement.ts";
import { type Site, touchedOn } from "./device-queue.ts";

/** A user on the router lets this device out for a purchase that this journal did not know: journalled with what it used there. */
export function adopt(
  { journal, assignment }: Site,
  { subject, entitlementId: id, leftSeconds, leftBytes }: Marked,
): void {
  const { routerId } = assignment;
  const { entitlements, events, routers } = journal;
  const known = entitlements.get(id);
  if (!known || touchedOn(routerId, known).includes(subject)) return;
  journal.atOnce(() => {
    const { spec } = known;
    const now = journal.now();
    const dataBytes = spec.kind === "serve" ? spec.dataBytes : null;
    const counted = dataBytes === null || leftBytes === null ? undefined : dataBytes - leftBytes;
    entitlements.touch(id, routerId, subject, counted === undefined ? undefined : now);
    // What another router's rows say of it counts nothing: at a host of the platform they may be another provider's to write.
    if (known.routerId !== routerId || isEnded(known) || spec.kind !== "serve") return;
    const left = leftSeconds * 1_000;
    // With hours it says how long the window was open, not what was left of the purchase.
    if (known.startedAt === null && !known.hours && left < spec.durationMs)
      entitlements.start(id, now - spec.durationMs + left);
    const unreported = (counted ?? 0) - entitlements.used(id);
    if (unreported <= 0) return;
    entitlements.addUsed(id, unreported);
    events.note(routerId, now, {
      kind: "session",
      totals: {
        routerId,
        boot: routers.boot(routerId),
        session: `${macOf(subject).replaceAll(":", "")}-before-${now}`,
        entitlementId: id,
        subject,
        bytesUp: 0,
        bytesDown: unreported,
        seconds: 0,
        open: false,
      },
    });
  });
}

/** Sessions that ran before then are counted in what was adopted. Site time, 0 for one that was let in here. */
export function adoptedAt(routerId: string, subject: Subject, { touched }: Entitlement): number {
  return touched.find((at) => at.routerId === routerId && at.subject === subject)?.adoptedAt ?? 0;
}
