import type { SessionTotals } from "../../contract/bridge.ts";
import { dayMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { ToldTotals } from "../entitlements/index.ts";
import { quotas } from "../rate-limits/index.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

/** How the object knows a session. */
export const sessionKey = ({ routerId, boot, session }: SessionTotals) => `${routerId} ${boot} ${session}`;

/** What a BridgeObject keeps of sessions: of which it was told, and their totals until these are written. */
export class UsageStorage {
  private readonly kept: BridgeStorage;
  /** Sessions that were told or written on this day (UTC): counted again when the object has slept, instead of written. */
  private today: { day: number; count: number } | undefined;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  /** True when the totals of this session, which was admitted, were last written by then. */
  isDue(session: string, writtenBy: number): boolean {
    const rows = exec(
      this.kept.sql(),
      sql<{ at: number }>`SELECT written_at AS at FROM usage WHERE session = ${session}`,
    );
    const known = rows.toArray()[0];
    return known !== undefined && known.at <= writtenBy;
  }

  written(sessions: readonly string[], now: number): void {
    for (const session of sessions)
      exec(
        this.kept.sql(),
        sql`INSERT INTO usage (session, written_at) VALUES (${session}, ${now})
          ON CONFLICT (session) DO UPDATE SET written_at = excluded.written_at`,
      );
  }

  /** Known, or one of as many new ones a day (UTC) as a bridge may tell of: it names its sessions itself. */
  admits(session: string, now: number): boolean {
    const known = sql`SELECT 1 FROM usage WHERE session = ${session}`;
    if (exec(this.kept.sql(), known).toArray().length > 0) return true;
    const day = Math.floor(now / dayMs);
    if (this.today?.day !== day) {
      exec(this.kept.sql(), sql`DELETE FROM usage WHERE written_at < ${now - dayMs}`);
      const told = sql<{
        count: number;
      }>`SELECT count(*) AS count FROM usage WHERE written_at >= ${day * dayMs}`;
      this.today = { day, count: exec(this.kept.sql(), told).one().count };
    }
    if (this.today.count >= quotas.bridge.sessionsPerDay) return false;
    this.today.count += 1;
    this.written([session], now);
    return true;
  }

  /** Totals that are kept, and since when: memory does not last from one word of a bridge to the next. */
  told(): { savedAt: number; all: ToldTotals[] } {
    const rows = exec(
      this.kept.sql(),
      sql<{ savedAt: number; body: string }>`SELECT saved_at AS savedAt, body FROM told_usage WHERE one = 1`,
    );
    const row = rows.toArray()[0];
    return row
      ? { savedAt: row.savedAt, all: JSON.parse(row.body) as ToldTotals[] }
      : { savedAt: 0, all: [] };
  }

  /** Of each of a provider's sessions at these routers the last that is kept. */
  newest(providerId: string, routerIds: readonly string[]): ToldTotals[] {
    const own = this.told().all.filter(
      (one) => one.providerId === providerId && routerIds.includes(one.totals.routerId),
    );
    return [...new Map(own.map((one) => [sessionKey(one.totals), one])).values()];
  }

  /** One row for all: a row for each would cost as much as the provider's own. */
  keep(all: readonly ToldTotals[], savedAt: number): void {
    exec(
      this.kept.sql(),
      sql`INSERT OR REPLACE INTO told_usage (one, saved_at, body) VALUES (1, ${savedAt}, ${JSON.stringify(all)})`,
    );
  }
}
