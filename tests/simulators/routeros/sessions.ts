/** Who may log in to the hotspot, and how a session ends. */

import { parseDuration } from "./duration.ts";
import { addUsage, type Host, noUsage, type Session, type StoredRow, type Usage } from "./state.ts";
import { Trap } from "./trap.ts";
import { rowNamed, value, type World } from "./world.ts";

interface Credentials {
  readonly user: string;
  readonly password: string;
}

const macForm = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/i;

/** A limit as the user row holds it; null where there is none. */
function limit(user: StoredRow, name: string): bigint | null {
  const text = value(user, name);
  return text === "" || text === "0" ? null : BigInt(text);
}

interface Remaining {
  readonly timeMs: number | null;
  readonly bytesIn: bigint | null;
  readonly bytesOut: bigint | null;
  readonly bytesTotal: bigint | null;
}

/** Limits count over all sessions of the user: what is left is limit minus the folded counters. */
function remaining(user: StoredRow, used: Usage): Remaining {
  const uptime = parseDuration(value(user, "limit-uptime")) ?? 0;
  const less = (total: bigint | null, spent: bigint) => (total === null ? null : total - spent);
  return {
    timeMs: uptime === 0 ? null : uptime - used.uptimeMs,
    bytesIn: less(limit(user, "limit-bytes-in"), used.bytesIn),
    bytesOut: less(limit(user, "limit-bytes-out"), used.bytesOut),
    bytesTotal: less(limit(user, "limit-bytes-total"), used.bytesIn + used.bytesOut),
  };
}

/** The user row that may log in from this host, or the trap that says why not. */
function checkedUser(world: World, host: Host, given: Credentials): StoredRow {
  if (macForm.test(given.user) && given.user.toUpperCase() !== host.mac) {
    throw new Trap(`invalid username (${given.user}): this MAC address is not yours`);
  }
  const user = world.state.tables.users.find(
    (row) =>
      row.values.name === given.user &&
      row.values.disabled !== "true" &&
      [undefined, "all", host.server].includes(row.values.server),
  );
  if (user === undefined || user.builtIn || value(user, "password") !== given.password) {
    throw new Trap("invalid username or password");
  }
  const bound = value(user, "mac-address");
  if (bound !== "" && bound !== host.mac) {
    throw new Trap(`user ${given.user} is not allowed to log in from this MAC address`);
  }
  return user;
}

function shorter(first: number | null, second: number | null): number | null {
  if (first === null || second === null) return first ?? second;
  return Math.min(first, second);
}

function optionalMs(profile: StoredRow | undefined, name: string): number | null {
  const ms = parseDuration(value(profile, name));
  return ms === 0 ? null : ms;
}

/** Opens a session for `host`. Throws the Trap that the API shows. */
export function logIn(world: World, host: Host, given: Credentials, by: Session["loginBy"]): void {
  const user = checkedUser(world, host, given);
  const left = remaining(user, user.used ?? noUsage());
  if (left.timeMs !== null && left.timeMs <= 0) throw new Trap("your uptime limit is reached");
  if ([left.bytesIn, left.bytesOut, left.bytesTotal].some((bytes) => bytes !== null && bytes <= 0n)) {
    throw new Trap("your traffic limit is reached");
  }
  const profile = rowNamed(world, "userProfiles", value(user, "profile") || "default");
  const shared = value(profile, "shared-users");
  const running = world.state.sessions.filter((session) => session.userId === user.id).length;
  if (shared !== "unlimited" && running >= Number(shared)) {
    throw new Trap(`no more sessions are allowed for user ${given.user}`);
  }
  const now = world.now();
  world.state.sessions.push({
    userId: user.id,
    user: given.user,
    mac: host.mac,
    address: host.address,
    server: host.server,
    loginBy: by,
    startedAt: now,
    timeLimitMs: shorter(left.timeMs, optionalMs(profile, "session-timeout")),
    idleMs: optionalMs(profile, "idle-timeout"),
    keepaliveMs: optionalMs(profile, "keepalive-timeout"),
    limitIn: left.bytesIn,
    limitOut: left.bytesOut,
    limitTotal: left.bytesTotal,
    rateLimit: value(profile, "rate-limit"),
    comment: value(user, "comment"),
    lastTrafficAt: now,
    used: noUsage(),
  });
  host.macTryAt = null;
}

/**
 * Ends a session at `at` and folds its counters into the user, unless the power went first. A user that was removed
 * meanwhile takes nothing.
 */
export function endSession(world: World, session: Session, at: number, fold = true): void {
  session.used.uptimeMs = at - session.startedAt;
  const user = world.state.tables.users.find((row) => row.id === session.userId);
  if (fold && user?.used) addUsage(user.used, session.used);
  world.state.sessions = world.state.sessions.filter((other) => other !== session);
}

function capped(bytes: bigint, ...rooms: (bigint | null)[]): bigint {
  return rooms.reduce<bigint>((least, room) => (room !== null && room < least ? room : least), bytes);
}

/**
 * Counts traffic and returns what passed: a limit lets through exactly what was left and ends the session.
 * Upload counts before download.
 */
export function countTraffic(
  world: World,
  session: Session,
  bytesIn: bigint,
  bytesOut: bigint,
): { bytesIn: bigint; bytesOut: bigint } {
  const used = session.used;
  const room = (limitBytes: bigint | null, spent: bigint) =>
    limitBytes === null ? null : limitBytes - spent;
  const passedIn = capped(
    bytesIn,
    room(session.limitIn, used.bytesIn),
    room(session.limitTotal, used.bytesIn + used.bytesOut),
  );
  used.bytesIn += passedIn;
  const passedOut = capped(
    bytesOut,
    room(session.limitOut, used.bytesOut),
    room(session.limitTotal, used.bytesIn + used.bytesOut),
  );
  used.bytesOut += passedOut;
  used.packetsIn += (passedIn + 999n) / 1000n;
  used.packetsOut += (passedOut + 999n) / 1000n;
  session.lastTrafficAt = world.now();
  const reached =
    (session.limitIn !== null && used.bytesIn >= session.limitIn) ||
    (session.limitOut !== null && used.bytesOut >= session.limitOut) ||
    (session.limitTotal !== null && used.bytesIn + used.bytesOut >= session.limitTotal);
  if (reached) endSession(world, session, world.now());
  return { bytesIn: passedIn, bytesOut: passedOut };
}
