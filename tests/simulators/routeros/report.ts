/** What people and tests may know of the router without the API. */

import { formatDuration } from "./duration.ts";
import { fromWire } from "./framing.ts";
import { isBlocked, isBypassed, sessionAt } from "./hosts.ts";
import { timeLeft } from "./menus-live.ts";
import type { WriteRecord } from "./state.ts";
import type { RouterVersion } from "./version.ts";
import { type World, wallTime } from "./world.ts";

export interface HostReport {
  readonly mac: string;
  readonly address: string;
  readonly authorized: boolean;
  readonly present: boolean;
}

export interface ActiveReport {
  readonly user: string;
  readonly mac: string;
  readonly address: string;
  readonly loginBy: "mac" | "admin";
  readonly uptimeMs: number;
  readonly timeLeftMs: number | null;
  /** Decimal text, because the counters are 64-bit. From the client (its upload). */
  readonly bytesIn: string;
  readonly bytesOut: string;
  readonly rateLimit: string | null;
}

export interface RouterReport {
  readonly identity: string;
  readonly version: RouterVersion;
  readonly reachable: boolean;
  readonly uptime: string;
  readonly uptimeMs: number;
  readonly boots: number;
  /** ISO 8601, the router's wall clock. */
  readonly now: string;
  readonly phones: readonly { readonly mac: string; readonly address: string }[];
  readonly hosts: readonly HostReport[];
  readonly active: readonly ActiveReport[];
  /** Hotspot users without the built-in one. */
  readonly users: number;
  readonly logins: number;
  readonly failedLogins: number;
  /** API connections accepted so far. */
  readonly connections: number;
  readonly writeCommands: number;
  /** The last 200 write commands, oldest first. */
  readonly writes: readonly WriteRecord[];
}

export interface PhoneReport {
  readonly online: boolean;
  readonly address: string | null;
  /** As the profile had it at log-in, "upload/download"; null without a limit. */
  readonly rateLimit: string | null;
  readonly user: string | null;
}

export function isReachable(world: World): boolean {
  return world.state.reachable && world.state.rebootingUntil === null;
}

/** What a phone gets: online means that its packets go through. */
export function phoneReport(world: World, mac: string): PhoneReport {
  const phone = world.state.phones.find((one) => one.mac === mac);
  const host = world.state.hosts.find((one) => one.mac === mac && one.address === phone?.address);
  if (phone === undefined || host === undefined) {
    return { online: false, address: phone?.address ?? null, rateLimit: null, user: null };
  }
  const session = sessionAt(world, host.address);
  return {
    online: (session !== undefined || isBypassed(world, host)) && !isBlocked(world, host),
    address: host.address,
    rateLimit: session === undefined || session.rateLimit === "" ? null : fromWire(session.rateLimit),
    user: session === undefined ? null : fromWire(session.user),
  };
}

export function routerReport(world: World): RouterReport {
  const { state } = world;
  const uptimeMs = Math.max(0, world.now() - state.bootedAt);
  return {
    identity: fromWire(state.identity),
    version: world.settings.version,
    reachable: isReachable(world),
    uptime: formatDuration(uptimeMs),
    uptimeMs,
    boots: state.boots,
    now: new Date(wallTime(world)).toISOString(),
    phones: state.phones.map((phone) => ({ ...phone })),
    hosts: state.hosts.map((host) => ({
      mac: host.mac,
      address: host.address,
      authorized: sessionAt(world, host.address) !== undefined,
      present: host.leftAt === null,
    })),
    active: state.sessions.map((session) => ({
      user: fromWire(session.user),
      mac: session.mac,
      address: session.address,
      loginBy: session.loginBy,
      uptimeMs: world.now() - session.startedAt,
      timeLeftMs: timeLeft(world, session),
      bytesIn: session.used.bytesIn.toString(),
      bytesOut: session.used.bytesOut.toString(),
      rateLimit: session.rateLimit === "" ? null : fromWire(session.rateLimit),
    })),
    users: state.tables.users.filter((row) => !row.builtIn).length,
    logins: state.logins,
    failedLogins: state.failedLogins,
    connections: state.connections,
    writeCommands: state.writeCommands,
    writes: state.writes.map((write) => ({ ...write })),
  };
}
