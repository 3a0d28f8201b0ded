import { watchIds, watchLimits } from "../../contract/values/watches.ts";
import { listWatches } from "../../contract/watches.ts";
import { type App, route } from "../../http/route.ts";
import { readWatches } from "./read-watches.ts";

export function mountWatches(app: App): void {
  route(app, listWatches, async ({ ctx }) => {
    const readings = await readWatches(ctx);
    return watchIds.map((id) => {
      const { value, badSince } = readings[id];
      const since = badSince === null ? null : new Date(badSince).toISOString();
      return { id, value, limit: watchLimits[id], badSince: since };
    });
  });
}
