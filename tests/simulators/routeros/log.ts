/**
 * /log: the lines that the router keeps in memory, the oldest first; a reboot loses them. Fields are those of the command trees of 7.9 to
 * 7.24; texts of PPP as routers of 6.49 and 7.24 were seen to write them. What a client calls itself is written as it is.
 */

import { type Menu, readVerbs } from "./menu.ts";
import { clockTexts } from "./menus-system.ts";
import type { Row } from "./query.ts";
import { type World, wallTime } from "./world.ts";

export interface LogLine {
  readonly id: string;
  /** Milliseconds since 1970 UTC, by the router's wall clock of then. */
  readonly at: number;
  readonly topics: string;
  readonly message: string;
}

/** `memory-lines` of `/system/logging/action` as it comes. */
const keptLines = 1_000;

export function note(world: World, topics: string, message: string): void {
  const log = world.state.log ?? [];
  // Ids of its own, counted up.
  const last = Number.parseInt(log.at(-1)?.id.slice(1) ?? "0", 16);
  log.push({ id: `*${(last + 1).toString(16).toUpperCase()}`, at: wallTime(world), topics, message });
  world.state.log = log.slice(-keptLines);
}

/** Today's lines have the time alone; others a day before it, without the year up to 7.9. */
function timeOf(world: World, at: number): string {
  const [line, now] = [clockTexts(world, at), clockTexts(world, wallTime(world))];
  if (line.date === now.date) return line.time;
  const day = world.faults.dateFormat === "iso" ? line.date : line.date.slice(0, 6);
  return `${day} ${line.time}`;
}

const rows = (world: World): Row[] =>
  (world.state.log ?? []).map(({ id, at, topics, message }) => ({
    ".id": id,
    time: timeOf(world, at),
    topics,
    message,
  }));

export const logMenu: Menu = { path: "/log", rows, verbs: readVerbs(rows) };
