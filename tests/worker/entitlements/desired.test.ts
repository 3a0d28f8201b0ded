import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { dayMs, hourMs } from "#contract/values/time";
import { BridgeObject } from "#worker/features/bridges/bridge-object";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { type EntitlementRecord, laterOf } from "#worker/features/entitlements/desired-state";
import { deliver } from "#worker/features/entitlements/index";
import { heldById } from "#worker/features/entitlements/store";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { type Fault, failStatements, holdRead } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { entitlementRow, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase, tenantDatabases } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let bridge: FakeBridge;
let fault: Fault | undefined;

beforeAll(async () => {
  seeded = await seedBoth();
});

beforeEach(async () => {
  // A bridge of its own for every test: what it is told depends on nothing before.
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  for (const database of await tenantDatabases())
    await database.prepare("UPDATE entitlements SET ended_at = 1, state = 'ended'").run();
  const owner = { providerId: seeded.demo.id, adminId: null };
  const { code } = await createBridgeCode(testContext(), owner, crypto.randomUUID());
  bridge = await FakeBridge.enrol(code);
});

afterEach(async () => {
  fault?.heal();
  fault = undefined;
  vi.useRealTimers();
  await closeAllLinks();
});

const object = () => env.BRIDGE.getByName(bridge.id);
const started = ({ id, routerId }: Sold) => ({
  kind: "started" as const,
  ageMs: 0,
  routerId,
  entitlementId: id,
  rev: 1,
});

describe("a sale", () => {
  test("is told to the bridge at once, with all that it needs to know", async () => {
    const link = await bridge.connect();
    const fairUse = { afterBytes: 2 ** 30, upKbps: 256, downKbps: 512 };
    const sold = await sell(seeded.demo, { plan: 4, terms: { fairUse } });
    const desired = await link.until(() => link.desired(sold.id), "desired");
    const { terms, mac, routerId } = sold;
    expect(desired).toEqual({
      id: sold.id,
      routerId,
      rev: 1,
      order: expect.any(Number),
      spec: {
        kind: "serve",
        subjects: subjectsOf(mac),
        upKbps: terms.upKbps,
        downKbps: terms.downKbps,
        durationMs: 720 * hourMs,
        remainingMs: null,
        dataBytes: 50 * 2 ** 30,
        fairUse,
        usedBytes: 0,
      },
    });
    await deliver(testContext(), sold.providerId, sold.id);
  });

  test("that waits for its device is no matter of the bridge yet", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo, { mac: null });
    await deliver(testContext(), sold.providerId, sold.id);
    await link.settled();
    expect(link.desiredEntitlements).toEqual([]);
  });

  test("at a router without a bridge, or of another provider, is handed to no bridge", async () => {
    const sold = await sell(seeded.savanna);
    const handed = vi.spyOn(BridgeObject.prototype, "sendDesired");
    await deliver(testContext(), sold.providerId, sold.id);
    await deliver(testContext(), sold.providerId, "unknown");
    await deliver(testContext(), seeded.demo.id, sold.id);
    expect(handed).not.toHaveBeenCalled();
    handed.mockRestore();
  });

  test("reaches a bridge whose object was asleep", async () => {
    const link = await bridge.connect();
    await evictDurableObject(object());
    const sold = await sell(seeded.demo);
    await link.until(() => link.desired(sold.id), "desired");
    await evictDurableObject(object());
    await link.report(started(sold));
    await link.settled();
  });

  test("of another provider never reaches it, even where the router names this bridge", async () => {
    const link = await bridge.connect();
    await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2")
      .bind(bridge.id, seeded.savanna.routers[0]?.id)
      .run();
    const sold = await sell(seeded.savanna);
    await link.settled();
    expect(link.desired(sold.id)).toBeUndefined();
    await object().assignmentsChanged();
    await link.next("assign");
    await link.settled();
    expect(link.desired(sold.id)).toBeUndefined();
  });
});

describe("a bridge that was offline", () => {
  test("is told everything when it dials in: what lives, what was cut off, and the ends of seven days", async () => {
    const now = Date.now();
    const ended = (agoMs: number) => ({
      state: "ended",
      ended_at: now - agoMs,
      ends_at: now - agoMs,
      rev: 2,
    });
    const waiting = await sell(seeded.demo, { undelivered: true });
    const running = await sell(seeded.demo, { router: 1 });
    await setEntitlement(running, {
      state: "running",
      started_at: now - hourMs / 2,
      ends_at: now + hourMs / 2,
      used_bytes: 77,
    });
    const cutOff = await sell(seeded.demo, { undelivered: true });
    await setEntitlement(cutOff, { state: "cut_off", rev: 2 });
    const late = await sell(seeded.demo, { undelivered: true });
    await setEntitlement(late, ended(6 * dayMs));
    const lapsed = await sell(seeded.demo, { undelivered: true });
    await setEntitlement(lapsed, { state: "lapsed", ended_at: now - dayMs, rev: 2 });
    const old = await sell(seeded.demo, { undelivered: true });
    await setEntitlement(old, ended(8 * dayMs));
    const homeless = await sell(seeded.demo, { mac: null });
    const foreign = await sell(seeded.savanna, { undelivered: true });

    const link = await bridge.connect();
    await link.settled();
    const goals = Object.fromEntries(link.desiredEntitlements.map(({ id, spec }) => [id, spec]));
    expect(goals[waiting.id]).toMatchObject({ kind: "serve", remainingMs: null });
    expect(goals[running.id]).toMatchObject({ kind: "serve", usedBytes: 77 });
    const spec = goals[running.id];
    const remaining = spec?.kind === "serve" ? (spec.remainingMs ?? 0) : 0;
    expect(remaining).toBeLessThanOrEqual(hourMs / 2);
    expect(remaining).toBeGreaterThanOrEqual(now + hourMs / 2 - Date.now());
    expect(goals[cutOff.id]).toEqual({ kind: "end", subjects: subjectsOf(cutOff.mac), reason: "cut_off" });
    expect(goals[late.id]).toEqual({ kind: "end", subjects: subjectsOf(late.mac), reason: "ended" });
    expect(goals[lapsed.id]).toEqual({ kind: "end", subjects: subjectsOf(lapsed.mac), reason: "ended" });
    for (const { id } of [old, homeless, foreign]) expect(goals[id]).toBeUndefined();
    expect(link.desiredEntitlements).toHaveLength(5);
  });

  test("is told so in pieces of 200", async () => {
    const sold = await sell(seeded.demo, { undelivered: true });
    const copied = Object.keys(await entitlementRow(sold)).filter(
      (name) => !["id", "mac", "recovery_hash"].includes(name),
    );
    await tenantDatabase(seeded.demo.id)
      .prepare(
        `INSERT INTO entitlements (id, ${copied}) SELECT entitlements.id || value, ${copied}
      FROM entitlements, json_each(?2) WHERE entitlements.id = ?1`,
      )
      .bind(sold.id, JSON.stringify(Array.from({ length: 229 }, (_, number) => `-${number}`)))
      .run();
    const link = await bridge.connect();
    await link.settled();
    expect(link.all("desired").map(({ desiredEntitlements }) => desiredEntitlements.length)).toEqual([
      200, 30,
    ]);
  });

  test("is told of an end as long as D1 lists it, and then no more", async () => {
    const sold = await sell(seeded.demo);
    await setEntitlement(sold, { state: "ended", ended_at: Date.now() - 6 * dayMs, rev: 2 });
    const first = await bridge.connect();
    await first.settled();
    expect(first.desired(sold.id)?.rev).toBe(2);
    await setEntitlement(sold, { ended_at: Date.now() - 8 * dayMs });
    const second = await bridge.connect();
    await second.settled();
    expect(second.desired(sold.id)).toBeUndefined();
    expect(await object().accessOf(sold.id)).toBeNull();
  });
});

describe("a whole sync", () => {
  test("that was read before a sale and arrives after it takes the sale back neither from the object nor from the bridge", async () => {
    const link = await bridge.connect();
    const before = await sell(seeded.demo);
    await link.until(() => link.desired(before.id), "desired");
    const again = await bridge.dial();
    // The reading of the purchases waits at its very end until the sale is through.
    const held = holdRead(/FROM entitlements/);
    await again.hello();
    await held.reached;
    const sold = await sell(seeded.demo);
    held.heal();
    await again.next("welcome");
    await again.settled();
    expect(again.desired(sold.id)?.spec.kind).toBe("serve");
    expect(again.desired(before.id)?.spec.kind).toBe("serve");
    expect(await object().accessOf(sold.id)).toMatchObject({ access: "connecting", endsAt: null });
  });

  test("that was read before a cut-off does not undo it", async () => {
    await bridge.connect();
    const sold = await sell(seeded.demo);
    const again = await bridge.dial();
    const held = holdRead(/FROM entitlements/);
    await again.hello();
    await held.reached;
    await setEntitlement(sold, { state: "cut_off", rev: 2 });
    await deliver(testContext(), sold.providerId, sold.id);
    held.heal();
    await again.next("welcome");
    await again.settled();
    expect(again.desired(sold.id)).toMatchObject({ rev: 2, spec: { kind: "end", reason: "cut_off" } });
    expect(again.desiredEntitlements.filter(({ id, rev }) => id === sold.id && rev < 2)).toEqual([]);
  });
});

describe("a bridge that asks about rows it does not know", () => {
  test("is told what D1 knows as it is, and what D1 does not know as an end", async () => {
    const link = await bridge.connect();
    const live = await sell(seeded.demo, { undelivered: true });
    const over = await sell(seeded.demo, { undelivered: true });
    await setEntitlement(over, { state: "ended", ended_at: Date.now() - 90 * dayMs, rev: 5 });
    const foreign = await sell(seeded.savanna, { undelivered: true });
    const elsewhere = await sell(seeded.demo, { router: 1, undelivered: true });
    const ids = [live, over, foreign, elsewhere].map(({ id }) => id);
    link.say({ type: "ask", routerId: live.routerId, entitlementIds: [...ids, "made up"] });
    await link.settled();
    expect(link.desired(live.id)).toMatchObject({ rev: 1, spec: { kind: "serve" } });
    expect(link.desired(over.id)).toMatchObject({ rev: 5, spec: { kind: "end", reason: "ended" } });
    for (const id of [foreign.id, elsewhere.id, "made up"]) {
      const spec = { kind: "end", subjects: [], reason: "unknown" };
      expect(link.desired(id)).toEqual({ id, routerId: live.routerId, rev: 0, order: 0, spec });
    }
  });

  test("hears nothing while D1 cannot be read", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo, { undelivered: true });
    const ask = { type: "ask" as const, routerId: sold.routerId, entitlementIds: [sold.id, "made up"] };
    for (const text of [/FROM entitlements/, /FROM routers/]) {
      fault = failStatements(text);
      link.say(ask);
      await link.settled();
      fault.heal();
      expect(fault.count).toBe(1);
      expect(link.desiredEntitlements).toEqual([]);
      expect(link.closed).toBeNull();
    }
    link.say(ask);
    await link.settled();
    expect(link.desiredEntitlements).toHaveLength(2);
  });
});

describe("a router that is taken away", () => {
  test("is forgotten at once, with all of its purchases", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    await link.until(() => link.desired(sold.id), "desired");
    await object().forget(sold.routerId);
    expect((await link.next("forget")).routerId).toBe(sold.routerId);
    expect(await object().accessOf(sold.id)).toBeNull();
    const { id } = await sell(seeded.demo);
    await link.settled();
    expect(link.desired(id)).toBeUndefined();
  });

  test("and given back is served again", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    await object().forget(sold.routerId);
    await object().assignmentsChanged();
    const { routers } = await link.next("assign");
    expect(routers.map(({ routerId }) => routerId)).toContain(sold.routerId);
    await link.settled();
    expect(link.desiredEntitlements.filter(({ id }) => id === sold.id)).toHaveLength(2);
  });
});

describe("two readings of one purchase", () => {
  const reading = (change: Partial<EntitlementRecord> = {}): EntitlementRecord => ({
    id: "e",
    providerId: "p",
    routerId: "r",
    rev: 1,
    createdAt: 1,
    subjects: [deviceSubject("m")],
    state: "waiting",
    startedAt: null,
    endsAt: null,
    usedBytes: 0,
    terms: {
      planId: "p",
      planName: "Hour",
      priceCents: 1,
      durationMs: 10,
      upKbps: 1,
      downKbps: 1,
      dataBytes: null,
      devices: 1,
    },
    ...change,
  });

  test("of different revs: the higher one stands, whichever came last", () => {
    const [one, two] = [reading({ usedBytes: 9 }), reading({ rev: 2, state: "cut_off" })];
    expect(laterOf(one, two)).toBe(two);
    expect(laterOf(two, one)).toBe(two);
  });

  test("of one rev: what was learned of start and usage is not unlearned", () => {
    const early = reading({ usedBytes: 5 });
    const late = reading({ state: "running", startedAt: 3, endsAt: 13, usedBytes: 4 });
    const both = { ...late, usedBytes: 5 };
    expect(laterOf(early, late)).toEqual(both);
    expect(laterOf(late, early)).toEqual(both);
  });

  test("in the object: a stale one neither takes a start back nor is sent on", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    const stale = await heldById(testContext().tenant(sold.providerId), [sold.id]);
    await link.report(started(sold));
    const { endsAt } = (await object().accessOf(sold.id)) ?? {};
    expect(endsAt).toBeGreaterThan(Date.now());
    await object().sendDesired(stale);
    expect((await object().accessOf(sold.id))?.endsAt).toBe(endsAt);
    const desired = link.desired(sold.id);
    expect(desired?.spec.kind === "serve" && desired.spec.remainingMs).toBeGreaterThan(0);
  });
});
