import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { BridgeStorage } from "./bridge-storage.ts";
import type { Outage } from "./outage-state.ts";

/** What a BridgeObject keeps of outages, by router, or by the bridge's own id for the bridge. */
export class OutageStorage {
  private readonly kept: BridgeStorage;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  /** The bridge that this object is of; null before its first link. */
  ownId(): string | null {
    const rows = exec(this.kept.sql(), sql<{ id: string }>`SELECT id FROM own_id`);
    return rows.toArray()[0]?.id ?? null;
  }

  nameSelf(id: string): void {
    exec(this.kept.sql(), sql`INSERT INTO own_id (one, id) VALUES (1, ${id}) ON CONFLICT DO NOTHING`);
  }

  all(): Map<string, Outage> {
    const rows = exec(
      this.kept.sql(),
      sql<{ what: string; since: number; told: number; backAt: number | null }>`SELECT what, since, told,
        back_at AS backAt FROM outage`,
    );
    return new Map(
      rows.toArray().map(({ what, since, told, backAt }) => [what, { since, told: told === 1, backAt }]),
    );
  }

  /** Null: it is over. */
  keep(what: string, outage: Outage | null): void {
    if (!outage) exec(this.kept.sql(), sql`DELETE FROM outage WHERE what = ${what}`);
    else
      exec(
        this.kept.sql(),
        sql`INSERT OR REPLACE INTO outage (what, since, told, back_at)
          VALUES (${what}, ${outage.since}, ${outage.told}, ${outage.backAt})`,
      );
  }
}
