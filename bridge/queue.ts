/** A purchase as its devices' queues see it. `started`: its clock runs. */
export type Place = {
  id: string;
  order: number;
  macs: readonly string[];
  started: boolean;
  ended: boolean;
};

/**
 * Which purchase lets this device out: the lowest `order` that has not ended. One whose clock already runs goes before
 * those that still wait, because time that runs unused is lost to the buyer: a purchase that arrives late with a lower
 * order, or was started by another of its devices, must not make that happen.
 */
export function running(mac: string, places: readonly Place[]): string | undefined {
  let first: Place | undefined;
  for (const place of places) {
    if (place.ended || !place.macs.includes(mac)) continue;
    if (!first || before(place, first)) first = place;
  }
  return first?.id;
}

function before(one: Place, other: Place): boolean {
  if (one.started !== other.started) return one.started;
  return one.order === other.order ? one.id < other.id : one.order < other.order;
}
