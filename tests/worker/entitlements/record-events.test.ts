import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { SiteEvent } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { accessOf } from "#worker/features/entitlements/index";
import { ProviderStore } from "#worker/provider-store";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { type Fault, failStatements } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink, type NewSiteEvent } from "../../support/fake-bridge.ts";
import { entitlementRow, newMac, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let bridge: FakeBridge;
let link: FakeLink;
let fault: Fault | undefined;

beforeAll(async () => {
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  const { code } = await createBridgeCode(testContext(), owner, "Gate");
  bridge = await FakeBridge.enrol(code);
});

beforeEach(async () => {
  link = await bridge.connect();
});

afterEach(async () => {
  fault?.heal();
  fault = undefined;
  vi.useRealTimers();
  await closeAllLinks();
});

afterAll(closeAllLinks);

const about = ({ id, routerId }: Sold) => ({ routerId, entitlementId: id, rev: 1 });
const started = (sold: Sold, ageMs = 0): NewSiteEvent => ({ ...about(sold), kind: "started", ageMs });
const applied = (
  sold: Sold,
  rev: number,
  state: Extract<SiteEvent, { kind: "applied" }>["state"] = "online",
): NewSiteEvent => ({
  ...about(sold),
  kind: "applied",
  ageMs: 0,
  rev,
  state,
});
const ended = (sold: Sold, rev = 1, reason: "time" | "data" = "time"): NewSiteEvent => ({
  ...about(sold),
  kind: "ended",
  ageMs: 0,
  rev,
  reason,
});
const session = (sold: Sold, change: Record<string, unknown> = {}): NewSiteEvent => ({
  kind: "session",
  ageMs: 0,
  routerId: sold.routerId,
  totals: {
    routerId: sold.routerId,
    boot: "1",
    session: `session of ${sold.id}`,
    entitlementId: sold.id,
    subject: deviceSubject(sold.mac ?? ""),
    bytesUp: 10,
    bytesDown: 100,
    seconds: 5,
    open: false,
    ...change,
  },
});
const accessNow = ({ providerId, routerId, id }: Sold) =>
  accessOf(testContext(), { providerId, routerId, entitlementId: id });
const ignored = () => env.BRIDGE.getByName(bridge.id).ignoredCount();

describe("a start", () => {
  test("begins the bought time as long ago as the router says", async () => {
    const sold = await sell(seeded.demo, { createdAt: Date.now() - 60_000 });
    const before = Date.now();
    await link.report(started(sold, 20_000));
    const row = await entitlementRow(sold);
    expect(row.state).toBe("running");
    expect(row.started_at).toBeGreaterThanOrEqual(before - 20_000);
    expect(row.started_at).toBeLessThanOrEqual(Date.now() - 20_000);
    expect(row.ends_at).toBe((row.started_at ?? 0) + 3_600_000);
    expect((await accessNow(sold)).endsAt).toBe(row.ends_at);
    expect(row.rev).toBe(1);
  });

  test("is written once: repeats and later ages change nothing", async () => {
    const sold = await sell(seeded.demo, { createdAt: Date.now() - 60_000 });
    await link.report(started(sold, 1_000));
    const row = await entitlementRow(sold);
    await link.report(started(sold, 30_000), started(sold, 0));
    expect(await entitlementRow(sold)).toEqual(row);
  });

  test("is never believed to lie before the purchase or in the future", async () => {
    const sold = await sell(seeded.demo, { createdAt: Date.now() - 5_000 });
    await link.report(started(sold, 900_000_000));
    const row = await entitlementRow(sold);
    expect(row.started_at).toBe(row.created_at);
    const ahead = await sell(seeded.demo, { createdAt: Date.now() + 60_000 });
    await link.report(started(ahead, 0));
    expect((await entitlementRow(ahead)).started_at).toBeLessThanOrEqual(Date.now());
  });

  test("of a purchase that was cut off meanwhile keeps it cut off, with its time running", async () => {
    const sold = await sell(seeded.demo);
    await setEntitlement(sold, { state: "cut_off", rev: 2 });
    await link.report(started(sold));
    const row = await entitlementRow(sold);
    expect(row.state).toBe("cut_off");
    expect(row.ends_at).not.toBeNull();
  });
});

describe("what was made true", () => {
  test("only ever rises, and never above what was asked for", async () => {
    const sold = await sell(seeded.demo);
    await setEntitlement(sold, { rev: 4 });
    for (const [rev, confirmed] of [
      [2, 2],
      [1, 2],
      [3, 3],
      [999, 4],
      [2, 4],
    ] as const) {
      await link.report(applied(sold, rev));
      expect((await entitlementRow(sold)).confirmed_rev).toBe(confirmed);
    }
  });

  test("for a later rev than the object knows is not believed by it", async () => {
    const sold = await sell(seeded.demo);
    await link.report(applied(sold, 7, "ended"));
    expect((await accessNow(sold)).access).toBe("connecting");
  });
});

describe("an end", () => {
  test("ends the purchase, and the bridge is told as a new rev", async () => {
    const sold = await sell(seeded.demo);
    await link.report(started(sold));
    await link.report(ended(sold));
    const row = await entitlementRow(sold);
    expect(row).toMatchObject({ state: "ended", end_reason: "time", rev: 2 });
    expect(row.ended_at).toBeGreaterThanOrEqual(row.created_at);
    const desired = await link.until(
      () => link.desiredEntitlements.find(({ id, rev }) => id === sold.id && rev === 2),
      "end",
    );
    expect(desired.spec).toEqual({ kind: "end", subjects: subjectsOf(sold.mac), reason: "ended" });
    expect((await accessNow(sold)).access).toBe("none");
  });

  test("waits for no sweep: its bridge is told again with its next link", async () => {
    const sold = await sell(seeded.demo);
    await link.report(started(sold), ended(sold));
    expect(await entitlementRow(sold)).toMatchObject({ state: "ended", rev: 2, confirmed_rev: 2 });
    const told = () => link.desiredEntitlements.filter(({ id, rev }) => id === sold.id && rev === 2);
    await link.until(() => told()[0], "end");
    link = await bridge.connect();
    await link.until(() => told()[0], "end on the next link");
  });

  test("by data names its reason, and a repeat changes nothing", async () => {
    const sold = await sell(seeded.demo);
    await link.report(started(sold), ended(sold, 1, "data"));
    const row = await entitlementRow(sold);
    expect(row).toMatchObject({ state: "ended", end_reason: "data", rev: 2 });
    await link.report(ended(sold, 1, "time"), ended(sold, 2, "time"));
    expect(await entitlementRow(sold)).toEqual(row);
  });

  test("of an earlier rev does not end what was changed since", async () => {
    const sold = await sell(seeded.demo);
    await link.report(started(sold));
    await setEntitlement(sold, { rev: 3, ends_at: Date.now() + 9_000_000 });
    await link.report(ended(sold, 1));
    expect(await entitlementRow(sold)).toMatchObject({ state: "running", rev: 3 });
  });

  test("under an earlier rev is taken over when the bridge says of the present one that nothing is left", async () => {
    const sold = await sell(seeded.demo);
    await link.report(started(sold));
    await setEntitlement(sold, { rev: 3 });
    await link.report(applied(sold, 2, "ended"));
    expect(await entitlementRow(sold)).toMatchObject({ state: "running", rev: 3, confirmed_rev: 2 });
    await link.report(applied(sold, 3, "ended"));
    expect(await entitlementRow(sold)).toMatchObject({ state: "ended", end_reason: "data", rev: 4 });
    const cutOff = await sell(seeded.demo);
    await setEntitlement(cutOff, { state: "cut_off", rev: 2 });
    await link.report(applied(cutOff, 2, "ended"));
    expect(await entitlementRow(cutOff)).toMatchObject({ state: "cut_off", rev: 2, confirmed_rev: 2 });
  });
});

describe("events about what is not this bridge's", () => {
  test("of another provider, of nobody, or that contradict themselves are acknowledged and change nothing", async () => {
    const foreign = await sell(seeded.savanna, { undelivered: true });
    const own = await sell(seeded.demo);
    const nowhere = { ...own, routerId: crypto.randomUUID() };
    const stolen = { ...foreign, routerId: own.routerId };
    const nothing = { ...own, id: "nothing" };
    const before = await databaseChecksum({ leaveOut: ["audit"] });
    const count = await ignored();
    const events = [foreign, nowhere, stolen, nothing].flatMap((sold) => [
      started(sold),
      applied(sold, 1),
      ended(sold),
      session(sold),
    ]);
    events.push(
      session(own, { routerId: foreign.routerId }),
      session(own, { subject: deviceSubject("not a device") }),
      // Of a kind that this version does not know, and of none.
      session(own, { subject: "line:home-7" }),
      session(own, { subject: own.mac }),
    );
    const [first] = await link.report(...events);
    expect(await databaseChecksum({ leaveOut: ["audit"] })).toBe(before);
    expect(await ignored()).toBe(count + events.length);
    expect(link.closed).toBeNull();
    expect(first?.seq).toBeGreaterThan(0);
  });

  test("are named in the audit once an hour, if the router exists", async () => {
    const foreign = await sell(seeded.savanna, { undelivered: true });
    await clearAudit();
    vi.setSystemTime(Date.now() + 3_600_000);
    await link.report(
      started(foreign),
      started(foreign),
      started({ ...foreign, routerId: "no such router" }),
    );
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, action, subject FROM audit",
    ).all();
    expect(results).toEqual([
      {
        actor: "bridge",
        actor_id: bridge.id,
        provider_id: seeded.savanna.id,
        action: "bridge.foreign_router",
        subject: foreign.routerId,
      },
    ]);
  });

  test("in live messages are dropped as well", async () => {
    const foreign = await sell(seeded.savanna, { undelivered: true });
    const own = await sell(seeded.demo);
    const { routerId } = foreign;
    const before = await databaseChecksum({ leaveOut: ["audit"] });
    const event = session(foreign);
    const totals = event.kind === "session" ? [event.totals] : [];
    link.say({ type: "usage", sessions: totals });
    link.say({ type: "router", routerId, state: "reachable", message: "", version: null });
    link.say({ type: "ask", routerId, entitlementIds: [foreign.id] });
    const entitlements = [{ id: own.id, rev: 1, state: "online" as const }];
    link.say({ type: "state", routerId, entitlements });
    await link.settled();
    expect(link.desired(foreign.id)).toBeUndefined();
    expect((await accessNow(own)).access).toBe("connecting");
    expect(await databaseChecksum({ leaveOut: ["audit"] })).toBe(before);
  });
});

describe("while D1 is away", () => {
  test("nothing is acknowledged, later events not either, and sending again on the next link works", async () => {
    const [one, two] = [await sell(seeded.demo), await sell(seeded.demo)];
    const first = bridge.numbered(started(one));
    const second = bridge.numbered(started(two));
    fault = failStatements(/UPDATE entitlements SET started_at/);
    link.say({ type: "events", events: first });
    link.say({ type: "events", events: second });
    expect(await link.end()).toEqual({ code: 1013, reason: "try again later" });
    fault.heal();
    expect(link.all("ack")).toEqual([]);
    link = await bridge.dial();
    await link.hello();
    expect((await link.next("welcome")).ackedSeq).toBe((first[0]?.seq ?? 0) - 1);
    await link.resend([...first, ...second]);
    for (const sold of [one, two]) expect((await entitlementRow(sold)).state).toBe("running");
  });

  test("the later of two messages is not acknowledged over the earlier one that was lost", async () => {
    const [one, two] = [await sell(seeded.demo), await sell(seeded.demo)];
    const first = bridge.numbered(started(one));
    const second = bridge.numbered(applied(two, 1));
    fault = failStatements(/UPDATE entitlements SET started_at/);
    link.say({ type: "events", events: first });
    link.say({ type: "events", events: second });
    await link.end();
    fault.heal();
    expect(link.all("ack")).toEqual([]);
    expect((await entitlementRow(two)).confirmed_rev).toBe(0);
    link = await bridge.connect();
    await link.resend([...first, ...second]);
    expect((await entitlementRow(one)).state).toBe("running");
    expect((await entitlementRow(two)).confirmed_rev).toBe(1);
  });

  test("a fact that was written although its acknowledgement was lost may come again", async () => {
    const sold = await sell(seeded.demo);
    const events = bridge.numbered(started(sold), session(sold));
    // Written, and then the answer is lost on its way.
    const real = ProviderStore.prototype.run;
    const lost = vi.spyOn(ProviderStore.prototype, "run").mockImplementation(async function (
      this: ProviderStore,
      queries,
    ) {
      await real.call(this, queries);
      return { failed: "error", fault: "Network connection lost." };
    });
    link.say({ type: "events", events });
    await link.end();
    lost.mockRestore();
    const row = await entitlementRow(sold);
    expect(row.state).toBe("running");
    link = await bridge.connect();
    await link.resend(events);
    expect(await entitlementRow(sold)).toEqual(row);
  });
});

test("events of a purchase that the object no longer holds are still written", async () => {
  const sold = await sell(seeded.demo, { createdAt: Date.now() - 20 * 86_400_000, undelivered: true });
  const longAgo = Date.now() - 10 * 86_400_000;
  await setEntitlement(sold, {
    state: "ended",
    started_at: longAgo,
    ends_at: longAgo,
    ended_at: longAgo,
    rev: 2,
  });
  expect(link.desired(sold.id)).toBeUndefined();
  await link.report(session(sold, { mac: (sold.mac ?? newMac()).toLowerCase().replaceAll(":", "-") }));
  expect((await entitlementRow(sold)).used_bytes).toBe(110);
  const row = await tenantDatabase(sold.providerId)
    .prepare("SELECT substr(subject, 8) AS mac FROM usage WHERE entitlement_id = ?1")
    .bind(sold.id)
    .first();
  expect(row).toEqual({ mac: sold.mac });
});
