import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { hourMs, minuteMs } from "../../contract/values/time.ts";
import { isOfErased } from "../../errors.ts";
import { log } from "../../log.ts";
import { recordLineUsage } from "../lines/index.ts";
import { sellersOfRouter } from "../routers/index.ts";
import type { LineUsageStorage, ToldLines } from "./line-usage-storage.ts";

// A bridge tells every five minutes what went through its lines, in totals that only rise. Their provider's tables have them so late:
const keptMs = hourMs / 2;
/** After a provider's tables could not be reached. */
const againMs = minuteMs / 2;

/**
 * Writes what was kept for long enough, or is of a day that is over.
 * @returns when there will be more of it, at the latest; null = not before more is told
 */
export async function writeLineUsage(ctx: Context, usage: LineUsageStorage): Promise<number | null> {
  const now = ctx.now();
  const dues: number[] = [];
  for (const one of usage.all()) {
    const isOver = one.told.some(({ at }) => nairobiDay(at) !== nairobiDay(now));
    if (!isOver && one.since + keptMs > now) dues.push(one.since + keptMs);
    // Another bridge counts it now, from 0: what this one says late would be counted behind that.
    else if (!usage.isAssigned(one.routerId) || (await write(ctx, one))) usage.drop(one.routerId);
    else dues.push(now + againMs);
  }
  return dues.length === 0 ? null : Math.min(...dues);
}

/** @returns false: it is to be tried again */
async function write(ctx: Context, { routerId, told }: ToldLines): Promise<boolean> {
  try {
    // Lines are of the provider that has the router now.
    const [providerId] = await sellersOfRouter(ctx, routerId);
    if (providerId !== undefined) await recordLineUsage(ctx, { providerId, routerId }, told);
    return true;
  } catch (cause) {
    if (isOfErased(cause)) return true;
    log("error", "usage of lines", cause, { router: routerId });
    return false;
  }
}
