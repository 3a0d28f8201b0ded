import type { WaitingDevice } from "#contract/bridge-requests";
import { parseMac } from "#contract/values/mac";
import { deviceSubject, type Subject } from "#contract/values/subject";
import { type ForeignUser, foreignUser, spentFields } from "../foreign-user.ts";
import { type EpochMark, epochUser, type Mark, readEpochComment, readUserComment } from "../marks.ts";
import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { parseCounter, parseDuration, parseFlag, parseUsed } from "../router-values.ts";
import type { ActiveCounters, Counters } from "../usage.ts";

/** A row of `/ip/hotspot/user`. Limits of 0 are none. `password` is missing where the router does not show it. */
export type UserRow = {
  id: string;
  name: string;
  mark: Mark | undefined;
  comment: string;
  password: string | undefined;
  profile: string;
  server: string;
  mac: string;
  disabled: boolean;
  limitSeconds: number;
  limitBytes: number;
  /** What earlier sessions added up to; a running one is added when it ends. */
  used: Counters;
};

/** A row of `/ip/hotspot/active`. */
export type ActiveRow = ActiveCounters & {
  user: string;
  mac: string;
  secondsLeft: number | undefined;
  /** 0 is none. */
  limitBytes: number;
};

/** A row of `/ip/hotspot/host`: the device is there, paid or not. */
export type HostRow = {
  mac: string;
  address: string;
  /** By which it is known beyond the router, where it brought an address of another network. */
  toAddress: string;
  idleSeconds: number;
};

export type Device = {
  /** The hotspot user of its name with our mark. */
  ours: UserRow | undefined;
  /** One of its name without it. */
  foreign: ForeignUser | undefined;
  active: ActiveRow | undefined;
  hosts: readonly HostRow[];
};

export const userPath = "/ip/hotspot/user";
export const activePath = "/ip/hotspot/active";
const hostPath = "/ip/hotspot/host";

const userFields = [
  ...[".id", "name", "comment", "password", "profile", "server", "mac-address"],
  ...spentFields,
];
const activeFields = [
  ...[".id", "user", "mac-address", "address", "uptime", "bytes-in", "bytes-out"],
  ...["session-time-left", "limit-bytes-total"],
];
const hostFields = ["mac-address", "address", "to-address", "idle-time"];
/** What changes in a session while it runs. The user's name is the device's. */
const counterFields = [".id", "user", "uptime", "bytes-in", "bytes-out"];

/** `mac` upper case with colons: it is also the user's name. The three reads run side by side. */
export async function readDevice(router: Router, mac: string): Promise<Device> {
  const [users, actives, hosts] = await Promise.all([
    router.print(userPath, { name: mac }, userFields),
    router.print(activePath, { "mac-address": mac }, activeFields),
    readHosts(router, mac),
  ]);
  return deviceOf(mac, users, actives.map(activeRow), hosts);
}

/** Of what the router was last told to give a device, 0 where that is used up; `leftBytes` null where it has no limit. */
export type Remaining = { leftSeconds: number; leftBytes: number | null };

export type Marked = Remaining & { subject: Subject; entitlementId: string };

/** @param ours the device's user */
export function remainingOf(ours: UserRow, active: ActiveRow | undefined): Remaining {
  const running = active?.user === ours.name ? active : undefined;
  // Whether a running session is in its user's counters already is not sure on every version: the kinder reading counts.
  const bytes = Math.max(ours.limitBytes - total(ours.used), running?.limitBytes ?? 0);
  return {
    leftSeconds: Math.max(0, ours.limitSeconds - ours.used.seconds - (running?.seconds ?? 0)),
    leftBytes: ours.limitBytes === 0 ? null : Math.max(0, bytes - (running ? total(running) : 0)),
  };
}

const total = ({ up, down }: Counters): number => up + down;

/** Everything at once, for when many devices are to be looked at. `marked` are the devices with a user of ours. */
export async function readAllDevices(
  router: Router,
): Promise<{ marked: Marked[]; device(mac: string): Device }> {
  const [users, actives, hosts] = await Promise.all([
    router.print(userPath, {}, userFields),
    readActive(router),
    readHosts(router),
  ]);
  const userByName = Map.groupBy(users, (row) => row.name ?? "");
  const activeByMac = Map.groupBy(actives, (row) => row.mac);
  const hostsByMac = Map.groupBy(hosts, (row) => row.mac);
  const device = (mac: string) =>
    deviceOf(mac, userByName.get(mac) ?? [], activeByMac.get(mac) ?? [], hostsByMac.get(mac) ?? []);
  return {
    marked: users.flatMap((row) => {
      const mark = readUserComment(row.comment);
      if (!mark || !row.name) return [];
      const { ours, active } = device(row.name);
      if (!ours) return [];
      const { entitlementId } = mark;
      return [{ subject: deviceSubject(row.name), entitlementId, ...remainingOf(ours, active) }];
    }),
    device,
  };
}

export async function readUser(router: Router, mac: string): Promise<UserRow | undefined> {
  return ourUser(await router.print(userPath, { name: mac }, userFields));
}

export async function readActive(router: Router): Promise<ActiveRow[]> {
  return (await router.print(activePath, {}, activeFields)).map(activeRow);
}

/** A session as far as it is counted; `user` is its device where it is one of ours. */
export type CounterRow = Counters & { rowId: string; user: string };

/** Sessions by their users, in few bytes: on a busy router this is what is asked most. */
export async function readCounters(router: Router): Promise<Map<Subject, CounterRow>> {
  const rows = await router.print(activePath, {}, counterFields);
  return new Map(rows.map(counterRow).map((row) => [deviceSubject(row.user), row]));
}

/** How many sessions there are, and how many hosts without one; undefined where the router does not count. */
export async function countSessions(
  router: Router,
): Promise<{ active: number | undefined; waiting: number | undefined }> {
  const [active, waiting] = await Promise.all([
    router.count(activePath),
    router.count(hostPath, { authorized: "false" }),
  ]);
  return { active, waiting };
}

/** Devices with a host that no session has: they wait before the router, or have moved to another address. */
export async function readWaiting(router: Router): Promise<Subject[]> {
  const rows = await router.print(hostPath, { authorized: "false" }, ["mac-address"]);
  return rows.flatMap((row) => (row["mac-address"] ? [deviceSubject(row["mac-address"])] : []));
}

const leasePath = "/ip/dhcp-server/lease";
const mostWaiting = 200;

/** Devices that are there and not let out, the liveliest first, with the names by which they asked for an address. */
export async function readWaitingDevices(router: Router): Promise<WaitingDevice[]> {
  const [hosts, leases] = await Promise.all([
    router.print(hostPath, { authorized: "false", bypassed: "false" }, hostFields),
    readLeases(router),
  ]);
  const names = new Map(leases.map((row) => [row["mac-address"], nameIn(row["host-name"])]));
  const waiting = new Map<string, WaitingDevice>();
  for (const { mac, idleSeconds } of hosts
    .map(hostRow)
    .sort((one, other) => one.idleSeconds - other.idleSeconds))
    if (!waiting.has(mac))
      waiting.set(mac, { mac, name: names.get(mac) ?? null, idleMs: idleSeconds * 1_000 });
  return [...waiting.values()].slice(0, mostWaiting);
}

/** None where another machine gives out the addresses. */
async function readLeases(router: Router): Promise<RouterRow[]> {
  try {
    return await router.print(leasePath, {}, ["mac-address", "host-name"]);
  } catch (error) {
    if (error instanceof RouterFault && error.kind === "trap") return [];
    throw error;
  }
}

/** A stranger's word, in one line. */
export function nameIn(text = ""): string | null {
  const plain = [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim()];
  // Characters of two units each: cut so that none is halved.
  return plain.length === 0 ? null : plain.slice(0, 30).join("");
}

/** How much longer than its liveliest host a device's session has to have been silent: a single packet is no move. */
const movedAfterSeconds = 5;

/** Its session is at an address that the device has left: its packets come from another one, where nothing lets it out. */
export function hasMoved({ active, hosts }: Device): boolean {
  const [liveliest] = hosts;
  if (!active || !liveliest || liveliest.address === active.address) return false;
  const own = hosts.find(({ address }) => address === active.address);
  return own === undefined || own.idleSeconds >= liveliest.idleSeconds + movedAfterSeconds;
}

/** The liveliest first: a device may have an old row at an address it has left. */
export async function readHosts(router: Router, mac?: string): Promise<HostRow[]> {
  const rows = await router.print(hostPath, mac ? { "mac-address": mac } : {}, hostFields);
  return rows.map(hostRow).sort((one, other) => one.idleSeconds - other.idleSeconds);
}

/** The user that holds the serving epoch; without a `mark` it is somebody else's. */
export async function readEpoch(
  router: Router,
): Promise<{ id: string; mark: EpochMark | undefined } | undefined> {
  const [row] = await router.print(userPath, { name: epochUser }, [".id", "comment"]);
  return row?.[".id"] ? { id: row[".id"], mark: readEpochComment(row.comment) } : undefined;
}

function deviceOf(mac: string, users: RouterRow[], actives: ActiveRow[], hosts: readonly HostRow[]): Device {
  return {
    ours: ourUser(users),
    foreign: foreignUser(users),
    active: actives.find((row) => row.user === mac) ?? actives[0],
    hosts,
  };
}

const counters = (row: RouterRow): Counters => ({
  seconds: parseDuration(row.uptime) ?? 0,
  up: parseUsed(row["bytes-in"]),
  down: parseUsed(row["bytes-out"]),
});

/** Only our own rows are read closely: a value of somebody else's that nobody can read must not stop us. */
function ourUser(rows: RouterRow[]): UserRow | undefined {
  const row = rows.find((one) => readUserComment(one.comment));
  return row && userRow(row);
}

function userRow(row: RouterRow): UserRow {
  return {
    id: row[".id"] ?? "",
    name: row.name ?? "",
    mark: readUserComment(row.comment),
    comment: row.comment ?? "",
    password: row.password,
    profile: row.profile ?? "",
    server: row.server ?? "all",
    mac: row["mac-address"] ?? "",
    disabled: parseFlag(row.disabled),
    limitSeconds: parseDuration(row["limit-uptime"]) ?? 0,
    limitBytes: parseCounter(row["limit-bytes-total"]),
    used: counters(row),
  };
}

function counterRow(row: RouterRow): CounterRow {
  const isDevice = parseMac(row.user ?? "") !== undefined;
  return {
    ...(isDevice ? counters(row) : { seconds: 0, up: 0, down: 0 }),
    rowId: row[".id"] ?? "",
    user: row.user ?? "",
  };
}

function activeRow(row: RouterRow): ActiveRow {
  const isDevice = parseMac(row.user ?? "") !== undefined;
  return {
    ...counterRow(row),
    address: row.address ?? "",
    mac: row["mac-address"] ?? "",
    secondsLeft: isDevice ? parseDuration(row["session-time-left"]) : undefined,
    limitBytes: isDevice ? parseCounter(row["limit-bytes-total"]) : 0,
  };
}

const hostRow = (row: RouterRow): HostRow => ({
  mac: row["mac-address"] ?? "",
  address: row.address ?? "",
  toAddress: row["to-address"] ?? "",
  idleSeconds: parseDuration(row["idle-time"]) ?? 0,
});
