import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { redeemVoucher } from "#contract/vouchers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { rowsInD1, rowsOfObjects, said, sumOf, together, WorkCounter } from "../support/count-work.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../support/fake-bridge.ts";
import { queueDelivered } from "../support/queue-delivered.ts";
import { attemptBudgets, voucherBudgets } from "../support/work-budgets.ts";
import { call } from "../support/worker-call.ts";
import { testContext } from "../support/worker-context.ts";
import { tellNothing } from "../support/written-by-hand.ts";
import { type Buyer, openWorld, type PaymentWorld } from "./payments/payment-world.ts";

// What an attempt that is not paid costs, and a voucher, in numbers and not in time.

const minute = 60_000;
let world: PaymentWorld;
let link: FakeLink;
let routerId: string;
let earlier: Buyer;
let buyer: Buyer;

beforeAll(async () => {
  world = await openWorld();
  const { demo } = world.seeded;
  const owner = { providerId: demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  routerId = demo.routers[0]?.id ?? "";
  link = await bridge.connect();
  link.say({ type: "router", routerId, state: "reachable", message: "", version: "7.18", seenAgeMs: 0 });
  await link.settled();
  earlier = world.buyer();
  buyer = world.buyer();
  link.hosts = () => [earlier.mac, buyer.mac];
  // One before: the app's token is there, and its provider's objects are.
  await earlier.start();
  await earlier.answer("cancelled");
  await queueDelivered();
  await world.advance(10 * minute);
  tellNothing();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await closeAllLinks();
  await world.close();
});

/** Tells what was counted, and holds it to what is allowed. */
async function holds(
  work: WorkCounter,
  budgets: typeof attemptBudgets,
  isCounted: (step: string) => boolean = () => true,
): Promise<void> {
  vi.restoreAllMocks();
  await work.finish();
  const all = together(
    "in all",
    work.steps.filter(({ name }) => isCounted(name)),
  );
  console.log([...work.steps, all].map(said).join("\n"));
  const counted: typeof budgets = {
    "D1 trips": all.trips,
    "object calls": sumOf(all.calls),
    "rows written": rowsOfObjects(all),
    "rows in D1": rowsInD1(all),
  };
  for (const [what, budget] of Object.entries(budgets))
    expect(counted[what as keyof typeof counted], what).toBeLessThanOrEqual(budget);
}

test("a prompt that is cancelled stays within its budgets", async () => {
  const work = await WorkCounter.start();
  work.begin("initiate");
  const { transactionId: id } = await buyer.start();
  work.begin("polls");
  for (let poll = 0; poll < 12; poll += 1) expect((await buyer.status(id)).status).toBe("pending");
  work.begin("scheduled queries");
  await world.advance(18_000);
  work.begin("callback");
  await buyer.answer("cancelled");
  work.begin("last poll");
  expect((await buyer.status(id)).status).toBe("failed");
  work.begin("outbox and queue");
  await queueDelivered();
  await world.advance(10 * minute);
  await holds(work, attemptBudgets, (step) => step !== "polls");
});

test("a voucher, until its time has ended, stays within its budgets", async () => {
  const { demo } = world.seeded;
  const planId = demo.plans[0]?.id ?? "";
  const [voucher] = await generateVouchers(testContext(), demo.id, { planId, quantity: 1 }, null);
  const work = await WorkCounter.start();
  work.begin("redeem");
  const body = { voucherCode: voucher?.code ?? "", macAddress: buyer.mac, routerId };
  expect((await call(redeemVoucher, { body }, { host: buyer.host })).ok).toBe(true);
  const { desiredEntitlements } = await link.next("desired");
  const { id: entitlementId, rev, spec } = desiredEntitlements.at(-1) ?? {};
  if (!entitlementId || rev === undefined || spec?.kind !== "serve") throw new Error("nothing was delivered");
  const about = { ageMs: 0, routerId, entitlementId };
  work.begin("started and applied");
  link.say({ type: "state", routerId, entitlements: [{ id: entitlementId, rev, state: "online" }] });
  await link.report({ ...about, kind: "started", rev }, { ...about, kind: "applied", rev, state: "online" });
  work.begin("end");
  vi.setSystemTime(Date.now() + 60 * minute);
  const totals = {
    routerId,
    boot: "1",
    session: "s1",
    entitlementId,
    subject: deviceSubject(buyer.mac),
    open: false,
    bytesUp: 3_600_000,
    bytesDown: 32_400_000,
    seconds: 3_600,
  };
  await link.report(
    { ageMs: 0, routerId, kind: "session", totals },
    { ...about, kind: "ended", rev, reason: "time" },
  );
  const [ended] = (await link.next("desired")).desiredEntitlements;
  await link.report({ ...about, kind: "applied", rev: ended?.rev ?? 0, state: "ended" });
  await holds(work, voucherBudgets);
});
