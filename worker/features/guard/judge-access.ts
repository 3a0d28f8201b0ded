import type { AccessKind } from "../../contract/bridge-requests.ts";
import type {
  AccessBinding,
  AccessBlock,
  AccessConnection,
  AccessFacts,
  AccessHost,
  AccessSecret,
  AccessSession,
} from "../../contract/router-access.ts";
import { parseDevice, type Subject } from "../../contract/values/subject.ts";
import { minuteMs } from "../../contract/values/time.ts";

// From what gives access at the routers, and what was sold, to what costs its provider money. Pure.

export type LeakKind = "kept_out" | "pass" | "user" | "secret" | "session" | "connection" | "copy";

export type Leak = {
  routerId: string;
  kind: LeakKind;
  /** What it is called there; the same thing has the same name at each look. */
  name: string;
  subject: Subject | null;
  /** A device is online by it now. */
  isOnline: boolean;
  /** What was paid for it, of what is kept out. */
  cents: number;
  /** What it was seen as: another one of the same name is named again, also where the first was let be. */
  print: string;
  /** By which it can be ended; null where nothing at the router is to be ended. */
  row: { what: AccessKind; id: string; name: string } | null;
  /** What helps a person to know it again. */
  about: string;
};

/** What a router's bridge told. */
export type Looked = { routerId: string; facts: AccessFacts };

/** A purchase as far as access goes. Moments in UTC ms. */
export type Sold = {
  id: string;
  routerId: string;
  subjects: readonly Subject[];
  state: "waiting" | "running" | "cut_off" | "ended" | "moved" | "lapsed";
  endsAt: number | null;
  /** When it was last given another device, end or state. */
  changedAt: number;
  /** Open at this hour, and has been for a while. */
  isOpen: boolean;
  /** Its data is used up. */
  isUsedUp: boolean;
  cents: number;
};

/** What was just sold, ended or moved is made true within seconds; so much is waited for before it is called wrong. */
export const graceMs = { let: 3 * minuteMs, end: 10 * minuteMs } as const;
/** A device that sent nothing for longer is not counted on to be there. */
const busyMs = minuteMs;
/** Two that use one address at the same time for longer than this are two: who walks from one place to another is not. */
const besideMs = 5 * minuteMs;

export function judgeAccess(looked: readonly Looked[], sold: readonly Sold[], now: number): Leak[] {
  const known = new Map(sold.map((one) => [one.id, one]));
  const online = new Set(looked.flatMap(({ facts }) => facts.sessions.map(({ mac }) => mac)));
  const unpaid = new Set<AccessSession>();
  const leaks = looked.flatMap(({ routerId, facts }) => [
    ...facts.bindings.filter(({ isOurs }) => !isOurs).map((one) => passLeak(routerId, one, facts.hosts)),
    ...usersAt(routerId, facts),
    ...secretsAt(routerId, facts),
    ...facts.sessions.flatMap((session) => {
      if (!isUnpaid(routerId, session, facts, known, now)) return [];
      unpaid.add(session);
      return sessionLeak(routerId, session);
    }),
    ...keptOutAt(routerId, facts, sold, online, now),
  ]);
  return [...leaks, ...copies(looked, unpaid)];
}

/**
 * A customer's line is sold by itself, and blocked where it is not paid. That is one row and one session: a second row of its name, in other
 * capitals or for a tunnel, lets somebody else in by it, and so does a second session.
 * @param logins of lines at this router, in small letters
 */
export function withoutLines(facts: AccessFacts, logins: ReadonlySet<string>): AccessFacts {
  const small = ({ name }: { name: string }) => name.toLowerCase();
  const own = new Map<string, AccessSecret>();
  // A row with our mark is the line's own, where there is one.
  for (const row of facts.secrets.toSorted((one, other) => Number(isMarked(other)) - Number(isMarked(one))))
    if (logins.has(small(row)) && isForLines(row) && !own.has(small(row))) own.set(small(row), row);
  const secrets = facts.secrets.filter((row) => own.get(small(row)) !== row);
  const others = new Set(secrets.map(({ name }) => name));
  const seen = new Set<string>();
  const connections = facts.connections.filter((one) => {
    const isOther = !logins.has(small(one)) || one.service !== "pppoe" || others.has(one.name);
    if (isOther || seen.has(small(one))) return true;
    seen.add(small(one));
    return false;
  });
  return { ...facts, secrets, connections };
}

const isMarked = ({ comment }: AccessSecret): boolean => comment.startsWith("MLG;");
const isForLines = ({ service }: AccessSecret): boolean => ["pppoe", "any", ""].includes(service);

/** What its row is called at the router. */
const bindingName = ({ mac, address }: AccessBlock): string =>
  [mac, address].filter((part) => part !== "").join(" ");

const isBusy = ({ idleMs }: { idleMs: number }) => idleMs < busyMs;

function passLeak(routerId: string, binding: AccessBinding, hosts: readonly AccessHost[]): Leak {
  const { id, mac, address, comment } = binding;
  const name = bindingName(binding);
  const fits = (host: AccessHost) =>
    host.isBypassed &&
    (mac !== "" ? host.mac === mac : !/^[\d.]+$/.test(address) || host.address === address);
  return {
    routerId,
    name,
    kind: "pass",
    subject: parseDevice(mac) ?? null,
    isOnline: hosts.some((host) => fits(host) && isBusy(host)),
    cents: 0,
    print: `${name} ${comment}`,
    row: { what: "binding", id, name },
    about: comment,
  };
}

/** RouterOS's own assistant makes one with a random password: it counts once a device has logged in by it. */
const isAssistants = ({ name, isUsed }: AccessFacts["users"][number]) => name === "admin" && !isUsed;

function usersAt(routerId: string, { users, sessions }: AccessFacts): Leak[] {
  return users
    .filter((user) => !isAssistants(user))
    .map(({ id, name, profile, comment }) => ({
      routerId,
      name,
      kind: "user" as const,
      subject: parseDevice(name) ?? null,
      isOnline: sessions.some(({ user }) => user === name),
      cents: 0,
      print: `${name} ${profile} ${comment}`,
      row: { what: "user" as const, id, name },
      about: [profile, comment].filter((part) => part !== "" && part !== "default").join(", "),
    }));
}

/** Names that may dial in, and who dialled in by something else. */
function secretsAt(routerId: string, { secrets, connections }: AccessFacts): Leak[] {
  const leakOf = (
    kind: "secret" | "connection",
    one: Omit<AccessConnection, "address">,
    about: string,
  ): Leak => ({
    routerId,
    kind,
    name: one.name,
    subject: null,
    isOnline: connections.some(({ name }) => name === one.name),
    cents: 0,
    print: `${one.name} ${one.service}`,
    row: { what: kind, id: one.id, name: one.name },
    about,
  });
  const names = new Set(secrets.map(({ name }) => name));
  return [
    ...secrets.map((one) => leakOf("secret", one, [one.service, one.comment].filter(Boolean).join(", "))),
    ...connections
      .filter(({ name }) => !names.has(name))
      .map((one) => leakOf("connection", one, [one.service, one.address].filter(Boolean).join(", "))),
  ];
}

function isUnpaid(
  routerId: string,
  session: AccessSession,
  { users }: AccessFacts,
  known: ReadonlyMap<string, Sold>,
  now: number,
): boolean {
  const { entitlementId, mac, user, isServed } = session;
  // That user is named itself.
  if (entitlementId === null) return !users.some(({ name }) => name === user);
  const purchase = known.get(entitlementId);
  // The site sold it, and has not said so yet.
  if (!purchase) return !isServed;
  const subject = parseDevice(mac);
  const isIts =
    subject !== undefined && purchase.subjects.includes(subject) && purchase.routerId === routerId;
  const over = overSince(purchase, now);
  if (over === null && isIts) return false;
  return now - (over ?? purchase.changedAt) >= graceMs.end;
}

/** Since when it lets no device in, UTC ms; null: it lives. */
function overSince({ state, endsAt, changedAt }: Sold, now: number): number | null {
  if (state !== "waiting" && state !== "running") return changedAt;
  return endsAt !== null && endsAt <= now ? endsAt : null;
}

function sessionLeak(routerId: string, { id, mac, user, by, address }: AccessSession): Leak {
  return {
    routerId,
    kind: "session",
    name: mac,
    subject: parseDevice(mac) ?? null,
    isOnline: true,
    cents: 0,
    print: `${user} ${mac} ${by}`,
    row: { what: "session", id, name: mac },
    about: [user === mac ? "" : user, by, address].filter((part) => part !== "").join(", "),
  };
}

/** Of a device, where it is at the address that the row names, if it names one. */
function blockOf(mac: string, { blocks, sessions, hosts }: AccessFacts): AccessBlock | undefined {
  const isAt = (address: string) =>
    [...sessions, ...hosts].some((one) => one.mac === mac && one.address === address);
  return blocks.find((block) => block.mac === mac && (block.address === "" || isAt(block.address)));
}

/** Paid, there, and not let in; or blocked, wherever it is. One purchase of a device is enough. */
function keptOutAt(
  routerId: string,
  facts: AccessFacts,
  sold: readonly Sold[],
  online: ReadonlySet<string>,
  now: number,
): Leak[] {
  const waiting = Map.groupBy(facts.hosts, ({ mac }) => mac);
  const leaks = new Map<string, Leak>();
  for (const purchase of sold) {
    const { id, isOpen, isUsedUp, changedAt, cents } = purchase;
    const lives = overSince(purchase, now) === null && isOpen && !isUsedUp;
    if (!lives || purchase.routerId !== routerId || now - changedAt < graceMs.let) continue;
    for (const subject of purchase.subjects) {
      const mac = subject.slice("device:".length);
      const rows = waiting.get(mac) ?? [];
      const block = blockOf(mac, facts);
      const isLetIn = online.has(mac) || rows.some((row) => row.isLetIn || row.isBypassed);
      const isWaiting = !isLetIn && rows.some((row) => isBusy(row) && row.uptimeMs >= graceMs.let);
      if (leaks.has(mac) || (!block && !isWaiting)) continue;
      leaks.set(mac, {
        routerId,
        subject,
        cents,
        kind: "kept_out",
        name: mac,
        isOnline: false,
        print: id,
        row: block ? { what: "binding", id: block.id, name: bindingName(block) } : null,
        about: block?.comment ?? "",
      });
    }
  }
  return [...leaks.values()];
}

type Place = {
  routerId: string;
  mac: string;
  address: string;
  uptimeMs: number;
  idleMs: number;
  session: AccessSession | null;
};

type Seen = { mac: string; address: string };
const isSamePlace = (one: Seen, other: Seen) => one.mac === other.mac && one.address === other.address;

/**
 * One MAC in use at two places at once, for a while: the one that nothing pays for is named, or else the later one. A purchase is for one
 * device: of two at its router one may be ended. Where each place has a purchase of its own, or one is not let in, nothing is lost and
 * nothing is ended.
 * @param unpaid named themselves, as is who is online by a user that is named
 */
function copies(looked: readonly Looked[], unpaid: ReadonlySet<AccessSession>): Leak[] {
  const places = looked.flatMap(({ routerId, facts: { sessions, hosts } }): Place[] => [
    ...sessions
      .filter((session) => session.entitlementId !== null && !unpaid.has(session))
      .map((session) => {
        const idle = hosts.filter((one) => isSamePlace(one, session)).map(({ idleMs }) => idleMs);
        return { ...session, idleMs: Math.min(session.idleMs, ...idle), routerId, session };
      }),
    ...hosts
      .filter((host) => !host.isBypassed && !sessions.some((session) => isSamePlace(host, session)))
      .map((host) => ({ ...host, routerId, session: null })),
  ]);
  return [...Map.groupBy(places, ({ mac }) => mac)].flatMap(([mac, all]) => {
    const used = all
      .filter((place) => isBusy(place) && place.uptimeMs >= besideMs)
      .sort((one, other) => other.uptimeMs - one.uptimeMs);
    // One that is let in, and another one beside it.
    if (used.length < 2 || !used.some(({ session }) => session)) return [];
    const named =
      used.findLast(({ session }) => session?.isServed === false) ??
      used.findLast(({ session }) => session && session !== used[0]?.session) ??
      used.at(-1);
    if (!named) return [];
    const { routerId, session } = named;
    const here = used.filter((place) => place.routerId === routerId && place.session);
    const row =
      session && (!session.isServed || here.length > 1)
        ? { what: "session" as const, id: session.id, name: mac }
        : null;
    return {
      routerId,
      kind: "copy" as const,
      name: mac,
      subject: parseDevice(mac) ?? null,
      isOnline: !!row,
      cents: 0,
      print: mac,
      row,
      about: used.map(({ address }) => address).join(", "),
    };
  });
}
