import { TtlCache } from "#worker/ttl-cache";

const used = new Set<TtlCache<unknown>>();
const get = TtlCache.prototype.get;

TtlCache.prototype.get = function (key, now, read) {
  used.add(this);
  return get.call(this, key, now, read);
};

/** Empties what the worker caches in its isolate for a few seconds, as in a new isolate. */
export function forgetCaches(): void {
  for (const kept of used) kept.forgetAll();
}
