import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccessFacts } from "#contract/router-access";
import { deviceSubject } from "#contract/values/subject";
import { hourMs, minuteMs } from "#contract/values/time";
import { judgeAccess, type LeakKind, type Looked, type Sold } from "#worker/features/guard/judge-access";
import { histories, historiesLimitMs } from "../support/histories.ts";

// The shilling guard at random sites: what nobody pays for, and who paid and is kept out, is named, each once; nothing else ever is.

const now = Date.UTC(2026, 10, 29, 1);
const routerIds = ["roof", "gate"] as const;
type RouterId = (typeof routerIds)[number];

/** What one device, user or name is at a site: with what is true of it, and what has to be named. */
type Site = { facts: Record<RouterId, AccessFacts>; sold: Sold[]; named: string[] };
/** @param at where it is @param n unlike any other's @param spread random, from 0 to 1 */
type Part = (site: Site, at: RouterId, n: number, spread: number) => void;

const macOf = (n: number) =>
  `02:00:00:00:${Math.floor(n / 256)
    .toString(16)
    .padStart(2, "0")}:${(n % 256).toString(16).padStart(2, "0")}`.toUpperCase();
const addressOf = (n: number, net = 50) => `10.5.${net}.${n % 250}`;
const other = (at: RouterId): RouterId => (at === "roof" ? "gate" : "roof");
const within = (spread: number, least: number, most: number) => Math.floor(least + spread * (most - least));
const name = (site: Site, at: RouterId, kind: LeakKind, what: string) =>
  void site.named.push(`${at} ${kind} ${what}`);

function sell(site: Site, at: RouterId, n: number, changes: Partial<Sold> = {}): Sold {
  const sold: Sold = {
    id: `purchase-${n}`,
    routerId: at,
    subjects: [deviceSubject(macOf(n))],
    state: "running",
    endsAt: now + hourMs,
    changedAt: now - hourMs,
    isOpen: true,
    isUsedUp: false,
    cents: 2_000,
    ...changes,
  };
  site.sold.push(sold);
  return sold;
}

type Session = AccessFacts["sessions"][number];
function logIn(site: Site, at: RouterId, n: number, changes: Partial<Session> = {}): void {
  const mac = macOf(n);
  site.facts[at].sessions.push({
    id: `*S${n}`,
    user: mac,
    mac,
    address: addressOf(n),
    by: "mac",
    uptimeMs: 20 * minuteMs,
    idleMs: 1_000,
    entitlementId: `purchase-${n}`,
    isServed: true,
    ...changes,
  });
}

function block(site: Site, at: RouterId, n: number, address = ""): void {
  site.facts[at].blocks.push({ id: `*B${n}`, mac: macOf(n), address, comment: "" });
}

type Host = AccessFacts["hosts"][number];
function see(site: Site, at: RouterId, n: number, changes: Partial<Host> = {}): void {
  const base = { mac: macOf(n), address: addressOf(n), uptimeMs: 20 * minuteMs, idleMs: 1_000 };
  site.facts[at].hosts.push({ ...base, isLetIn: false, isBypassed: false, ...changes });
}

const honest: Record<string, Part> = {
  "paid and online": (site, at, n, spread) => {
    sell(site, at, n, { changedAt: now - within(spread, 0, 9 * hourMs) });
    logIn(site, at, n, { uptimeMs: within(spread, 0, 9 * hourMs), idleMs: within(spread, 0, 10 * minuteMs) });
  },
  "with another purchase that queues": (site, at, n) => {
    sell(site, at, n);
    sell(site, at, n, { id: `queued-${n}`, state: "waiting", endsAt: null });
    logIn(site, at, n);
  },
  "a voucher that the site redeemed without internet": (site, at, n) =>
    logIn(site, at, n, { entitlementId: `offline-${n}`, isServed: true }),
  "looks at the portal and has not paid": (site, at, n, spread) =>
    see(site, at, n, { uptimeMs: within(spread, 0, hourMs) }),
  "blocked, and its purchase is over": (site, at, n) => {
    sell(site, at, n, { state: "ended" });
    block(site, at, n);
  },
  "blocked at an address that it does not have": (site, at, n) => {
    sell(site, at, n);
    logIn(site, at, n);
    block(site, at, n, addressOf(n, 60));
  },
  "paid a moment ago": (site, at, n, spread) => {
    sell(site, at, n, {
      state: "waiting",
      endsAt: null,
      changedAt: now - within(spread, 0, 3 * minuteMs - 1),
    });
    see(site, at, n);
  },
  "paid, and came a moment ago": (site, at, n, spread) => {
    sell(site, at, n);
    see(site, at, n, { uptimeMs: within(spread, 0, 3 * minuteMs - 1) });
  },
  "paid, for other hours of the day": (site, at, n) => {
    sell(site, at, n, { isOpen: false });
    see(site, at, n);
  },
  "paid, and its data is used up": (site, at, n) => {
    sell(site, at, n, { isUsedUp: true });
    see(site, at, n);
  },
  "paid, and away": (site, at, n) => void sell(site, at, n),
  "paid, and left a while ago": (site, at, n, spread) => {
    sell(site, at, n);
    see(site, at, n, { idleMs: within(spread, minuteMs, 5 * minuteMs) });
  },
  "got another address, and its old one grows old": (site, at, n, spread) => {
    sell(site, at, n);
    logIn(site, at, n);
    see(site, at, n, { isLetIn: true });
    see(site, at, n, { address: addressOf(n, 60), idleMs: within(spread, minuteMs, 5 * minuteMs) });
  },
  "got another address just now": (site, at, n, spread) => {
    sell(site, at, n);
    logIn(site, at, n, { uptimeMs: hourMs });
    see(site, at, n, { isLetIn: true, uptimeMs: hourMs });
    see(site, at, n, { address: addressOf(n, 60), uptimeMs: within(spread, 0, 5 * minuteMs - 1) });
  },
  "bought at the other router, and has not roamed yet": (site, at, n) => {
    sell(site, other(at), n);
    see(site, at, n);
  },
  "walked over to the other router": (site, at, n, spread) => {
    sell(site, at, n);
    logIn(site, at, n, { uptimeMs: within(spread, 0, 5 * minuteMs - 1) });
    const isOld = { uptimeMs: hourMs, idleMs: within(spread, minuteMs, 5 * minuteMs) };
    site.facts[other(at)].sessions.push({ ...(site.facts[at].sessions.at(-1) as Session), ...isOld });
    // Its purchase followed it a moment ago.
    Object.assign(site.sold.at(-1) as Sold, { changedAt: now - within(spread, 0, 10 * minuteMs - 1) });
  },
  "was cut off, and the session is about to end": (site, at, n, spread) => {
    sell(site, at, n, { state: "cut_off", changedAt: now - within(spread, 0, 10 * minuteMs - 1) });
    logIn(site, at, n, { isServed: spread < 0.5 });
  },
  "ran out a moment ago": (site, at, n, spread) => {
    sell(site, at, n, { endsAt: now - within(spread, 0, 10 * minuteMs - 1) });
    logIn(site, at, n, { isServed: spread < 0.5 });
  },
  "gave its purchase to another device a moment ago": (site, at, n, spread) => {
    const subjects = [deviceSubject(macOf(n + 20_000))];
    sell(site, at, n, { subjects, changedAt: now - within(spread, 0, 10 * minuteMs - 1) });
    logIn(site, at, n, { isServed: false });
  },
  "cut off, and waits": (site, at, n) => {
    sell(site, at, n, { state: "cut_off" });
    see(site, at, n);
  },
  "ran out, and waits": (site, at, n, spread) => {
    sell(site, at, n, { state: spread < 0.5 ? "ended" : "running", endsAt: now - hourMs });
    see(site, at, n);
  },
  "one of the provider's own devices": (site, at, n) => {
    const row = { id: `*B${n}`, mac: macOf(n), address: "", comment: "mlango: own device" };
    site.facts[at].bindings.push({ ...row, isOurs: true });
    see(site, at, n, { isBypassed: true });
  },
  "the bridge's own pass": (site, at, n) => {
    const row = { id: `*B${n}`, mac: macOf(n), address: addressOf(n), comment: "mlango: bridge" };
    site.facts[at].bindings.push({ ...row, isOurs: true });
    see(site, at, n, { isBypassed: true });
  },
  "the assistant's user that nobody used": (site, at, n) => {
    const row = { id: `*U${n}`, name: "admin", profile: "default", comment: "", isUsed: false };
    if (!site.facts[at].users.some((user) => user.name === "admin")) site.facts[at].users.push(row);
  },
};

const leaking: Record<string, Part> = {
  "a pass by MAC": (site, at, n, spread) => {
    site.facts[at].bindings.push({ id: `*B${n}`, mac: macOf(n), address: "", comment: "tv", isOurs: false });
    if (spread < 0.5) see(site, at, n, { isBypassed: true });
    name(site, at, "pass", macOf(n));
  },
  "a pass whose comment claims to be ours": (site, at, n) => {
    const row = {
      id: `*B${n}`,
      mac: macOf(n),
      address: addressOf(n),
      comment: "mlango: bridge",
      isOurs: false,
    };
    site.facts[at].bindings.push(row);
    name(site, at, "pass", `${macOf(n)} ${addressOf(n)}`);
  },
  "a user of another system": (site, at, n, spread) => {
    const isUsed = spread < 0.5;
    site.facts[at].users.push({ id: `*U${n}`, name: `vc-${n}`, profile: "1h", comment: "", isUsed });
    if (isUsed)
      logIn(site, at, n, { user: `vc-${n}`, entitlementId: null, isServed: false, by: "http-chap" });
    name(site, at, "user", `vc-${n}`);
  },
  "a user that is named as a device": (site, at, n) => {
    site.facts[at].users.push({ id: `*U${n}`, name: macOf(n), profile: "", comment: "", isUsed: true });
    logIn(site, at, n, { entitlementId: null, isServed: false });
    name(site, at, "user", macOf(n));
  },
  "a name that dials in": (site, at, n, spread) => {
    const row = { id: `*P${n}`, name: `flat-${n}`, service: "pppoe" };
    site.facts[at].secrets.push({ ...row, comment: "" });
    if (spread < 0.5) site.facts[at].connections.push({ ...row, address: "10.7.0.9" });
    name(site, at, "secret", `flat-${n}`);
  },
  "a line that no name lets in": (site, at, n) => {
    site.facts[at].connections.push({ id: `*P${n}`, name: `radius-${n}`, service: "pppoe", address: "" });
    name(site, at, "connection", `radius-${n}`);
  },
  "the router's own trial": (site, at, n) => {
    logIn(site, at, n, { user: `T-${macOf(n)}`, by: "trial", entitlementId: null, isServed: false });
    name(site, at, "session", macOf(n));
  },
  "a mark that nobody sold": (site, at, n) => {
    logIn(site, at, n, { entitlementId: `made-up-${n}`, isServed: false });
    name(site, at, "session", macOf(n));
  },
  "the mark of a neighbour's purchase": (site, at, n) => {
    sell(site, at, n + 30_000);
    logIn(site, at, n + 30_000);
    logIn(site, at, n, { entitlementId: `purchase-${n + 30_000}`, isServed: false });
    name(site, at, "session", macOf(n));
  },
  "a purchase that was over long ago": (site, at, n, spread) => {
    const ended = { state: "ended" as const, changedAt: now - within(spread, 10 * minuteMs, hourMs) };
    const ranOut = { endsAt: now - within(spread, 10 * minuteMs, hourMs) };
    sell(site, at, n, spread < 0.5 ? ended : ranOut);
    logIn(site, at, n);
    name(site, at, "session", macOf(n));
  },
  "paid and kept out": (site, at, n, spread) => {
    const changedAt = now - within(spread, 3 * minuteMs, hourMs);
    sell(site, at, n, spread < 0.5 ? { changedAt, state: "waiting", endsAt: null } : { changedAt });
    see(site, at, n, {
      uptimeMs: within(spread, 3 * minuteMs, hourMs),
      idleMs: within(spread, 0, minuteMs - 1),
    });
    name(site, at, "kept_out", macOf(n));
  },
  "paid, let in and blocked": (site, at, n, spread) => {
    sell(site, at, n);
    logIn(site, at, n);
    block(site, at, n, spread < 0.5 ? addressOf(n) : "");
    name(site, at, "kept_out", macOf(n));
  },
  "paid, away and blocked": (site, at, n) => {
    sell(site, at, n);
    block(site, at, n);
    name(site, at, "kept_out", macOf(n));
  },
  "one address at two routers": (site, at, n) => {
    sell(site, at, n);
    logIn(site, at, n, { uptimeMs: hourMs });
    sell(site, other(at), n, { id: `second-${n}` });
    logIn(site, other(at), n, { entitlementId: `second-${n}`, uptimeMs: 10 * minuteMs });
    name(site, other(at), "copy", macOf(n));
  },
  "one address at two routers, one of which serves it no more": (site, at, n, spread) => {
    sell(site, at, n);
    logIn(site, at, n, { uptimeMs: spread < 0.5 ? hourMs : 10 * minuteMs });
    sell(site, other(at), n, { id: `second-${n}`, isUsedUp: true });
    logIn(site, other(at), n, { entitlementId: `second-${n}`, isServed: false });
    name(site, other(at), "copy", macOf(n));
  },
  "one address at two routers, at one by a user of another system": (site, at, n) => {
    sell(site, at, n);
    logIn(site, at, n);
    site.facts[other(at)].users.push({
      id: `*U${n}`,
      name: `vc-${n}`,
      profile: "1h",
      comment: "",
      isUsed: true,
    });
    logIn(site, other(at), n, { user: `vc-${n}`, entitlementId: null, isServed: false });
    name(site, other(at), "user", `vc-${n}`);
  },
  "one address at two routers, bought at one and over at the other": (site, at, n) => {
    sell(site, at, n);
    logIn(site, at, n);
    sell(site, other(at), n, { id: `second-${n}`, state: "ended" });
    logIn(site, other(at), n, { entitlementId: `second-${n}`, isServed: false });
    name(site, other(at), "session", macOf(n));
  },
  "one address logged in twice at a router": (site, at, n) => {
    sell(site, at, n);
    logIn(site, at, n, { uptimeMs: hourMs });
    logIn(site, at, n, { id: `*T${n}`, address: addressOf(n, 60), uptimeMs: 10 * minuteMs });
    name(site, at, "copy", macOf(n));
  },
  "one address twice at a router": (site, at, n) => {
    sell(site, at, n);
    logIn(site, at, n, { uptimeMs: hourMs });
    see(site, at, n, { isLetIn: true, uptimeMs: hourMs });
    see(site, at, n, { address: addressOf(n, 60), uptimeMs: 10 * minuteMs });
    name(site, at, "copy", macOf(n));
  },
};

const empty = (): AccessFacts => ({
  sessions: [],
  hosts: [],
  bindings: [],
  blocks: [],
  users: [],
  secrets: [],
  connections: [],
  left: 0,
});

const partsOf = (all: Record<string, Part>, maxLength: number) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...Object.keys(all)),
      fc.constantFrom(...routerIds),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    ),
    { maxLength },
  );

const runs = histories(1_000);

test("each leak is named once, and nothing that is paid, new, over just now or the provider's own is", {
  timeout: historiesLimitMs(1_000),
}, () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(partsOf(honest, 40), partsOf(leaking, 6), fc.boolean(), (fair, unfair, isTurned) => {
      const site: Site = { facts: { roof: empty(), gate: empty() }, sold: [], named: [] };
      const all = { ...honest, ...leaking };
      [...fair, ...unfair].forEach(([what, at, spread], n) => {
        met.add(what);
        all[what]?.(site, at, n + 1, spread);
      });
      const looked: Looked[] = routerIds.map((routerId) => ({ routerId, facts: site.facts[routerId] }));
      const leaks = judgeAccess(isTurned ? looked.reverse() : looked, site.sold, now);
      expect(leaks.map(({ routerId, kind, name: called }) => `${routerId} ${kind} ${called}`).sort()).toEqual(
        site.named.sort(),
      );
      for (const { row, kind, name: mac, routerId, isOnline } of leaks) {
        if (kind !== "copy") continue;
        // Counted as unpaid where a press ends it, and only there.
        expect(isOnline).toBe(row !== null);
        const beside = site.facts[routerId as RouterId].sessions.filter((one) => one.mac === mac);
        const ended = beside.find(({ id }) => id === row?.id);
        if (row) expect(ended?.isServed === false || beside.length > 1).toBe(true);
        if (row && beside.length > 1) expect(ended?.uptimeMs).toBe(10 * minuteMs);
      }
      // No press ends what is paid.
      for (const { row, kind, name: mac, routerId } of leaks)
        if (row?.what === "session" && kind === "session") {
          const session = site.facts[routerId as RouterId].sessions.find((one) => one.mac === mac);
          const purchase = site.sold.find(({ id }) => id === session?.entitlementId);
          const lives = purchase?.state === "running" && (purchase.endsAt ?? now + 1) > now;
          expect(lives && purchase?.subjects.includes(deviceSubject(mac))).not.toBe(true);
        }
    }),
    { numRuns: runs },
  );
  expect([...met].sort()).toEqual(Object.keys({ ...honest, ...leaking }).sort());
});
