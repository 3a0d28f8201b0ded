import type { RouterAssignment } from "#contract/bridge";
import type { Subject } from "#contract/values/subject";
import type { Profiles } from "../commands/profiles.ts";
import { type Entitlement, isEnded } from "../entitlement.ts";
import type { Journal } from "../journal.ts";
import type { Router } from "../router.ts";

/** One router and all that is needed to make it equal to the journal. */
export type Site = {
  /** Over the connection of the last comparison alone, as `profiles`. */
  router: Router;
  profiles: Profiles;
  assignment: RouterAssignment;
  bridgeId: string;
  journal: Journal;
  /** Devices that are read and written just now, each by one alone. */
  inHand: Set<Subject>;
};

/** The purchase whose turn it is on this router. */
export function nextOf(site: Site, subject: Subject, queue: readonly Entitlement[]): Entitlement | undefined {
  const here = queue.filter((one) => one.routerId === site.assignment.routerId);
  const places = here.map((one) => ({
    id: one.id,
    order: one.order,
    subjects: one.spec.subjects,
    started: one.startedAt !== null,
    ended: isEnded(one) || site.journal.entitlements.isShut(one),
  }));
  const id = running(subject, places);
  return here.find((one) => one.id === id);
}

/** Every device that is, was or shall be let out for it on this router. */
export function devicesOn(routerId: string, entitlement: Entitlement | undefined): Subject[] {
  if (!entitlement) return [];
  const wanted = entitlement.routerId === routerId ? entitlement.spec.subjects : [];
  return [...wanted, ...touchedOn(routerId, entitlement)];
}

/** Every device that is not yet confirmed off. */
export function touchedOn(routerId: string, { touched }: Entitlement): Subject[] {
  return touched.flatMap((at) => (at.routerId === routerId ? [at.subject] : []));
}

/** A purchase as its devices' queues see it. `started`: its clock runs. `ended`: or shut at this hour, it holds no other up. */
export type Place = {
  id: string;
  order: number;
  subjects: readonly Subject[];
  started: boolean;
  ended: boolean;
};

/** The purchase that lets this device out: the lowest `order` not ended; a started one first, or its time would be lost. */
export function running(subject: Subject, places: readonly Place[]): string | undefined {
  let first: Place | undefined;
  for (const place of places) {
    if (place.ended || !place.subjects.includes(subject)) continue;
    if (!first || before(place, first)) first = place;
  }
  return first?.id;
}

function before(one: Place, other: Place): boolean {
  if (one.started !== other.started) return one.started;
  return one.order === other.order ? one.id < other.id : one.order < other.order;
}
