/** What the simulated router knows. All times are milliseconds of the router's own, steady clock (`World.now`). */

import type { Box } from "./box.ts";
import type { Download } from "./line-traffic.ts";
import type { LogLine } from "./log.ts";
import type { ApiUser } from "./settings.ts";

/** Totals of a user or a session. in = received from the client (its upload), as RouterOS counts. */
export interface Usage {
  uptimeMs: number;
  bytesIn: bigint;
  bytesOut: bigint;
  packetsIn: bigint;
  packetsOut: bigint;
}

export interface StoredRow {
  readonly id: string;
  values: Record<string, string>;
  /** Hotspot users only. */
  used: Usage | null;
  /** A row that the router made itself and that cannot be removed. */
  readonly builtIn: boolean;
}

export type TableName =
  | "servers"
  | "serverProfiles"
  | "users"
  | "userProfiles"
  | "cookies"
  | "bindings"
  | "secrets"
  | "pppProfiles"
  | "addressLists"
  | "addressLists6"
  | "interfaceLists"
  | "leases"
  | "arp"
  | "queues";

/** A phone within reach of the WiFi, whether or not the router lists it. */
interface Phone {
  readonly mac: string;
  address: string;
  /** The hotspot server whose network it is in; absent: the first that runs. */
  server?: string | undefined;
}

/** A row of /ip/hotspot/host. */
export interface Host {
  readonly mac: string;
  readonly address: string;
  readonly server: string;
  readonly since: number;
  /** When the phone went silent; null while it is there. */
  leftAt: number | null;
  /** When MAC log-in is tried again; null is never. */
  macTryAt: number | null;
  used: Usage;
}

/** A row of /ip/hotspot/active. Profile and limits are those of the moment of log-in. */
export interface Session {
  readonly userId: string;
  readonly user: string;
  readonly mac: string;
  readonly address: string;
  readonly server: string;
  readonly loginBy: "mac" | "admin";
  readonly startedAt: number;
  /** Time that was left at log-in; null is without end. */
  readonly timeLimitMs: number | null;
  readonly idleMs: number | null;
  readonly keepaliveMs: number | null;
  readonly limitIn: bigint | null;
  readonly limitOut: bigint | null;
  readonly limitTotal: bigint | null;
  readonly rateLimit: string;
  readonly comment: string;
  lastTrafficAt: number;
  used: Usage;
}

/** A row of /ppp/active. */
export interface Dialled {
  readonly id: string;
  readonly name: string;
  readonly service: string;
  readonly address: string;
  readonly since: number;
  readonly callerId: string;
  /** As the profile had it at that moment; none of the three changes with the profile. */
  readonly rateLimit: string;
  readonly onDown: string;
  /** Its address stands in this list by the profile, for as long as it lasts; null where it does not. */
  readonly list: string | null;
  /** Its interface stands in this list by the profile. */
  readonly interfaceList?: string;
  /** Prefixes of IPv6 that it was given: of its own link, and delegated. */
  readonly prefixes?: { readonly link?: string | undefined; readonly delegated?: string | undefined };
  download?: Download;
  /** Counted by hand, beside what it downloads. */
  passed?: Passed;
}

/** Bytes from the client and to it. */
export interface Passed {
  up: number;
  down: number;
}

/** A device in one of the router's own networks, outside of the hotspot. */
export interface Wired {
  readonly mac: string;
  readonly interface: string;
  /** It does not ask for an address. */
  readonly isSetByHand: boolean;
  /** "" = it got none. */
  address: string;
  isPresent: boolean;
  /** When it last asked for its address. */
  askedAt: number;
  download?: Download;
}

/** One write command of the API. */
export interface WriteRecord {
  /** ISO 8601, the router's wall clock. */
  readonly at: string;
  readonly user: string;
  readonly connection: number;
  readonly command: string;
  /** Passwords are replaced by "***". */
  readonly attributes: Readonly<Record<string, string>>;
  /** "done", or the text of the trap. */
  readonly outcome: string;
}

export interface RouterState {
  identity: string;
  /** API users that were made or changed since the start, by name; they beat those of the options. */
  accounts?: Record<string, ApiUser>;
  nextId: number;
  /** How far `advanceMs` moved the router ahead of the clock it was given. */
  advancedMs: number;
  /** How far the wall clock is ahead of the steady one. */
  wallOffsetMs: number;
  timeZone: string;
  bootedAt: number;
  boots: number;
  reachable: boolean;
  /** Reboot: unreachable and without hosts until then. */
  rebootingUntil: number | null;
  /** Reboot: when the phones are seen again. */
  phonesSeenAt: number | null;
  tables: Record<TableName, StoredRow[]>;
  box: Box;
  phones: Phone[];
  hosts: Host[];
  sessions: Session[];
  dialled: Dialled[];
  /** Absent: nothing happened yet that is logged. */
  log?: LogLine[];
  wired: Wired[];
  /** `arp` of interfaces that do not have the usual one. */
  arpModes: Record<string, string>;
  writes: WriteRecord[];
  writeCommands: number;
  logins: number;
  failedLogins: number;
  connections: number;
}

export function noUsage(): Usage {
  return { uptimeMs: 0, bytesIn: 0n, bytesOut: 0n, packetsIn: 0n, packetsOut: 0n };
}

export function addUsage(total: Usage, more: Usage): void {
  total.uptimeMs += more.uptimeMs;
  total.bytesIn += more.bytesIn;
  total.bytesOut += more.bytesOut;
  total.packetsIn += more.packetsIn;
  total.packetsOut += more.packetsOut;
}

/** Counters are 64-bit, JSON numbers are not: they travel as {"$n": "digits"}. */
export function writeState(state: RouterState): string {
  return JSON.stringify(state, (_key, value: unknown) =>
    typeof value === "bigint" ? { $n: value.toString() } : value,
  );
}

export function readState(text: string): RouterState {
  const state: RouterState = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || !("$n" in value)) return value;
    return typeof value.$n === "string" ? BigInt(value.$n) : value;
  });
  return state;
}
