import {
  type AccessBinding,
  type AccessBlock,
  type AccessFacts,
  type AccessHost,
  type AccessSession,
  type AccessUser,
  mostAccess,
} from "#contract/router-access";
import { isSpent, spentFields } from "../foreign-user.ts";
import { epochUser, passComments, readUserComment } from "../marks.ts";
import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { filledRows, parseDuration, parseFlag, parseUsed } from "../router-values.ts";
import { activePath, userPath } from "./read-device.ts";

// All that gives access at a router, so that the worker can say what of it is not paid for. Read only when it is asked for.

export const bindingPath = "/ip/hotspot/ip-binding";
export const secretPath = "/ppp/secret";
export const connectionPath = "/ppp/active";
export const hostPath = "/ip/hotspot/host";

/** A row of `/ppp/secret` that lets in over PPPoE; a tunnel of the same name has a row of its own. */
export const isForLines = ({ service = "" }: RouterRow): boolean => ["any", "pppoe", ""].includes(service);

/** What the bridge knows of a router's site. */
export type SiteAccess = {
  /** The journal lets this device out for this purchase now. */
  isServed(entitlementId: string, mac: string): boolean;
  /** The provider's own devices, upper case with colons. */
  ownDevices: readonly string[];
  /** Names of lines that the journal keeps at this router, in small letters. */
  lineNames: ReadonlySet<string>;
  /** The address of the bridge's machine towards the router; "" = not known. */
  ownAddress: string;
};

/** The six reads run side by side; passwords are not among their fields. */
export async function readAccess(router: Router, site: SiteAccess): Promise<AccessFacts> {
  const [actives, hosts, bindings, users, secrets, connections] = await Promise.all([
    read(router, activePath, [
      ...[".id", "user", "mac-address", "address", "uptime", "idle-time", "login-by"],
    ]),
    read(router, hostPath, ["mac-address", "address", "uptime", "idle-time", "authorized", "bypassed"]),
    read(router, bindingPath, [".id", "mac-address", "address", "type", "comment", "disabled"]),
    read(router, userPath, [".id", "name", "comment", "profile", "default", "dynamic", ...spentFields]),
    read(router, secretPath, [".id", "name", "service", "comment", "disabled"]),
    read(router, connectionPath, [".id", "name", "service", "address"]),
  ]);
  const marks = new Map(
    users.flatMap(({ name = "", comment }) => {
      const mark = readUserComment(comment);
      return mark ? [[name, mark.entitlementId] as const] : [];
    }),
  );
  const online = new Set(actives.map(({ user = "" }) => user));
  const all = {
    sessions: actives.map((row) => sessionOf(row, marks, site)),
    hosts: hostsOf(hosts),
    bindings: bindings
      .filter((row) => row.type === "bypassed" && !isOff(row))
      .map((row) => bindingOf(row, site)),
    // A block of a device without a purchase loses no money.
    blocks: bindings
      .filter((row) => row.type === "blocked" && !isOff(row) && marks.has(row["mac-address"] ?? ""))
      .map(bindingWords),
    // Who was logged in first: of a list that is cut they matter.
    users: users
      .filter(isOpenToOthers)
      .map((row) => userOf(row, online))
      .sort((one, other) => Number(other.isUsed) - Number(one.isUsed)),
    secrets: linesLast(
      secrets.filter((row) => !isOff(row)),
      site.lineNames,
    ).map((row) => ({ ...named(row), comment: cut(row.comment) })),
    connections: linesLast(connections, site.lineNames).map((row) => ({
      ...named(row),
      address: cut(row.address, 64),
    })),
  };
  const facts = {
    sessions: all.sessions.slice(0, mostAccess.sessions),
    hosts: all.hosts.slice(0, mostAccess.hosts),
    bindings: all.bindings.slice(0, mostAccess.bindings),
    blocks: all.blocks.slice(0, mostAccess.bindings),
    users: all.users.slice(0, mostAccess.users),
    secrets: all.secrets.slice(0, mostAccess.secrets),
    connections: all.connections.slice(0, mostAccess.secrets),
  };
  const count = (lists: Record<string, readonly unknown[]>) =>
    Object.values(lists).reduce((sum, { length }) => sum + length, 0);
  return { ...facts, left: count(all) - count(facts) };
}

/** Lines are hundreds: of a list that is cut the others matter, and what has a line's name beside it. */
function linesLast(rows: readonly RouterRow[], names: ReadonlySet<string>): RouterRow[] {
  const small = ({ name = "" }: RouterRow) => name.toLowerCase();
  const alike = Map.groupBy(rows.filter(isForLines), small);
  const isLine = (row: RouterRow) =>
    names.has(small(row)) && isForLines(row) && alike.get(small(row))?.length === 1;
  return [...rows.filter((row) => !isLine(row)), ...rows.filter(isLine)];
}

/** None where the router has no such menu: PPP and the hotspot are packages. */
async function read(router: Router, path: string, fields: readonly string[]): Promise<RouterRow[]> {
  try {
    return filledRows(await router.print(path, {}, fields));
  } catch (error) {
    if (error instanceof RouterFault && error.refusal === "no such command") return [];
    throw error;
  }
}

/** As much of a free text as is told; two texts that begin so are one. */
export const cut = (text = "", most = 100): string => [...text].slice(0, most).join("").slice(0, most);
const named = (row: RouterRow) => ({
  id: row[".id"] ?? "",
  name: cut(row.name),
  service: cut(row.service, 40),
});
/** Its row's name is what a person sees of a pass. */
export const bindingName = (row: RouterRow): string =>
  [row["mac-address"], row.address].filter((part) => part !== undefined && part !== "").join(" ");

/** An unreadable value counts as nothing: the row is another system's. */
function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return otherwise;
    throw error;
  }
}
const ms = (text: string | undefined): number => readable(() => (parseDuration(text) ?? 0) * 1_000, 0);
const isOn = (text: string | undefined): boolean => readable(() => parseFlag(text), false);
const isOff = (row: RouterRow): boolean => isOn(row.disabled);

function sessionOf(row: RouterRow, marks: ReadonlyMap<string, string>, site: SiteAccess): AccessSession {
  const user = row.user ?? "";
  const mac = row["mac-address"] ?? "";
  const entitlementId = marks.get(user)?.slice(0, 80) ?? null;
  return {
    id: row[".id"] ?? "",
    user: cut(user),
    mac: cut(mac, 17),
    address: cut(row.address, 64),
    by: cut(row["login-by"], 40),
    uptimeMs: ms(row.uptime),
    idleMs: ms(row["idle-time"]),
    entitlementId,
    isServed: entitlementId !== null && site.isServed(entitlementId, mac),
  };
}

/** Who waits or passes by, and every device that is there under several addresses. */
function hostsOf(rows: readonly RouterRow[]): AccessHost[] {
  const seen = rows.map((row) => ({
    mac: cut(row["mac-address"], 17),
    address: cut(row.address, 64),
    uptimeMs: ms(row.uptime),
    idleMs: ms(row["idle-time"]),
    isLetIn: isOn(row.authorized),
    isBypassed: isOn(row.bypassed),
  }));
  const addresses = Map.groupBy(seen, ({ mac }) => mac);
  return seen.filter(({ mac, isLetIn }) => !isLetIn || (addresses.get(mac)?.length ?? 0) > 1);
}

/** A pass of the provider's own device or of the bridge's machine. Anybody can write a comment: it counts where the row names what is known. */
export function isOwnPass(row: RouterRow, { ownDevices, ownAddress }: SiteAccess): boolean {
  const { comment, address = "", "mac-address": mac = "" } = row;
  if (comment === passComments.ownDevice) return ownDevices.includes(mac) && address === "";
  return comment === passComments.bridge && mac !== "" && address !== "" && address === ownAddress;
}

const bindingWords = (row: RouterRow): AccessBlock => ({
  id: row[".id"] ?? "",
  mac: cut(row["mac-address"], 17),
  address: cut(row.address, 64),
  comment: cut(row.comment),
});

const bindingOf = (row: RouterRow, site: SiteAccess): AccessBinding => ({
  ...bindingWords(row),
  isOurs: isOwnPass(row, site),
});

/** By which a visitor can log in: not the router's own rows, nor what is off or used up. */
function isOpenToOthers(row: RouterRow): boolean {
  if (row.name === undefined || row.name === epochUser || readUserComment(row.comment)) return false;
  if (row.name === "default-trial" || isOn(row.default) || isOn(row.dynamic)) return false;
  return !isSpent(row);
}

function userOf(row: RouterRow, online: ReadonlySet<string>): AccessUser {
  const bytes = readable(() => parseUsed(row["bytes-in"]) + parseUsed(row["bytes-out"]), 0);
  const { id, name } = named(row);
  // Counters are those of sessions that ended.
  const isUsed = ms(row.uptime) > 0 || bytes > 0 || online.has(row.name ?? "");
  return { id, name, profile: cut(row.profile), comment: cut(row.comment), isUsed };
}
