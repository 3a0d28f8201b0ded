import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type VisitorNow, visitorNow } from "#contract/portal";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { sha256 } from "#worker/keys";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { visit } from "../../support/portal-page.ts";
import { newMac, sell, setEntitlement } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// What an open page asks for again and again: the same truth for each page of a device and a browser, and nothing for strangers.

let world: PaymentWorld;
let gate: string;

beforeAll(async () => {
  world = await openWorld();
  gate = world.seeded.demo.routers[0]?.id ?? "";
});
beforeEach(() => world.renew());
afterEach(closeAllLinks);
afterAll(() => world.close());

let tokens = 0;
function newBuyer() {
  tokens += 1;
  const token = String(tokens).padStart(32, "0");
  return { cookie: `__Host-p=${token}`, buyerHash: sha256(token) };
}

async function look(mac: string | undefined, cookie?: string, mark?: string) {
  const query = { routerId: gate, ...(mac ? { mac } : {}), ...(mark ? { mark } : {}) };
  const answer = await call(visitorNow, { query }, cookie ? { cookie } : {});
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const now = async (mac: string | undefined, cookie?: string): Promise<VisitorNow> => {
  const { visitor } = await look(mac, cookie);
  if (!visitor) throw new Error("nothing new");
  return visitor;
};

/** At a router without a bridge. */
const nothing = {
  access: null,
  routerAway: true,
  accessId: null,
  device: null,
  ended: null,
  elsewhere: [],
  waiting: [],
  pending: null,
  roaming: null,
};

describe("what a device and its browser have", () => {
  test("is told once, and then only what changed", async () => {
    const mac = newMac();
    const first = await look(mac);
    expect(first.visitor).toEqual(nothing);
    expect((await look(mac, undefined, first.mark)).visitor).toBeNull();
    await sell(world.seeded.demo, { mac });
    expect((await look(mac, undefined, first.mark)).visitor).toMatchObject({ access: "connecting" });
  });

  test("is to a stranger with the same address how far its access is, and nothing more", async () => {
    const [{ cookie, buyerHash }, mac] = [newBuyer(), newMac()];
    const sold = await sell(world.seeded.demo, { mac, buyerHash, plan: 4 });
    await sell(world.seeded.demo, { mac, buyerHash });
    await setEntitlement(sold, { state: "running", started_at: 1, ends_at: Date.now() + 7_200_000 });
    const own = await now(mac, cookie);
    expect(own.device).toMatchObject({ planName: "Month 50 GB", queue: [{ planName: "1 Hour" }] });
    for (const other of [undefined, newBuyer().cookie]) {
      const seen = await now(mac, other);
      expect(seen).toEqual({ ...nothing, access: "connecting", accessId: own.accessId });
      expect(seen.accessId).not.toContain(sold.id);
    }
  });

  test("names its access, so that a page knows when another purchase lets the device in", async () => {
    const mac = newMac();
    const first = await sell(world.seeded.demo, { mac });
    const before = await now(mac);
    await setEntitlement(first, { state: "ended", end_reason: "time", ended_at: Date.now() });
    expect((await now(mac)).access).toBeNull();
    await sell(world.seeded.demo, { mac });
    const after = await now(mac);
    expect([before.access, after.access]).toEqual(["connecting", "connecting"]);
    expect(after.accessId).not.toBe(before.accessId);
  });

  test("without an address is what this browser bought", async () => {
    const { cookie, buyerHash } = newBuyer();
    await sell(world.seeded.demo, { mac: null, buyerHash });
    expect(await now(undefined, cookie)).toMatchObject({
      access: "waiting_for_device",
      device: { planName: "1 Hour" },
    });
    expect(await now(undefined)).toEqual(nothing);
  });

  test("hands out no cookie and writes nothing", async () => {
    const answer = await call(visitorNow, { query: { mac: newMac(), routerId: gate } }, {});
    expect(answer.headers.get("set-cookie")).toBeNull();
  });
});

describe("what ran out", () => {
  test.each(["time", "data"] as const)(
    "by %s is told to its buyer for two days, with the phone that paid",
    async (why) => {
      const [{ cookie, buyerHash }, mac] = [newBuyer(), newMac()];
      const sold = await sell(world.seeded.demo, { mac, buyerHash, plan: 4 });
      const at = Date.now() - 60_000;
      await setEntitlement(sold, { state: "ended", end_reason: why, ended_at: at });
      const ended = { planName: "Month 50 GB", planId: world.seeded.demo.plans[4]?.id, why };
      expect((await now(mac, cookie)).ended).toMatchObject({ ...ended, at: new Date(at).toISOString() });
      expect((await now(mac)).ended).toBeNull();
      const title = why === "data" ? "Your data is used up" : "Your time ended today at";
      for (const path of ["/", "/connected"]) {
        const seen = await visit(`${path}?mac=${mac}&routerId=${gate}`, { cookie });
        expect(seen.text).toContain(title);
        expect(seen.text).toContain("Buy Month 50 GB again");
        expect(seen.html).toContain(`href="/buy?planId=${ended.planId}`);
      }
      await world.advance(2 * 86_400_000);
      expect((await now(mac, cookie)).ended).toBeNull();
    },
  );

  test("is no news while something else runs, and offers nothing that is not sold any more", async () => {
    const [{ cookie, buyerHash }, mac] = [newBuyer(), newMac()];
    const sold = await sell(world.seeded.demo, { mac, buyerHash });
    await setEntitlement(sold, { state: "ended", end_reason: "time", ended_at: Date.now() });
    await tenantDatabase(world.seeded.demo.id)
      .prepare("UPDATE entitlements SET terms = json_set(terms, '$.planId', 'gone') WHERE id = ?1")
      .bind(sold.id)
      .run();
    const seen = await visit(`/connected?mac=${mac}&routerId=${gate}`, { cookie });
    expect(seen.text).toContain("Your time ended today at");
    expect(seen.text).not.toContain("again");
    await sell(world.seeded.demo, { mac, buyerHash });
    expect((await now(mac, cookie)).ended).toBeNull();
  });
});

describe("a payment whose device went online by another one", () => {
  test("says so instead of asking for the PIN", async () => {
    const owner = { providerId: world.seeded.demo.id, adminId: null };
    const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
    const link = await bridge.connect();
    const buyer = world.buyer();
    const { cookie } = newBuyer();
    const { transactionId } = await buyer.start({}, { cookie });
    const address = `/pay/${transactionId}?mac=${buyer.mac}&routerId=${gate}`;
    expect((await visit(address, { cookie })).data.screen.kind).toBe("waiting");
    await world.advance(1_000);
    const other = await sell(world.seeded.demo, { mac: buyer.mac, createdAt: Date.now() });
    const about = { routerId: other.routerId, entitlementId: other.id, rev: 1, ageMs: 0 };
    await link.report({ ...about, kind: "started" }, { ...about, kind: "applied", state: "online" });
    link.say({
      type: "state",
      routerId: other.routerId,
      entitlements: [{ id: other.id, rev: 1, state: "online" }],
    });
    await link.settled();
    expect(await now(buyer.mac, cookie)).toMatchObject({ access: "online" });
    const seen = await visit(address, { cookie });
    expect(seen.data.screen.kind).toBe("overtaken");
    expect(seen.text).toContain("You are online already Do not enter the PIN.");
    // Its money counts all the same, and its plan waits for the end of the other one.
    await buyer.answer("paid");
    await world.advance(1_000);
    const { source_id: paid } = (await tenantDatabase(world.seeded.demo.id)
      .prepare("SELECT source_id FROM entitlements WHERE source_id = ?1")
      .bind(transactionId)
      .first<{ source_id: string }>()) ?? { source_id: null };
    expect(paid).toBe(transactionId);
  });
});
