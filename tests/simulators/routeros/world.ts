/** The router as its parts see it: state, switches and time. */

import type { Faults } from "./faults.ts";
import type { ApiUser, Settings } from "./settings.ts";
import type { RouterState, StoredRow, TableName } from "./state.ts";
import { type VersionFacts, versionFacts } from "./version.ts";

export interface World {
  readonly settings: Settings;
  readonly state: RouterState;
  readonly faults: Faults;
  /** Who may log in over the API. */
  readonly users: readonly ApiUser[];
  /** The port it listens on, or 8728 while it does not. */
  readonly port: number;
  /** Who is connected to the API: "127.0.0.1:40000". */
  readonly apiPeers: readonly string[];
  /** The router's steady clock, milliseconds. */
  now(): number;
}

export function factsOf(world: World): VersionFacts {
  return versionFacts(world.settings.version);
}

/** What the router's wall clock says, milliseconds since 1970 UTC. */
export function wallTime(world: World): number {
  return world.now() + world.state.wallOffsetMs;
}

/** Item ids are `*` and upper-case hexadecimal; they are never used twice. */
export function newId(world: World): string {
  world.state.nextId += 1;
  return `*${(world.state.nextId - 1).toString(16).toUpperCase()}`;
}

/** Rows of hosts and sessions are named after their address, so an id comes back with the address. */
export function idOfAddress(address: string): string {
  const bytes = address.split(".").map(Number).reverse();
  return `*${bytes
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .replace(/^0+/, "")
    .toUpperCase()}`;
}

export function rowNamed(world: World, table: TableName, name: string): StoredRow | undefined {
  return world.state.tables[table].find((row) => row.values.name === name);
}

export function value(row: StoredRow | undefined, name: string): string {
  return row?.values[name] ?? "";
}
