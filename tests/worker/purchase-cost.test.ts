import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recordAdView } from "#contract/ads";
import type { SessionTotals } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import { sql } from "#worker/db/sql";
import { saveAd } from "#worker/features/ads/save-ad";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { rowsInD1, rowsOfObjects, said, sumOf, together, WorkCounter } from "../support/count-work.ts";
import { closeAllLinks, FakeBridge } from "../support/fake-bridge.ts";
import { visit } from "../support/portal-page.ts";
import { bytesOfPurchase } from "../support/purchase-bytes.ts";
import { queueDelivered } from "../support/queue-delivered.ts";
import { purchaseBudgets } from "../support/work-budgets.ts";
import { call } from "../support/worker-call.ts";
import { testContext } from "../support/worker-context.ts";
import { tellNothing } from "../support/written-by-hand.ts";
import { openWorld, type PaymentWorld, paymentStub } from "./payments/payment-world.ts";

// What one purchase costs from the first page to its end, in numbers and not in time.

/**
 * Of few rows, however much is sold: a bridge's journals and sessions of one day, one payment's messages, what the
 * operator makes. What limits count is of one day at most; once an hour an object looks for what is over.
 */
const small = [
  "BRIDGE SCAN journal",
  "BRIDGE SCAN silent_seller",
  "BRIDGE SCAN usage",
  "DB SCAN provider_snapshots USING INDEX provider_snapshots_undelivered",
  "LIMIT SCAN subjects",
  "PROVIDER SCAN plans",
  "PROVIDER SCAN retention",
  "PROVIDER SCAN subjects",
];

/** Nor are those that a provider's object keeps of the platform's: its own, and those of all that are in force. */
const copied = [
  "ads",
  "gateway_breakers",
  "gateways",
  "platform_settings",
  "providers",
  "routers",
  "switches",
];
const ofSnapshots = copied.map((table) => `PROVIDER SCAN ${table}`);
/** Indexes that hold what waits alone, of which there is little, or the first row is read. */
const waiting = /^PROVIDER SCAN \w+ USING (COVERING )?INDEX \w+_(open|waiting|due|unrecorded|uncopied)$/;

const minute = 60_000;
const quarterHour = 15 * minute;
let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await closeAllLinks();
  await world.close();
});

test("a purchase by M-Pesa with an hour and a half online stays within its budgets", {
  timeout: 60_000,
}, async () => {
  const { demo } = world.seeded;
  const ctx = testContext();
  const owner = { providerId: demo.id, adminId: null };
  const ad = await saveAd(ctx, { title: "Phones", content: "<p>Buy</p>", priority: 5 });
  const bridge = await FakeBridge.enrol((await createBridgeCode(ctx, owner, "Gate")).code);
  const routerId = demo.routers[0]?.id ?? "";
  const link = await bridge.connect();
  link.say({ type: "router", routerId, state: "reachable", message: "", version: "7.18", seenAgeMs: 0 });
  await link.settled();
  const [earlier, buyer] = [world.buyer(), world.buyer()];
  link.hosts = () => [earlier.mac, buyer.mac];
  const at = (path: string, { mac } = buyer) => visit(`${path}?mac=${mac}&routerId=${routerId}`);
  // One before: the app's token is there, and its provider's objects are.
  await earlier.start();
  await earlier.answer("paid");
  const { id: earlierId = "", rev: earlierRev = 0 } = link.desiredEntitlements.at(-1) ?? {};
  const served = { ageMs: 0, routerId, entitlementId: earlierId, rev: earlierRev };
  await link.report({ ...served, kind: "applied", state: "online" });
  await queueDelivered();
  await world.advance(10 * minute);
  const object = env.PROVIDER.getByName(demo.id);
  /** The alarm of the provider's object, if it comes by now: once for all that was sold within a minute. */
  async function sweepIfDue() {
    const alarmAt = await runInDurableObject(object, (_object, { storage }) => storage.getAlarm());
    if (alarmAt !== null && alarmAt <= Date.now()) await runDurableObjectAlarm(object);
  }
  await sweepIfDue();
  // Heard of a moment ago: while visitors look at its page a bridge is asked once a minute, whatever is bought.
  await link.settled();
  await at("/", earlier);

  tellNothing();
  const work = await WorkCounter.start();
  const page = work.begin("page view");
  expect((await at("/")).data.ads).toHaveLength(1);
  work.begin("advertisement seen");
  const view = { macAddress: buyer.mac, routerId, viewDuration: 5, interacted: false };
  const viewed = await call(recordAdView, { params: { id: ad.id }, body: view }, { host: buyer.host });
  expect(viewed.ok).toBe(true);
  vi.setSystemTime(Date.now() + 5_000);
  work.begin("page view, nothing kept");
  expect((await at("/")).status).toBe(200);

  work.begin("initiate");
  const { transactionId: id } = await buyer.start(
    { planId: demo.plans[1]?.id },
    { headers: { "accept-language": "sw" } },
  );
  const polls = work.begin("polls");
  for (let poll = 0; poll < 12; poll += 1) expect((await buyer.status(id)).status).toBe("pending");
  work.begin("scheduled queries");
  await world.advance(18_000);
  work.begin("callback and grant");
  await buyer.answer("paid");
  const { id: entitlementId, rev, spec } = link.desiredEntitlements.at(-1) ?? {};
  if (!entitlementId || rev === undefined || spec?.kind !== "serve") throw new Error("nothing was delivered");
  const about = { ageMs: 0, routerId, entitlementId };
  work.begin("started and applied");
  link.say({ type: "state", routerId, entitlements: [{ id: entitlementId, rev, state: "online" }] });
  await link.report({ ...about, kind: "started", rev }, { ...about, kind: "applied", rev, state: "online" });
  work.begin("last poll");
  expect(await buyer.status(id)).toMatchObject({ status: "completed" });
  work.begin("connected page");
  expect((await at("/connected")).status).toBe(200);
  work.begin("outbox and queue");
  await queueDelivered();
  await world.advance(10 * minute);
  const sweeps = [work.begin("sweep after the sale")];
  await sweepIfDue();

  const onlineAt = Date.now();
  const session = "*80000a1f";
  const totals = (seconds: number, open: boolean): SessionTotals => ({
    routerId,
    boot: "1",
    session,
    entitlementId,
    subject: deviceSubject(buyer.mac),
    open,
    bytesUp: seconds * 1_000,
    bytesDown: seconds * 9_000,
    seconds,
  });
  const usage = work.begin("usage of an hour and a half");
  for (let quarter = 0; quarter < 6; quarter += 1) {
    vi.setSystemTime(onlineAt + quarter * quarterHour);
    link.say({ type: "usage", sessions: [totals(30 + (quarter * quarterHour) / 1_000, true)] });
    await link.settled();
    await sweepIfDue();
  }
  work.begin("end");
  vi.setSystemTime(onlineAt + 6 * quarterHour);
  await link.report(
    { ageMs: 0, routerId, kind: "session", totals: totals(5_400, false) },
    { ...about, kind: "ended", rev, reason: "time" },
  );
  const ended = link.desiredEntitlements.at(-1);
  await link.report({ ...about, kind: "applied", rev: ended?.rev ?? 0, state: "ended" });
  sweeps.push(work.begin("sweep after the end"));
  vi.setSystemTime(Date.now() + minute);
  await sweepIfDue();
  vi.restoreAllMocks();

  const scans = await work.finish();
  const all = together(
    "one purchase, polls and sweeps apart",
    work.steps.filter((step) => step !== polls && !sweeps.includes(step)),
  );
  const swept = together("its sweeps", sweeps);
  const left = await ctx.tenant(demo.id).first(
    sql<Record<"receipt" | "buyer" | "recovery", string | null>>`SELECT receipt, buyer_hash AS buyer,
        recovery_hash AS recovery
      FROM payments JOIN entitlements ON entitlements.source_id = payments.id WHERE payments.id = ${id}`,
  );
  const ownNames = [id, entitlementId, buyer.mac, buyer.phone, session, ...Object.values(left ?? {})].filter(
    (name) => name !== null,
  );
  // Its session is told a first time; what comes after is written for all of the site together, each half hour.
  const siteRows = rowsOfObjects(usage) - 1;
  const counted: typeof purchaseBudgets = {
    "D1 trips of a page view": page.trips,
    "calls of a page view": sumOf(page.calls),
    "D1 trips": all.trips,
    "object calls, polls apart": sumOf(all.calls),
    "rows written": rowsOfObjects(all) - siteRows,
    "D1 trips of its sweeps": swept.trips,
    "calls of its sweeps": sumOf(swept.calls),
    "rows of its sweeps": rowsOfObjects(swept),
    "rows in D1": rowsInD1(all) + rowsInD1(swept),
    "rows of its site's hour": siteRows,
    "bytes of a PaymentObject": await runInDurableObject(
      paymentStub(id),
      (_object, { storage }) => storage.sql.databaseSize,
    ),
    "bytes at its provider": await runInDurableObject(object, (_object, { storage }) =>
      bytesOfPurchase(storage.sql, ownNames),
    ),
  };
  console.log([...work.steps, all, swept].map(said).join("\n"), counted);
  expect(scans.filter((scan) => ![...small, ...ofSnapshots].includes(scan) && !waiting.test(scan))).toEqual(
    [],
  );
  for (const [what, budget] of Object.entries(purchaseBudgets))
    expect(counted[what as keyof typeof counted], what).toBeLessThanOrEqual(budget);
  expect(polls.trips + sumOf(polls.rows)).toBe(0);
  expect(sumOf(polls.calls)).toBe(12);
});
