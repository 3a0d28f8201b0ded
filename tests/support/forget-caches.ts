import { TtlCache } from "#worker/ttl-cache";
import { VersionCache } from "#worker/version-cache";

const used = new Set<TtlCache<unknown> | VersionCache<unknown>>();
const { get } = TtlCache.prototype;
const { get: getOfVersion } = VersionCache.prototype;

TtlCache.prototype.get = function (key, now, read) {
  used.add(this);
  return get.call(this, key, now, read);
};

VersionCache.prototype.get = function (ctx, key, read) {
  used.add(this);
  return getOfVersion.call(this, ctx, key, read);
};

/** Empties what the worker caches in its isolate for a few seconds, as in a new isolate. */
export function forgetCaches(): void {
  for (const kept of used) kept.forgetAll();
}
