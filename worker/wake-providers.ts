import type { Context } from "./context.ts";
import { platformBooks } from "./contract/values/platform-books.ts";
import { hourMs, minuteMs } from "./contract/values/time.ts";
import { atEach } from "./db/every-tenant.ts";
import { isThere } from "./db/lookup.ts";
import { among, sql } from "./db/sql.ts";
import { logRejected } from "./log.ts";

// Each provider's object sweeps its own rows by its alarm (worker/db/provider-alarm.ts). The cron finds those whose alarm was
// lost: in minutes where the platform was told that one is near, else by a walk that wakes every object once in a while.

/** Of a run, whose alarm was not heard of in time. */
const mostOverdue = 200;
/** Of a run, in the walk. Beyond 6,000 providers a round takes longer than its hour. */
const walkStep = 100;
const roundMs = hourMs;
/** An object that could not be woken is tried again after this, so that it keeps no other from its turn. */
const retryMs = 10 * minuteMs;

/** The minute cron's part for all providers and the platform's own books. */
export async function wakeProviders(ctx: Context): Promise<void> {
  const now = ctx.now();
  const [overdue, [walk]] = await ctx.platform.batch([
    sql<{ id: string }>`SELECT provider_id AS id FROM provider_alarms WHERE wake_at <= ${now}
      ORDER BY wake_at LIMIT ${mostOverdue}`,
    sql<{
      after: string | null;
      beganAt: number;
    }>`SELECT after, began_at AS beganAt FROM provider_walk WHERE id = 1`,
  ]);
  await wakeOverdue(
    ctx,
    overdue.map(({ id }) => id),
  );
  if (walk?.after != null) await walkOn(ctx, walk.after, walk.beganAt);
  else if (!walk || walk.beganAt <= now - roundMs) await walkOn(ctx, "", now);
}

async function wakeOverdue(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const now = ctx.now();
  const woken = await wake(ctx, ids);
  const [done, failed] = [true, false].map((isWoken) => ids.filter((_id, place) => woken[place] === isWoken));
  // Not those that told meanwhile when they are to be woken next.
  await ctx.platform.batch([
    sql`DELETE FROM provider_alarms WHERE provider_id IN ${among(done ?? [])} AND wake_at <= ${now}`,
    sql`UPDATE provider_alarms SET wake_at = ${now + retryMs}
      WHERE provider_id IN ${among(failed ?? [])} AND wake_at <= ${now}`,
  ]);
}

/** @param after the id of the last one of this round; empty = the round begins */
async function walkOn(ctx: Context, after: string, beganAt: number): Promise<void> {
  const rows = await ctx.platform.all(
    sql<{
      id: string;
    }>`SELECT id FROM providers WHERE id > ${after} AND ${isThere} ORDER BY id LIMIT ${walkStep}`,
  );
  const ids = rows.map(({ id }) => id);
  await wake(ctx, after === "" ? [platformBooks, ...ids] : ids);
  const next = ids.length < walkStep ? null : (ids.at(-1) ?? null);
  await ctx.platform.run(
    sql`INSERT INTO provider_walk (id, after, began_at) VALUES (1, ${next}, ${beganAt})
      ON CONFLICT (id) DO UPDATE SET after = excluded.after, began_at = excluded.began_at`,
  );
}

/** @returns of each whether that succeeded */
async function wake(ctx: Context, ids: readonly string[]): Promise<boolean[]> {
  const woken = await atEach(ids, (id) => ctx.provider(id).wake());
  logRejected("provider not woken", woken);
  return woken.map(({ status }) => status === "fulfilled");
}

/** What an object tells of itself: by when the cron wakes it unless it is told otherwise; null = not at all. */
export async function tellWake(ctx: Context, providerId: string, wakeAt: number | null): Promise<void> {
  await ctx.platform.run(
    wakeAt === null
      ? sql`DELETE FROM provider_alarms WHERE provider_id = ${providerId}`
      : sql`INSERT INTO provider_alarms (provider_id, wake_at) VALUES (${providerId}, ${wakeAt})
          ON CONFLICT (provider_id) DO UPDATE SET wake_at = excluded.wake_at`,
  );
}
