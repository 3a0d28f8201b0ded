import type { BridgeStorage } from "./bridge-storage.ts";
import type { Outage } from "./outage-state.ts";

/** What a BridgeObject keeps of outages, by router, or by the bridge's own id for the bridge. */
export class OutageStorage {
  private readonly kept: BridgeStorage;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  /** The bridge that this object is of; null before its first line. */
  ownId(): string | null {
    const rows = this.kept.sql().exec<{ id: string }>("SELECT id FROM own_id");
    return rows.toArray()[0]?.id ?? null;
  }

  nameSelf(id: string): void {
    this.kept.sql().exec("INSERT INTO own_id (one, id) VALUES (1, ?1) ON CONFLICT DO NOTHING", id);
  }

  all(): Map<string, Outage> {
    const rows = this.kept
      .sql()
      .exec<{ what: string; since: number; told: number; backAt: number | null }>(
        "SELECT what, since, told, back_at AS backAt FROM outage",
      );
    return new Map(
      rows.toArray().map(({ what, since, told, backAt }) => [what, { since, told: told === 1, backAt }]),
    );
  }

  /** Null: it is over. */
  keep(what: string, outage: Outage | null): void {
    const sql = this.kept.sql();
    if (!outage) sql.exec("DELETE FROM outage WHERE what = ?1", what);
    else
      sql.exec(
        "INSERT OR REPLACE INTO outage (what, since, told, back_at) VALUES (?1, ?2, ?3, ?4)",
        what,
        outage.since,
        outage.told ? 1 : 0,
        outage.backAt,
      );
  }
}
