import { KeptBriefly } from "#worker/kept-briefly";

const used = new Set<KeptBriefly<unknown>>();
const get = KeptBriefly.prototype.get;

KeptBriefly.prototype.get = function (key, now, read) {
  used.add(this);
  return get.call(this, key, now, read);
};

/** What the worker keeps for a few seconds in its isolate is forgotten, as in a new isolate. */
export function forgetEverything(): void {
  for (const kept of used) kept.forgetAll();
}
