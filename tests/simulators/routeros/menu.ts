/** A menu of the router ("/ip/hotspot/user") and its verbs, and what every menu shares: `print`, `get`, item choice. */

import { matches, type Row } from "./query.ts";
import type { Command } from "./sentence.ts";
import type { ApiUser } from "./settings.ts";
import { badValue, missing, Trap, unknownParameter } from "./trap.ts";
import { factsOf, type World } from "./world.ts";

export interface Call {
  readonly world: World;
  readonly command: Command;
  readonly account: ApiUser;
}

export interface Result {
  readonly rows: readonly Row[];
  readonly ret: string | null;
}

export interface Verb {
  readonly writes: boolean;
  /** Every argument the verb knows; any other is refused by name. */
  readonly parameters: (world: World) => readonly string[];
  readonly run: (call: Call) => Result;
}

export interface Menu {
  readonly path: string;
  /** Version 6 lacks some menus. */
  readonly exists?: (world: World) => boolean;
  readonly verbs: ReadonlyMap<string, Verb>;
  /** What `print` shows. */
  readonly rows: (world: World, account: ApiUser) => Row[];
}

export const nothing: Result = { rows: [], ret: null };

/** Refuses what the verb does not know, in the order it was sent. */
export function checkParameters(verb: Verb, call: Call): void {
  const known = new Set(verb.parameters(call.world));
  for (const name of call.command.attributes.keys()) if (!known.has(name)) throw unknownParameter(name);
  if (call.command.stray !== null) throw unknownParameter(call.command.stray);
}

const printParameters = [
  ".proplist",
  "proplist",
  "detail",
  "count-only",
  "from",
  "without-paging",
  "as-value",
  "value-list",
  "terse",
  "brief",
  "show-ids",
  "stats",
  "status",
  "bytes",
  "packets",
  "where",
  "append",
  "file",
];

function chosenProperties(row: Row, list: string | undefined): Row {
  if (list === undefined) return row;
  const wanted = list.split(",").map((name) => name.trim());
  return Object.fromEntries(wanted.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}

/** Rows as this print asks for them. */
function selected(rows: readonly Row[], command: Command): Row[] {
  const from = command.attributes.get("from")?.split(",");
  const list = command.attributes.get(".proplist") ?? command.attributes.get("proplist");
  return rows
    .filter((row) => from === undefined || from.includes(row[".id"] ?? "") || from.includes(row.name ?? ""))
    .filter((row) => matches(command.queries, row))
    .map((row) => chosenProperties(row, list));
}

/** `print`, which differs between menus only by the rows. */
export function readVerbs(rows: Menu["rows"]): Map<string, Verb> {
  const parameters = (world: World) => [...printParameters, ...factsOf(world).printArguments];
  const print: Verb = {
    writes: false,
    parameters,
    run: ({ world, command, account }) => {
      const found = selected(rows(world, account), command);
      const { countOnly } = world.faults;
      if (command.attributes.has("count-only") && countOnly !== "rows") {
        if (countOnly === "refused") throw unknownParameter("count-only");
        return { rows: [], ret: String(found.length) };
      }
      return { rows: found, ret: null };
    },
  };
  return new Map([["print", print]]);
}

/** A menu that is one row without an id. */
export function singleton(path: string, row: (world: World) => Row, more: [string, Verb][] = []): Menu {
  const rows = (world: World) => [row(world)];
  return { path, rows, verbs: new Map([...readVerbs(rows), ...more]) };
}

/** The items that `.id` or `numbers` name: ids or names, separated by commas. All of them, or a trap. */
export function chosen<Item>(call: Call, find: (key: string) => Item | undefined): Item[] {
  const keys = call.command.attributes.get(".id") ?? call.command.attributes.get("numbers");
  if (keys === undefined) throw missing(".id");
  if (keys === "") throw badValue(".id");
  return keys.split(",").map((key) => {
    const item = find(key);
    if (item === undefined) throw new Trap(factsOf(call.world).noSuchItem);
    return item;
  });
}
