/** What changed between two looks at a menu, as `listen` reports it. */

import type { ReplySentence } from "./commands.ts";
import type { Row } from "./query.ts";

/** Counters alone are no event: nobody has seen whether a router reports them. */
const moving = new Set([
  "uptime",
  "idle-time",
  "session-time-left",
  "bytes-in",
  "bytes-out",
  "packets-in",
  "packets-out",
  "bytes",
]);

function still(row: Row): string {
  return JSON.stringify(Object.entries(row).filter(([name]) => !moving.has(name)));
}

export class RowWatch {
  #known: Map<string, string>;

  constructor(rows: readonly Row[]) {
    this.#known = new Map(rows.map((row) => [row[".id"] ?? "", still(row)]));
  }

  /** A row that is new or different comes whole; one that is gone as `.id` and `.dead` (7.23: `true`, not `yes`). */
  changes(rows: readonly Row[]): ReplySentence[] {
    const next = new Map(rows.map((row) => [row[".id"] ?? "", still(row)]));
    const gone = [...this.#known.keys()].filter((id) => !next.has(id));
    const came = rows.filter((row) => this.#known.get(row[".id"] ?? "") !== still(row));
    this.#known = next;
    return [
      ...gone.map((id): ReplySentence => ({ kind: "!re", attributes: { ".id": id, ".dead": "true" } })),
      ...came.map((attributes): ReplySentence => ({ kind: "!re", attributes })),
    ];
  }
}
