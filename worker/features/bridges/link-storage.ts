import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

/**
 * What a BridgeObject keeps of its bridge's link: when it was last there, and which version it said to be. `line_ended` is
 * called as in released versions, whose worker may be gone back to.
 */
export class LinkStorage {
  private readonly kept: BridgeStorage;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  linkBegan(since: number): void {
    this.lastSeen(since, true);
  }

  /** The bridge was there at that moment. */
  private lastSeen(at: number, isOpen: boolean): void {
    exec(
      this.kept.sql(),
      sql`INSERT INTO line_ended (one, at, open) VALUES (1, ${at}, ${isOpen ? 1 : 0}) ON CONFLICT (one) DO UPDATE
        SET at = excluded.at, open = excluded.open`,
    );
  }

  /** A link ended on which the bridge was last heard then: so long the routers were there that it said to be. */
  linkEnded({ since, heardAt }: { since: number; heardAt: number }): void {
    this.lastSeen(heardAt, false);
    exec(
      this.kept.sql(),
      sql`UPDATE router SET report = json_set(report, '$.seenAt', ${heardAt})
        WHERE report ->> '$.state' = 'reachable' AND report ->> '$.at' >= ${since}
          AND coalesce(report ->> '$.seenAt', 0) < ${heardAt}`,
    );
  }

  /**
   * For an object without a link whose end it was never told: it was lost together with its machine. The moments of the last heartbeats
   * went with the socket, so that the bridge's silence is counted from now on.
   */
  linkLost(now: number): void {
    const open = sql<{ at: number }>`SELECT at FROM line_ended WHERE open = 1`;
    const [lost] = exec(this.kept.sql(), open).toArray();
    if (lost) this.linkEnded({ since: lost.at, heardAt: now });
  }

  /** When the bridge was last there as far as is kept: at the end of its last link, or at its beginning; null before the first. */
  linkEndedAt(): number | null {
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
