import type { Context } from "../../context.ts";
import { hourMs } from "../../contract/values/time.ts";
import { leastBuyers, type WatchId, watchIds } from "../../contract/values/watches.ts";
import { sql } from "../../db/sql.ts";
import type { PinToOnline } from "./pin-to-online.ts";

/** An object that still does not open says so at least each hour, when it is woken: what is older was not taken back for want of storage. */
const saidWithinMs = 2 * hourMs;
const mostNamed = 20;

type Unopened = { providerId: string; name: string; fault: string; since: number };

/** Whose database does not open, with its statement's error; the longest first. */
export function unopened(ctx: Context): Promise<Unopened[]> {
  return ctx.platform.all(
    sql<Unopened>`SELECT provider_id AS providerId, coalesce(business_name, 'The platform''s own books') AS name, fault, since
      FROM provider_faults LEFT JOIN providers ON providers.id = provider_id
      WHERE at > ${ctx.now() - saidWithinMs} ORDER BY since LIMIT ${mostNamed}`,
  );
}

type Reading = { value: number | null; badSince: number | null };

type Row = { [Id in Exclude<WatchId, "database" | "online">]: number | null };

/** Each watch as it is now, in one question. Every oldest row is the first of an index. @param waits null = not measured now */
export async function readWatches(
  ctx: Context,
  waits: PinToOnline | null,
): Promise<Record<WatchId, Reading>> {
  const now = ctx.now();
  const [[row], states] = await ctx.platform.batch([
    sql<Row>`SELECT (SELECT seen_at FROM watches WHERE id = 'minute') AS minute,
      (SELECT min(wake_at) FROM provider_alarms) AS wakes,
      (SELECT min(since) FROM provider_faults WHERE at > ${now - saidWithinMs}) AS unopened,
      (SELECT min(created_at) FROM mail WHERE sent_at IS NULL AND lane <> 'stranger') AS mail,
      (SELECT min(at) FROM provider_reviews WHERE resolved_at IS NULL) AS differences,
      (SELECT min(created_at) FROM payment_confirmations WHERE status = 'pending') AS confirmations,
      (SELECT seen_at FROM watches WHERE id = 'backup') AS backup,
      (SELECT max(bytes) FROM provider_sizes) AS largest`,
    sql<{ id: string; badSince: number }>`SELECT id, bad_since AS badSince FROM watches
      WHERE bad_since IS NOT NULL`,
  ]);
  const since = new Map(states.map(({ id, badSince }) => [id, badSince]));
  const size = await ctx.platform.size();
  const age = (at: number | null | undefined) => (at == null ? null : Math.max(0, (now - at) / 1_000));
  const half = waits?.seconds.find(({ quantile }) => quantile === "0.5")?.value ?? null;
  const online = waits !== null && waits.sales >= leastBuyers ? half : null;
  const measured = (id: WatchId) => {
    if (id === "database") return size;
    if (id === "online") return online;
    if (id === "backup" && !ctx.settings.BACKUP_URL) return null;
    return id === "largest" ? (row?.largest ?? null) : age(row?.[id]);
  };
  return Object.fromEntries(
    watchIds.map((id) => [id, { value: measured(id), badSince: since.get(id) ?? null }]),
  ) as Record<WatchId, Reading>;
}
