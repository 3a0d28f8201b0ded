import type { Site } from "../reconciler/device-queue.ts";
import type { RouterRow } from "../router.ts";
import { filledRows } from "../router-values.ts";
import { queuePath } from "./device-rows.ts";
import { countersOf } from "./line-counters.ts";
import { lineOfEntry } from "./router-lines.ts";

const readEveryMs = 60_000;
/** A device that moves nothing for so long is away: also what sleeps asks for something in that time. */
const awayAfterMs = 600_000;

type Seen = { bytes: string; movedAt: number };

/** Which devices are there: those whose own queue counts. That holds with any server of addresses, and by cable or radio. */
export class DeviceWatch {
  readonly #site: Site;
  readonly #told: () => void;
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #seen = new Map<string, Seen>();

  constructor(site: Site, told: () => void) {
    this.#site = site;
    this.#told = told;
  }

  /** The router may have been away, and may have begun to count anew. */
  startOver(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#seen.clear();
  }

  /** @param now monotonic */
  async poll(now: number): Promise<void> {
    if (now - this.#readAt < readEveryMs) return;
    const { router, journal, assignment } = this.#site;
    const rows = filledRows(await router.print(queuePath, { dynamic: "false" }, [".id", "comment", "bytes"]));
    this.#readAt = now;
    const counted = new Map(rows.map((row) => [lineOfEntry(row), row.bytes]));
    this.#count(rows);
    for (const line of journal.lines.liveDevices(assignment.routerId)) {
      const bytes = counted.get(line.id);
      if (bytes === undefined) continue;
      const before = this.#seen.get(line.id);
      const hasMoved = before !== undefined && before.bytes !== bytes;
      const movedAt = hasMoved ? now : (before?.movedAt ?? now);
      this.#seen.set(line.id, { bytes, movedAt });
      const { mac, address } = line.spec;
      const { session } = line;
      const isOther = session !== null && (session.address !== address || session.callerId !== mac);
      if (hasMoved && (session === null || isOther)) {
        const since = journal.now();
        journal.lines.dialled(line, { id: "", address, callerId: mac, since, speed: line.made });
      } else if (session !== null && now - movedAt >= awayAfterMs) journal.lines.dialled(line, null);
    }
    this.#told();
  }

  /** A queue that was there before its line was known has counted for another line, or for another journal. */
  #count(rows: readonly RouterRow[]): void {
    const { journal, assignment } = this.#site;
    const { routerId } = assignment;
    const known = new Set(journal.lines.liveDevices(routerId).map(({ id }) => id));
    const readings = rows.flatMap((row) => {
      const lineId = lineOfEntry(row);
      const [up, down] = (row.bytes ?? "").split("/");
      const counters = countersOf(row, up, down);
      return lineId !== undefined && known.has(lineId) && counters
        ? [{ lineId, counters, isOlder: true }]
        : [];
    });
    journal.lineUsage.counted(routerId, readings, journal.routers.boot(routerId));
  }
}
