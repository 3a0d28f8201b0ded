import type { Subject } from "#contract/values/subject";
import type { Session } from "../usage.ts";
import type { EntitlementStore } from "./entitlements.ts";
import type { EventStore } from "./events.ts";
import type { JournalFile } from "./file.ts";

export class SessionStore {
  readonly #file: JournalFile;
  readonly #events: EventStore;
  readonly #entitlements: EntitlementStore;

  constructor(file: JournalFile, events: EventStore, entitlements: EntitlementStore) {
    this.#file = file;
    this.#events = events;
    this.#entitlements = entitlements;
  }

  of(routerId: string, subject: Subject): Session | undefined {
    const sql = "SELECT data FROM sessions WHERE router_id = ? AND subject = ?";
    return this.#file.documents<Session>(sql, routerId, subject)[0];
  }

  all(routerId: string): Session[] {
    return this.#file.documents("SELECT data FROM sessions WHERE router_id = ? ORDER BY subject", routerId);
  }

  /** As last read. The router still has the counters, so this waits for no disk. */
  follow(sessions: readonly Session[]): void {
    if (sessions.length === 0) return;
    const sql =
      "INSERT OR REPLACE INTO sessions (router_id, subject, entitlement_id, bytes, data) VALUES (?, ?, ?, ?, ?)";
    this.#file.commit("soon", () => {
      for (const session of sessions) {
        const { routerId, subject, entitlementId, bytesUp, bytesDown } = session.totals;
        // Forgotten while it was being read.
        if (!this.#entitlements.get(entitlementId)) continue;
        this.#file.run(sql, routerId, subject, entitlementId, bytesUp + bytesDown, JSON.stringify(session));
      }
    });
  }

  /** The device's open session is over, with these totals. */
  close({ totals }: Session): void {
    const { routerId, subject, entitlementId, bytesUp, bytesDown } = totals;
    this.#file.commit("now", () => {
      this.#file.run("DELETE FROM sessions WHERE router_id = ? AND subject = ?", routerId, subject);
      this.#entitlements.addUsed(entitlementId, bytesUp + bytesDown);
      this.#events.note(routerId, this.#file.now(), { kind: "session", totals });
    });
  }
}
