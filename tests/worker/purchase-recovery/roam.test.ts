import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { roamHere } from "#contract/purchase-recovery";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { successorIdOf } from "#worker/features/entitlements/purchase-id";
import { planById } from "#worker/features/plans/index";
import { sha256 } from "#worker/keys";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { formFields, visit } from "../../support/portal-page.ts";
import { entitlementRow, newMac, type SellOptions, type Sold, sell, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { attachedTo, give, letGo, movesOf, started } from "../entitlements/move-world.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// A buyer walks from one router of the provider to another: what runs follows the cookie.

let world: PaymentWorld;
let link: FakeLink;
/** Who is where, by router. */
let there: Record<string, string[]> = {};

beforeAll(async () => {
  world = await openWorld();
  const owner = { providerId: world.seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE provider_id = ?2")
    .bind(bridge.id, world.seeded.demo.id)
    .run();
  link = await bridge.connect();
  for (const { id } of world.seeded.demo.routers)
    link.say({ type: "router", routerId: id, state: "reachable", version: "7.16", message: "" });
});
beforeEach(async () => {
  there = {};
  link.hosts = (routerId) => there[routerId] ?? [];
  await world.renew();
  await world.advance(61_000);
});
afterAll(async () => {
  await closeAllLinks();
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  await world.close();
});

const gate = () => world.seeded.demo.routers[0]?.id ?? "";
const stall = () => world.seeded.demo.routers[1]?.id ?? "";
const oneDay = 2;
let made = 0;
type Owner = { sold: Sold; cookie: string };

/** Online at the gate. */
async function owner(options: SellOptions = { plan: oneDay }): Promise<Owner> {
  made += 1;
  const token = made.toString(16).padStart(32, "9");
  const sold = await sell(world.seeded.demo, { ...options, buyerHash: sha256(token) });
  await started(link, sold);
  return { sold, cookie: `__Host-p=${token}` };
}

async function arrive({ cookie }: Owner, mac: string, routerId = stall(), host = hostOf("demo")) {
  there[routerId] = [...(there[routerId] ?? []), mac];
  await world.advance(2_100);
  const answer = await call(
    roamHere,
    { body: { macAddress: mac, routerId } },
    { host, cookie, headers: { "cf-connecting-ip": "197.248.10.78" } },
  );
  return answer.ok ? answer.answer.outcome : answer.refusal?.message;
}

/** The same, while the bridge takes the device off the router that it left. */
async function follow(
  own: Owner,
  mac: string,
  at: Pick<Sold, "id" | "routerId">,
  rev = 2,
  routerId = stall(),
) {
  const gone = arrive(own, mac, routerId);
  await link.until(() => link.desired(at.id)?.spec.kind === "end", "its end");
  await letGo(link, { ...own.sold, ...at }, rev);
  return gone;
}
const next = ({ sold }: Owner) => ({ ...sold, id: successorIdOf(sold.id), routerId: stall() });
const pageAt = (own: Owner, mac: string, routerId = stall()) =>
  visit(`/connected?mac=${mac}&routerId=${routerId}`, { cookie: own.cookie });

describe("the same device at another router", () => {
  test("is let in there once the first has let go, with its clock, and the page says so; it costs none of the day's moves", async () => {
    const own = await owner();
    const mac = own.sold.mac ?? "";
    const before = await entitlementRow(own.sold);
    expect((await pageAt(own, mac)).data.roaming).toBe("may");
    expect((await pageAt(own, mac, gate())).data.roaming).toBeNull();
    expect(await follow(own, mac, own.sold)).toBe("moved");
    expect(await entitlementRow(own.sold)).toMatchObject({ state: "moved" });
    expect(await entitlementRow(next(own))).toMatchObject({
      state: "running",
      mac,
      router_id: stall(),
      ends_at: before.ends_at,
      buyer_hash: before.buyer_hash,
    });
    expect(link.desired(next(own).id)?.spec).toMatchObject({ kind: "serve", subjects: subjectsOf(mac) });
    expect(await movesOf(own.sold.id)).toMatchObject([{ from_mac: null, to_mac: mac, by: "roam" }]);
    const seen = await pageAt(own, mac);
    expect(seen.data.roaming).toBe("came");
    expect(seen.text).toContain("You are online here now");
    expect(formFields(seen, "/roam/back")).toBeNull();
  });

  test("is no way around the day's five moves: whoever takes its place on the way takes one of them", async () => {
    const own = await owner();
    let mac = own.sold.mac ?? "";
    for (let count = 0; count < 5; count += 1) {
      mac = newMac();
      expect(await give(own.sold, { mac })).toBe("moved");
    }
    expect(await arrive(own, mac)).toBe("moving");
    await expect(give(own.sold, { mac: newMac(), routerId: stall() })).rejects.toThrow("5 times");
    await link.until(() => link.desired(own.sold.id)?.spec.kind === "end", "its end");
    await letGo(link, own.sold, 7);
    expect(await give(own.sold, { mac, routerId: stall() })).toBe("moved");
    expect(await attachedTo(next(own).id)).toEqual([mac]);

    const other = await owner();
    const first = other.sold.mac ?? "";
    expect(await arrive(other, first)).toBe("moving");
    const taker = newMac();
    const given = give(other.sold, { mac: taker, routerId: stall() });
    await link.until(() => link.desired(other.sold.id)?.spec.kind === "end", "its end");
    await letGo(link, other.sold);
    expect(await given).toBe("moved");
    expect(await movesOf(other.sold.id)).toMatchObject([{ from_mac: first, to_mac: taker, by: "recovery" }]);
  });

  test("goes without scripts by a button", async () => {
    const own = await owner();
    const mac = own.sold.mac ?? "";
    const form = formFields(await pageAt(own, mac), "/roam");
    expect(form).toEqual({ mac, routerId: stall() });
    there[stall()] = [mac];
    await world.advance(2_100);
    const sent = visit("/roam", { form: form ?? {}, cookie: own.cookie });
    await link.until(() => link.desired(own.sold.id)?.spec.kind === "end", "its end");
    await letGo(link, own.sold);
    expect((await sent).location).toBe(`/connected?mac=${mac}&routerId=${stall()}`);
    expect(await attachedTo(next(own).id)).toEqual([mac]);
  });

  test("goes back and forth once a minute at most", async () => {
    const own = await owner();
    const mac = own.sold.mac ?? "";
    expect(await follow(own, mac, own.sold)).toBe("moved");
    await started(link, next(own));
    expect(await arrive(own, mac, gate())).toBe("stays");
    await world.advance(60_000);
    const second = { id: next(own).id, routerId: stall() };
    expect(await follow(own, mac, second, 2, gate())).toBe("moved");
  });

  test("is what somebody else writes into an address: without the cookie nothing goes, and nothing is told", async () => {
    const own = await owner();
    const mac = own.sold.mac ?? "";
    const before = await databaseChecksum();
    const forged = { ...own, cookie: `__Host-p=${"a".repeat(32)}` };
    const other = { ...own, cookie: (await owner()).cookie };
    expect((await pageAt(forged, mac)).data.roaming).toBeNull();
    const unchanged = await databaseChecksum();
    expect(unchanged).not.toBe(before);
    for (const who of [forged, other, { ...own, cookie: "" }]) expect(await arrive(who, mac)).toBe("stays");
    expect(await entitlementRow(own.sold)).toMatchObject({ state: "running", router_id: gate() });
    const lodge = world.seeded.savanna.routers[0]?.id ?? "";
    expect(await arrive(own, mac, lodge, hostOf("savanna"))).toBe("stays");
    expect(await arrive(own, mac, lodge)).toMatch(/does not belong to this provider/);
    expect(await entitlementRow(own.sold)).toMatchObject({ state: "running", router_id: gate() });
  });
});

describe("a device with another address", () => {
  test("is followed once the first one has left its router, as a move of the day, and it can be undone for good", async () => {
    const own = await owner();
    const [before, now] = [own.sold.mac ?? "", newMac()];
    there[gate()] = [before];
    expect(await arrive(own, now)).toBe("stays");
    there[gate()] = [];
    expect(await follow(own, now, own.sold)).toBe("moved");
    expect(await movesOf(own.sold.id)).toMatchObject([{ from_mac: before, to_mac: now, by: "roam" }]);
    await started(link, { ...next(own), mac: now });
    const seen = await pageAt(own, now);
    expect(seen.data.roaming).toBe("instead");
    const form = formFields(seen, "/roam/back") ?? {};
    expect((await visit("/roam/back", { form, cookie: `__Host-p=${"b".repeat(32)}` })).status).toBe(404);
    const back = visit("/roam/back", { form, cookie: own.cookie });
    await link.until(() => link.desired(next(own).id)?.spec.kind === "end", "its end");
    await letGo(link, next(own));
    expect((await back).status).toBe(303);
    const third = { ...own.sold, id: successorIdOf(next(own).id) };
    expect(await attachedTo(third.id)).toEqual([before]);
    await started(link, third);
    await world.advance(61_000);
    expect(await arrive(own, now)).toBe("stays");
  });

  test("is not followed by what was given to a television, a plan with others on it, or one that never started", async () => {
    const own = await owner();
    const tv = newMac();
    const place = { mac: own.sold.mac ?? "", routerId: gate() };
    there[gate()] = [place.mac];
    link.waiting = () => [{ mac: tv, name: null, idleMs: 0 }];
    await world.advance(2_100);
    const paired = await visit("/add-device", {
      form: { ...place, sure: "yes", address: tv },
      cookie: own.cookie,
    });
    expect(paired.status).toBe(303);
    there[gate()] = [];
    expect(await arrive(own, newMac())).toBe("stays");
    expect(await attachedTo(own.sold.id)).toEqual([tv]);

    const shared = await owner({ plan: 3 });
    expect(await give(shared.sold, { mac: newMac() })).toBe("attached");
    expect(await arrive(shared, shared.sold.mac ?? "")).toBe("stays");
    made += 1;
    const token = made.toString(16).padStart(32, "9");
    const unstarted = await sell(world.seeded.demo, { buyerHash: sha256(token) });
    expect(await arrive({ sold: unstarted, cookie: `__Host-p=${token}` }, unstarted.mac ?? "")).toBe("stays");
  });
});

describe("of two purchases", () => {
  /** The first is the newer one, so that it is tried first. */
  async function twice(options: SellOptions = { plan: oneDay }, older: SellOptions = { plan: oneDay }) {
    const second = await owner(older);
    await world.advance(1_000);
    const first = await sell(world.seeded.demo, { ...options, buyerHash: sha256(second.cookie.slice(9)) });
    await started(link, first);
    return { first, second, mac: first.mac ?? "" };
  }
  const placeOf = async (sold: Sold) => (await entitlementRow(sold)).state;

  test("the second comes where the plan of the first is not for this router", async () => {
    const { first, second } = await twice({ plan: 1 });
    const { providerId, terms } = first;
    await tenantDatabase(providerId)
      .prepare("UPDATE plans SET router_ids = ?1 WHERE id = ?2")
      .bind(JSON.stringify([gate()]), terms.planId)
      .run();
    expect(await follow(second, newMac(), second.sold)).toBe("moved");
    expect([await placeOf(first), await placeOf(second.sold)]).toEqual(["running", "moved"]);
  });

  test("the second comes where the first had its five moves", async () => {
    const { first, second } = await twice();
    for (let count = 0; count < 5; count += 1) expect(await give(first, { mac: newMac() })).toBe("moved");
    expect(await follow(second, newMac(), second.sold)).toBe("moved");
    expect([await placeOf(first), await placeOf(second.sold)]).toEqual(["running", "moved"]);
  });

  test("the one with data left comes, of two on one phone, too", async () => {
    const mac = newMac();
    const { first, second } = await twice({ plan: 4, mac }, { plan: oneDay, mac });
    await tenantDatabase(first.providerId)
      .prepare("UPDATE entitlements SET used_bytes = ?1 WHERE id = ?2")
      .bind(first.terms.dataBytes, first.id)
      .run();
    expect(await follow(second, mac, second.sold)).toBe("moved");
    expect([await placeOf(first), await placeOf(second.sold)]).toEqual(["running", "moved"]);
  });

  test("one alone comes, of two pages at one moment, too", async () => {
    const { first, second, mac } = await twice();
    const both = Promise.all([arrive(second, mac), arrive(second, mac)]);
    await link.until(() => link.desired(first.id)?.spec.kind === "end", "its end");
    await letGo(link, first);
    await both;
    expect(await arrive(second, mac)).toBe("stays");
    expect([await placeOf(first), await placeOf(second.sold)]).toEqual(["moved", "running"]);
  });
});

test("a plan that is sold at chosen routers stays among them", async () => {
  const own = await owner({ plan: 4 });
  const { providerId, terms } = own.sold;
  const { routerIds } = (await planById(testContext().tenant(providerId), terms.planId)) ?? {};
  expect(routerIds).toBeNull();
  await tenantDatabase(providerId)
    .prepare("UPDATE plans SET router_ids = ?1 WHERE id = ?2")
    .bind(JSON.stringify([gate()]), terms.planId)
    .run();
  expect(await arrive(own, own.sold.mac ?? "")).toBe("stays");
});

test("nothing leaves a router that cannot be asked: it would not let go, and the buyer had nothing at either", async () => {
  const own = await owner();
  const mac = own.sold.mac ?? "";
  link.hosts = (routerId) => (routerId === gate() ? null : [mac]);
  expect(await arrive(own, mac)).toBe("stays");
  expect(await entitlementRow(own.sold)).toMatchObject({ state: "running", router_id: gate() });
});

test("a device that its router does not list is not followed", async () => {
  const own = await owner();
  await world.advance(2_100);
  const answer = await call(
    roamHere,
    { body: { macAddress: own.sold.mac, routerId: stall() } },
    { host: hostOf("demo"), cookie: own.cookie },
  );
  expect(answer.ok && answer.answer.outcome).toBe("stays");
});
