import { KeptBriefly } from "#worker/kept-briefly";

const used = new Set<KeptBriefly<unknown>>();
const get = KeptBriefly.prototype.get;

KeptBriefly.prototype.get = function (key, now, read) {
  used.add(this);
  return get.call(this, key, now, read);
};

/** Empties what the worker caches in its isolate for a few seconds, as in a new isolate. */
export function forgetCaches(): void {
  for (const kept of used) kept.forgetAll();
}
