/** The host table: phones come and go, and are let in by MAC when they are discovered. */

import { parseDuration } from "./duration.ts";
import { endSession, logIn } from "./sessions.ts";
import { type Host, noUsage, type Session, type StoredRow } from "./state.ts";
import { Trap } from "./trap.ts";
import { rowNamed, value, type World } from "./world.ts";

export function sessionAt(world: World, address: string): Session | undefined {
  return world.state.sessions.find((session) => session.address === address);
}

/** The server that discovers a phone: that of its network, or the first that runs. device-mode stops all of them. */
function runningServer(world: World, name: string | undefined): StoredRow | undefined {
  if (!world.faults.hotspotAllowed) return undefined;
  return world.state.tables.servers.find(
    (row) => row.values.disabled !== "true" && (name === undefined || row.values.name === name),
  );
}

type At = Pick<Host, "mac" | "address">;

/** By an `ip-binding` of this type: a row with address and MAC needs both. */
function isBound({ state }: World, { mac, address }: At, type: "bypassed" | "blocked"): boolean {
  return state.tables.bindings.some(({ values }) => {
    const fits = (asked: string | undefined, own: string) => asked === undefined || asked === own;
    const isRight = fits(values["mac-address"], mac) && fits(values.address, address);
    return isRight && values.type === type && values.disabled !== "true";
  });
}

/** Let through without a log-in. */
export const isBypassed = (world: World, at: At): boolean => isBound(world, at, "bypassed");

/** Its packets are dropped, logged in or not. */
export const isBlocked = (world: World, at: At): boolean => isBound(world, at, "blocked");

/** Tries MAC log-in once; a refusal leaves the host unauthorised, and the next try is a setting. */
function tryMac(world: World, host: Host): void {
  host.macTryAt = null;
  if (isBypassed(world, host)) return;
  const server = rowNamed(world, "servers", host.server);
  const profile = rowNamed(world, "serverProfiles", value(server, "profile"));
  if (!value(profile, "login-by").split(",").includes("mac")) return;
  const both = value(profile, "mac-auth-mode") === "mac-as-username-and-password";
  const password = both ? host.mac : value(profile, "mac-auth-password");
  try {
    logIn(world, host, { user: host.mac, password }, "mac");
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    const retry = world.settings.macLoginRetryMs;
    host.macTryAt = retry === null ? null : world.now() + retry;
  }
}

export function removeHost(world: World, host: Host, at: number): void {
  const session = sessionAt(world, host.address);
  if (session !== undefined) endSession(world, session, at);
  world.state.hosts = world.state.hosts.filter((other) => other !== host);
}

/** Makes room for a phone at a new address, as `addresses-per-mac` and the address itself demand. */
function clearFor(world: World, server: StoredRow, mac: string, address: string): void {
  const now = world.now();
  for (const host of world.state.hosts.filter((one) => one.address === address)) {
    removeHost(world, host, now);
  }
  const own = world.state.hosts.filter((one) => one.mac === mac);
  for (const host of own) host.leftAt ??= now;
  const most = value(server, "address-pool") === "none" ? "unlimited" : value(server, "addresses-per-mac");
  const over = most === "unlimited" ? 0 : own.length + 1 - Number(most);
  for (const host of own.slice(0, Math.max(0, over))) removeHost(world, host, now);
}

/** The router sees traffic of a phone: a new row is a discovery, a row that is still there is none. */
export function discover(world: World, mac: string, address: string, at?: string): void {
  const server = runningServer(world, at);
  if (server === undefined) return;
  const known = world.state.hosts.find((host) => host.mac === mac && host.address === address);
  if (known !== undefined) {
    for (const host of world.state.hosts) if (host.mac === mac) host.leftAt ??= world.now();
    known.leftAt = null;
    return;
  }
  clearFor(world, server, mac, address);
  const host: Host = {
    mac,
    address,
    server: value(server, "name"),
    since: world.now(),
    leftAt: null,
    macTryAt: null,
    used: noUsage(),
  };
  world.state.hosts.push(host);
  tryMac(world, host);
}

/** A phone comes within reach, or changes its address. */
export function join(world: World, mac: string, address: string, server?: string): void {
  const phones = world.state.phones;
  const known = phones.find((phone) => phone.mac === mac);
  if (known === undefined) phones.push({ mac, address, server });
  else Object.assign(known, { address, server });
  if (world.state.phonesSeenAt === null) discover(world, mac, address, server);
}

/** A packet of a phone from an address that it does not have here, left over from another network: a row that grows old. */
export function stray(world: World, mac: string, address: string): void {
  discover(world, mac, address);
  for (const host of world.state.hosts.filter((one) => one.mac === mac)) {
    const isOwn = world.state.phones.some((phone) => phone.mac === mac && phone.address === host.address);
    if (isOwn) host.leftAt = null;
    else host.leftAt ??= world.now();
  }
}

/**
 * A phone goes away. The router takes it off its table at once, or, with `lingers`, first when the keepalive-timeout
 * of the session or the idle-timeout of the server has passed, as hardware does.
 */
export function leave(world: World, mac: string, lingers: boolean): void {
  world.state.phones = world.state.phones.filter((phone) => phone.mac !== mac);
  for (const host of world.state.hosts.filter((one) => one.mac === mac)) {
    if (lingers) host.leftAt ??= world.now();
    else removeHost(world, host, world.now());
  }
}

/** Empties the host table; `fold` false is a power cut, after which the counters of running sessions are lost. */
export function dropHosts(world: World, fold: boolean): void {
  for (const session of [...world.state.sessions]) endSession(world, session, world.now(), fold);
  world.state.hosts = [];
}

/** After a change of the hotspot server: hosts go with it, and the phones that are there come with it. */
export function serverChanged(world: World): void {
  const names = world.state.tables.servers.flatMap((row) =>
    row.values.disabled === "true" || !world.faults.hotspotAllowed ? [] : [value(row, "name")],
  );
  for (const host of world.state.hosts.filter((one) => !names.includes(one.server))) {
    removeHost(world, host, world.now());
  }
  if (world.state.phonesSeenAt !== null) return;
  for (const phone of world.state.phones) discover(world, phone.mac, phone.address, phone.server);
}

/** What happens by itself to hosts: the next silent one to go, and the next MAC log-in to try. */
export function hostEvent(world: World, host: Host): { at: number; happen: () => void } | null {
  if (host.leftAt !== null) {
    const session = sessionAt(world, host.address);
    const idle = parseDuration(value(rowNamed(world, "servers", host.server), "idle-timeout"));
    const patience = session === undefined ? idle : session.keepaliveMs;
    if (patience === null) return null;
    const at = host.leftAt + patience;
    return { at, happen: () => removeHost(world, host, at) };
  }
  if (host.macTryAt === null || sessionAt(world, host.address) !== undefined) return null;
  return { at: host.macTryAt, happen: () => tryMac(world, host) };
}
