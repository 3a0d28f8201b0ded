import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { bridgeRequests } from "#contract/bridge-requests";
import { allowLeaks, endLeak, type Guard, lookNow, nameLeakAgain, readGuard } from "#contract/leaks";
import type { AccessFacts } from "#contract/router-access";
import { say as text } from "#contract/texts";
import { nairobiDay } from "#contract/values/duration";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { guardDue, sweepGuard } from "#worker/features/guard/index";
import { deleteCustomer } from "#worker/features/provider-data/delete-customer";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { newMac, sell, setEntitlement } from "../../support/sell.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { putPayment } from "../transactions/sales-rows.ts";
import { ask, auditLines, emptyUsers, reachable, userWorld, type World } from "../users/user-world.ts";

// The shilling guard: a look at all routers beside what was sold and what came in, and what a person decides about what it finds.

let world: World;
let link: FakeLink;
const facts = new Map<string, AccessFacts | null>();

const nothing = (): AccessFacts => ({
  sessions: [],
  hosts: [],
  bindings: [],
  blocks: [],
  users: [],
  secrets: [],
  connections: [],
  left: 0,
});
const pass = (mac: string, comment = "tv") => ({ id: "*5", mac, address: "", comment, isOurs: false });
const waits = (mac: string) => ({
  mac,
  address: "10.5.50.9",
  uptimeMs: 20 * minuteMs,
  idleMs: 0,
  isLetIn: false,
  isBypassed: false,
});
const roof = () => world.demo.routers[0]?.id ?? "";
const gate = () => world.demo.routers[1]?.id ?? "";

beforeAll(async () => {
  world = await userWorld();
  for (const { id } of world.demo.routers)
    await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2").bind(world.bridge.id, id).run();
});
beforeEach(async () => {
  await emptyUsers();
  await emptyTenantTables("leaks", "allowed_leaks", "leak_looks", "leak_nights", "leak_routers", "reviews");
  facts.clear();
  link = await reachable(world);
  link.access = (routerId) => (facts.has(routerId) ? (facts.get(routerId) ?? null) : nothing());
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

async function answerOf(answer: ReturnType<typeof ask<typeof readGuard | typeof lookNow>>): Promise<Guard> {
  const got = await answer;
  if (!got.ok) throw new Error(`${got.status} ${got.text}`);
  return got.answer;
}
const look = () => answerOf(ask(world, lookNow));
const read = () => answerOf(ask(world, readGuard));
const found = ({ leaks }: Guard) =>
  leaks.filter(({ allowed }) => allowed === null).map(({ kind, name }) => `${kind} ${name}`);

test("nothing was looked at before the first look, and nothing is found where all is paid", async () => {
  expect(await read()).toMatchObject({ look: null, leaks: [], nights: [] });
  const guard = await look();
  expect(guard.look).toMatchObject({
    sentence: "KSh 0 lost of 0 yesterday; 0 devices online that nobody pays for.",
    lost: 0,
    statement: "waiting",
    moneyOf: nairobiDay(Date.now() - dayMs),
  });
  expect(guard.leaks).toEqual([]);
  expect(guard.routers.map(({ hindrance, at }) => [hindrance, at === null])).toEqual(
    world.demo.routers.map(() => ["", false]),
  );
});

test("each thing that nobody pays for is named with its router, and who paid and is kept out with what was paid", async () => {
  const kept = await sell(world.demo, { createdAt: Date.now() - hourMs });
  await setEntitlement(kept, { updated_at: Date.now() - hourMs });
  const tv = newMac();
  facts.set(roof(), {
    ...nothing(),
    hosts: [waits(kept.mac ?? ""), { ...waits(tv), isBypassed: true }],
    bindings: [pass(tv)],
    users: [{ id: "*1", name: "vc-1", profile: "1h", comment: "", isUsed: false }],
    secrets: [{ id: "*2", name: "flat3", service: "pppoe", comment: "Kamau" }],
    sessions: [
      {
        id: "*3",
        user: `T-${tv}`,
        mac: newMac(),
        address: "10.5.50.4",
        by: "trial",
        uptimeMs: hourMs,
        idleMs: 0,
        entitlementId: null,
        isServed: false,
      },
    ],
  });
  const guard = await look();
  expect(guard.look?.sentence).toBe("KSh 0 lost of 0 yesterday; 2 devices online that nobody pays for.");
  expect(found(guard)[0]).toBe(`kept_out ${kept.mac}`);
  expect(new Set(found(guard).map((one) => one.split(" ")[0]))).toEqual(
    new Set(["kept_out", "pass", "user", "secret", "session"]),
  );
  expect(guard.leaks.find(({ kind }) => kind === "kept_out")).toMatchObject({
    routerId: roof(),
    routerName: world.demo.routers[0]?.name,
    amount: kept.terms.priceCents / 100,
    canEnd: false,
  });
  expect(guard.leaks.find(({ kind }) => kind === "pass")).toMatchObject({
    macAddress: tv,
    about: "tv",
    isOnline: true,
    canEnd: true,
    amount: null,
  });
});

test("a customer's line is sold by itself: its name is no leak, and neither is its connection; another's of that router is", async () => {
  const database = tenantDatabase(world.demo.id);
  await database.batch([
    database.prepare(`INSERT INTO customer_accounts (id, number, name, phone, notes, created_at)
      VALUES ('c1', '81234567', 'Mercy', '254722100200', '', 0)`),
    database
      .prepare(`INSERT INTO lines (id, customer_id, router_id, terms, login, login_small, password, rev, created_at,
        updated_at) VALUES ('l1', 'c1', ?, '{}', 'Mercy-Home', 'mercy-home', '', 1, 0, 0)`)
      .bind(roof()),
  ]);
  const dialled = (name: string) => ({ id: "*9", name, service: "pppoe", address: "10.7.0.3" });
  const secret = (name: string) => ({ id: "*8", name, service: "pppoe", comment: "" });
  facts.set(roof(), {
    ...nothing(),
    secrets: [secret("mercy-HOME"), secret("friend")],
    connections: [dialled("mercy-home")],
  });
  // Its name once more, in other capitals or for a tunnel, and another house that dials by it, are somebody else's.
  const twin = [secret("MERCY-home"), Object.assign(secret("mercy-HOME"), { service: "l2tp" })];
  const own = Object.assign(secret("mercy-home"), { comment: "MLG;l1;e1" });
  facts.set(roof(), {
    ...nothing(),
    secrets: [...twin, own],
    connections: [dialled("mercy-home"), dialled("MERCY-home"), dialled("mercy-home")],
  });
  expect((await look()).leaks.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    "connection mercy-home",
    "secret MERCY-home",
    "secret mercy-HOME",
  ]);
  facts.set(roof(), {
    ...nothing(),
    secrets: [secret("mercy-HOME"), secret("friend")],
    connections: [dialled("mercy-home")],
  });
  facts.set(gate(), { ...nothing(), secrets: [secret("mercy-home")] });
  expect((await look()).leaks.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    "secret friend",
    "secret mercy-home",
  ]);
  await database.batch([
    database.prepare("DELETE FROM lines WHERE id = 'l1'"),
    database.prepare("DELETE FROM customer_accounts WHERE id = 'c1'"),
  ]);
});

test("a router that cannot be looked at is named with why, keeps what it had, and stops no other", async () => {
  const [tv, printer] = [newMac(), newMac()];
  facts.set(roof(), { ...nothing(), bindings: [pass(tv)] });
  facts.set(gate(), { ...nothing(), bindings: [pass(printer)] });
  expect(found(await look()).sort()).toEqual([`pass ${tv}`, `pass ${printer}`].sort());
  facts.set(roof(), null);
  facts.set(gate(), nothing());
  const guard = await look();
  expect(found(guard)).toEqual([`pass ${tv}`]);
  expect(guard.nights[0]).toMatchObject({ unlooked: 1, found: 1 });
  await closeAllLinks();
  const away = await look();
  expect(away.routers.map(({ hindrance }) => hindrance)).toEqual(
    world.demo.routers.map(() => "The bridge at this site is not connected."),
  );
  expect(found(away)).toEqual([`pass ${tv}`]);
});

test("a bridge from before there was such a question is said to be too old", async () => {
  await closeAllLinks();
  const old = await world.bridge.dial();
  await old.hello({ requests: bridgeRequests.filter((kind) => kind !== "access") });
  await old.next("welcome");
  const { routers } = await look();
  expect(routers[0]?.hindrance).toContain("too old for this. Update it");
  expect(old.all("request")).toEqual([]);
});

test("what is let be is not named again until it changes, and is counted no more; nothing is written at the router", async () => {
  const tv = newMac();
  facts.set(roof(), { ...nothing(), bindings: [pass(tv)], hosts: [{ ...waits(tv), isBypassed: true }] });
  const [leak] = (await look()).leaks;
  const asked = link.all("request").length;
  const allowed = await ask(world, allowLeaks, {
    body: { ids: [leak?.id ?? ""], note: "The TV in the hall" },
  });
  expect(allowed).toMatchObject({ ok: true });
  expect(link.all("request")).toHaveLength(asked);
  const after = await read();
  expect(found(after)).toEqual([]);
  expect(after.look).toMatchObject({ unpaidOnline: 0 });
  expect(after.leaks[0]?.allowed).toMatchObject({ note: "The TV in the hall" });
  expect(found(await look())).toEqual([]);
  expect((await auditLines()).at(-1)).toMatchObject({
    action: "guard.allow",
    subject: tv,
    detail: { count: 1, note: "The TV in the hall", names: [tv] },
  });
  facts.set(roof(), { ...nothing(), bindings: [pass(tv, "neighbour")] });
  expect(found(await look())).toEqual([`pass ${tv}`]);
  // As it was again: that it was let be is over.
  facts.set(roof(), { ...nothing(), bindings: [pass(tv)] });
  expect(found(await look())).toEqual([`pass ${tv}`]);
});

test("it may be named again, and who is unknown or another's is refused", async () => {
  facts.set(roof(), { ...nothing(), bindings: [pass(newMac())] });
  const id = (await look()).leaks[0]?.id ?? "";
  await ask(world, allowLeaks, { body: { ids: [id] } });
  expect(await ask(world, nameLeakAgain, { params: { id } })).toMatchObject({ ok: true });
  expect(found(await read())).toHaveLength(1);
  const gone = { ok: false, status: 404 };
  expect(await ask(world, nameLeakAgain, { params: { id } })).toMatchObject(gone);
  expect(await ask(world, allowLeaks, { body: { ids: ["none"] } })).toMatchObject(gone);
  expect(await ask(world, endLeak, { params: { id } }, "savanna")).toMatchObject(gone);
  expect(await ask(world, allowLeaks, { body: { ids: [id] } }, "savanna")).toMatchObject(gone);
});

test("ending asks the router's bridge for just that row, and takes it off the list once it is done", async () => {
  const tv = newMac();
  facts.set(roof(), { ...nothing(), bindings: [pass(tv)] });
  const id = (await look()).leaks[0]?.id ?? "";
  const ending = (ok: boolean) => {
    const answer = ask(world, endLeak, { params: { id } });
    return link
      .next("request", ({ request }) => request.kind === "end_access")
      .then(({ id: asked, request }) => {
        expect(request).toEqual({
          kind: "end_access",
          routerId: roof(),
          what: "binding",
          id: "*5",
          name: tv,
        });
        const message = text(ok ? "access_ended" : "access_gone", { name: tv } as never);
        link.say({ type: "answer", id: asked, ok, message });
        return answer;
      });
  };
  expect(await ending(false)).toMatchObject({ ok: false, status: 409 });
  expect(found(await read())).toEqual([`pass ${tv}`]);
  expect(await ending(true)).toMatchObject({ ok: true });
  expect(found(await read())).toEqual([]);
  expect((await auditLines()).at(-1)).toMatchObject({
    action: "guard.end",
    subject: tv,
    detail: { name: tv, kind: "pass", router: world.demo.routers[0]?.name },
  });
  await closeAllLinks();
});

test("nothing is ended of who is kept out, and while the bridge is away", async () => {
  const kept = await sell(world.demo, { createdAt: Date.now() - hourMs });
  await setEntitlement(kept, { updated_at: Date.now() - hourMs });
  facts.set(roof(), { ...nothing(), hosts: [waits(kept.mac ?? "")], bindings: [pass(newMac())] });
  const { leaks } = await look();
  const idOf = (kind: string) => leaks.find((leak) => leak.kind === kind)?.id ?? "";
  expect(await ask(world, endLeak, { params: { id: idOf("kept_out") } })).toMatchObject({
    ok: false,
    status: 409,
  });
  await closeAllLinks();
  expect(await ask(world, endLeak, { params: { id: idOf("pass") } })).toMatchObject({
    ok: false,
    status: 503,
  });
});

test("yesterday's money: what came in by the reports' sum, and of it what was paid and never let in, or is in no statement, once", async () => {
  const yesterday = Date.parse(`${nairobiDay(Date.now() - dayMs)}T12:00:00+03:00`);
  const { look: before } = await look();
  const good = await putPayment(world.demo, { createdAt: yesterday, shillings: 500 });
  const denied = await putPayment(world.demo, { createdAt: yesterday, shillings: 70 });
  await putPayment(world.demo, { createdAt: yesterday - 2 * dayMs, shillings: 1_000 });
  for (const { id } of [good, denied])
    await tenantDatabase(world.demo.id)
      .prepare(
        "UPDATE entitlements SET state = 'running', started_at = ?1, ends_at = ?2 WHERE source_id = ?3",
      )
      .bind(yesterday, yesterday + hourMs, id)
      .run();
  await tenantDatabase(world.demo.id)
    .prepare(
      `INSERT INTO reviews (id, at, payment_id, kind, detail) VALUES ('r1', ?1, ?2, 'not-in-statement', '{}'),
        ('r2', ?1, ?2, 'denied', '{}'), ('r3', ?1, ?3, 'phone', '{}')`,
    )
    .bind(yesterday, denied.id, good.id)
    .run();
  const { look: after } = await look();
  expect((after?.taken ?? 0) - (before?.taken ?? 0)).toBe(570);
  expect(after).toMatchObject({ lost: 70, statement: "differs" });
  expect(after?.sentence).toBe(
    `KSh 70 lost of ${(after?.taken ?? 0).toLocaleString("en-KE")} yesterday; 0 devices online that nobody pays for.`,
  );
});

test("each night once by itself, after something was sold; one row a day", async () => {
  const ctx = testContext();
  const due = async () => {
    const [statement] = guardDue();
    return statement ? ((await ctx.tenant(world.demo.id).first(statement))?.at ?? null) : null;
  };
  const sweep = (at: number) => sweepGuard(testContext({ now: () => at }), world.demo.id);
  const count = () => link.all("request").filter(({ request }) => request.kind === "access").length;
  // What tests before sold is due by the object's own alarm, 20 s after it was written.
  await emptyTenantTables("sales_daily", "leak_nights");
  expect(await due()).toBeNull();
  const soldAt = Date.parse(`${nairobiDay(Date.now())}T12:00:00+03:00`);
  await putPayment(world.demo, { createdAt: soldAt });
  facts.set(roof(), { ...nothing(), bindings: [pass(newMac())] });
  await sweep(soldAt);
  const first = (await due()) ?? 0;
  const night = Date.parse(`${nairobiDay(soldAt + dayMs)}T04:00:00+03:00`);
  expect(first).toBeGreaterThanOrEqual(night);
  expect(first).toBeLessThan(night + 90 * minuteMs);
  await sweep(first - 1);
  expect(count()).toBe(0);
  await sweep(first);
  expect(count()).toBe(world.demo.routers.length);
  await sweep(first + minuteMs);
  expect(count()).toBe(world.demo.routers.length);
  expect(await due()).toBe(first + dayMs);
  expect((await read()).nights).toMatchObject([{ day: nairobiDay(first), found: 1 }]);
  // A business that sells nothing any more is left in peace, until it sells again.
  await sweep(first + 9 * dayMs);
  expect(await due()).toBeNull();
  expect(count()).toBe(world.demo.routers.length);
});

test("a customer's device goes from what was found and let be with the customer's data", async () => {
  const sold = await sell(world.demo);
  const mac = sold.mac ?? "";
  facts.set(roof(), { ...nothing(), bindings: [pass(mac)] });
  const id = (await look()).leaks[0]?.id ?? "";
  await ask(world, allowLeaks, { body: { ids: [id] } });
  await setEntitlement(sold, { state: "ended", ended_at: 5, started_at: 1, ends_at: 5 });
  const actor = { actor: "provider", actorId: null, providerId: world.demo.id, network: null } as const;
  await deleteCustomer(testContext(), { providerId: world.demo.id, whose: { userId: mac }, actor });
  const db = tenantDatabase(world.demo.id);
  for (const table of ["leaks", "allowed_leaks"])
    expect((await db.prepare(`SELECT count(*) AS count FROM ${table}`).all()).results).toEqual([
      { count: 0 },
    ]);
});
