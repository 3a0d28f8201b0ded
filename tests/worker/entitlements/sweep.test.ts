import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { dayMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { sweepAccess } from "#worker/features/entitlements/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { entitlementRow, sell, setEntitlement } from "../../support/sell.ts";
import { tenantPlan, tenantStatements } from "../../support/tenant-statements.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let bridge: FakeBridge;
let link: FakeLink;

beforeAll(async () => {
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
});

beforeEach(async () => {
  link = await bridge.connect();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await closeAllLinks();
});

async function sweep(now = Date.now()): Promise<void> {
  for (const { id } of [seeded.demo, seeded.savanna]) await sweepAccess(testContext({ now: () => now }), id);
}

const running = (endsAt: number) => ({ state: "running", started_at: endsAt - 3_600_000, ends_at: endsAt });

describe("the minute's sweep", () => {
  test("ends what nobody reported as ended, 15 s after its time, and tells the bridge", async () => {
    const now = Date.now();
    const overdue = await sell(seeded.demo);
    await setEntitlement(overdue, running(now - 16_000));
    const cutOff = await sell(seeded.demo);
    await setEntitlement(cutOff, { ...running(now - 16_000), state: "cut_off", rev: 2 });
    const due = await sell(seeded.demo);
    await setEntitlement(due, running(now - 14_000));
    const lodge = await sell(seeded.savanna);
    await setEntitlement(lodge, running(now - 60_000));
    await sweep(now);
    for (const sold of [overdue, cutOff]) {
      const row = await entitlementRow(sold);
      expect(row).toMatchObject({ state: "ended", end_reason: "time", ended_at: now - 16_000 });
      const desired = await link.until(
        () => link.desiredEntitlements.find(({ id, rev }) => id === sold.id && rev === row.rev),
        "end",
      );
      expect(desired.spec).toMatchObject({ kind: "end", reason: "ended" });
    }
    expect((await entitlementRow(overdue)).rev).toBe(2);
    expect((await entitlementRow(due)).state).toBe("running");
    // Or it would be over for the next test.
    await setEntitlement(due, running(now + dayMs));
    expect((await entitlementRow(lodge)).state).toBe("ended");
  });

  test("lets purchases lapse that nobody used within 30 days, cut off or not, device or not", async () => {
    const now = Date.now();
    const made = (agoMs: number, mac?: null) =>
      sell(seeded.demo, { createdAt: now - agoMs, undelivered: true, ...(mac === null ? { mac } : {}) });
    const old = await made(30 * dayMs);
    const homeless = await made(30 * dayMs, null);
    const cutOff = await made(31 * dayMs);
    await setEntitlement(cutOff, { state: "cut_off", rev: 2 });
    const young = await made(30 * dayMs - 60_000);
    const started = await made(40 * dayMs);
    await setEntitlement(started, { ...running(now + dayMs), started_at: now - 39 * dayMs });
    await sweep(now);
    for (const sold of [old, homeless, cutOff])
      expect(await entitlementRow(sold)).toMatchObject({
        state: "lapsed",
        end_reason: "lapsed",
        ended_at: now,
      });
    expect((await entitlementRow(young)).state).toBe("waiting");
    expect((await entitlementRow(started)).state).toBe("running");
    await link.until(() => link.desired(old.id)?.spec.kind === "end", "end");
  });

  test("tells the bridge again what it has not confirmed for 10 s", async () => {
    const now = Date.now();
    const lost = await sell(seeded.demo, { undelivered: true });
    await setEntitlement(lost, { updated_at: now - 10_000 });
    const fresh = await sell(seeded.demo, { undelivered: true });
    await setEntitlement(fresh, { updated_at: now - 9_000 });
    const confirmed = await sell(seeded.demo, { undelivered: true });
    await setEntitlement(confirmed, { updated_at: now - 60_000, confirmed_rev: 1 });
    const homeless = await sell(seeded.demo, { mac: null });
    await setEntitlement(homeless, { updated_at: now - 60_000 });
    await sweep(now);
    await link.until(() => link.desired(lost.id), "desired");
    await link.settled();
    for (const { id } of [fresh, confirmed, homeless]) expect(link.desired(id)).toBeUndefined();
  });

  test("does not repeat itself to a bridge that has said it holds the rev", async () => {
    const sold = await sell(seeded.demo);
    await link.until(() => link.desired(sold.id), "desired");
    await setEntitlement(sold, { updated_at: Date.now() - 60_000 });
    link.say({
      type: "state",
      routerId: sold.routerId,
      entitlements: [{ id: sold.id, rev: 1, state: "connecting" }],
    });
    await link.settled();
    await sweep();
    await link.settled();
    expect(link.desiredEntitlements.filter(({ id }) => id === sold.id)).toHaveLength(1);
  });

  test("changes nothing when there is nothing to do", async () => {
    await sell(seeded.demo);
    const before = await databaseChecksum();
    await sweep();
    await sweep();
    expect(await databaseChecksum()).toBe(before);
  });

  test("goes on with the other bridges when one of them cannot be reached", async () => {
    const owner = { providerId: seeded.savanna.id, adminId: null };
    const other = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Lodge")).code);
    const otherLink = await other.connect();
    const now = Date.now();
    const [here, there] = [
      await sell(seeded.demo, { undelivered: true }),
      await sell(seeded.savanna, { undelivered: true }),
    ];
    for (const sold of [here, there]) await setEntitlement(sold, { updated_at: now - 60_000 });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { getByName } = env.BRIDGE;
    vi.spyOn(env.BRIDGE, "getByName").mockImplementation((name) => {
      if (name === bridge.id) throw new Error("the object is overloaded");
      return getByName.call(env.BRIDGE, name);
    });
    await sweep(now);
    await otherLink.until(() => otherLink.desired(there.id), "desired");
    expect(link.desired(here.id)).toBeUndefined();
  });

  test("reads the live purchases only, however long the history is", async () => {
    const statements = await tenantStatements(() => sweepAccess(testContext(), seeded.demo.id));
    const ofTheSweep = statements.slice(0, 4);
    const found = ["due (ends_at<?)", "due (ends_at=? AND created_at<?)"];
    const uses = [
      ...found.map((index) => `INDEX entitlements_${index}`),
      "INDEX entitlements_unconfirmed (updated_at>? AND updated_at<?)",
      "INDEX moves_open",
    ];
    for (const [place, sql] of ofTheSweep.entries()) {
      const used = (await tenantPlan(seeded.demo.id, sql)).join("; ");
      expect(used).toContain(uses[place]);
      expect(used).not.toContain("SCAN entitlements");
    }
  });

  test("is what the alarm of the provider's object runs", async () => {
    const sold = await sell(seeded.demo);
    await setEntitlement(sold, running(Date.now() - 60_000));
    expect(await runDurableObjectAlarm(env.PROVIDER.getByName(seeded.demo.id))).toBe(true);
    expect((await entitlementRow(sold)).state).toBe("ended");
  });
});
