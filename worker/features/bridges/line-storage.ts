import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

/** What a BridgeObject keeps of its bridge's line: when it was last there, and which version it said to be. */
export class LineStorage {
  private readonly kept: BridgeStorage;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  /** The bridge was there at that moment. */
  lastSeen(at: number): void {
    exec(
      this.kept.sql(),
      sql`INSERT INTO line_ended (one, at) VALUES (1, ${at}) ON CONFLICT (one) DO UPDATE
        SET at = excluded.at`,
    );
  }

  /** A line ended on which the bridge was last heard then: so long the routers were there that it said to be. */
  lineEnded({ since, heardAt }: { since: number; heardAt: number }): void {
    this.lastSeen(heardAt);
    exec(
      this.kept.sql(),
      sql`UPDATE router SET report = json_set(report, '$.seenAt', ${heardAt})
        WHERE report ->> '$.state' = 'reachable' AND report ->> '$.at' >= ${since}
          AND coalesce(report ->> '$.seenAt', 0) < ${heardAt}`,
    );
  }

  /** When the bridge was last there as far as is kept: at the end of its last line, or at its beginning; null before the first. */
  lineEndedAt(): number | null {
    return exec(this.kept.sql(), sql<{ at: number }>`SELECT at FROM line_ended`).toArray()[0]?.at ?? null;
  }

  version(): string | null {
    return (
      exec(this.kept.sql(), sql<{ version: string }>`SELECT version FROM bridge_version`).toArray()[0]
        ?.version ?? null
    );
  }

  setVersion(version: string): void {
    if (version !== this.version())
      exec(this.kept.sql(), sql`INSERT OR REPLACE INTO bridge_version (one, version) VALUES (1, ${version})`);
  }
}
