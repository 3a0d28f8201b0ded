import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { paymentStats, providerStats, revenueByDay, routerStats } from "#contract/transactions";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { sell, setEntitlement } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallInput, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { forgetSales, nairobi, putPayment, putRedemption, start } from "./sales-rows.ts";

let seeded: TwoProviders;
let cookie: string;

const host = hostOf("demo");
const now = nairobi("2031-03-04", "09:00");

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
});
beforeEach(forgetSales);
afterAll(() => {
  vi.useRealTimers();
});

async function figures<E extends Endpoint>(endpoint: E, input: CallInput = {}) {
  const answer = await call(endpoint, input, { host, cookie });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}

const demo = () => seeded.demo;
const routerId = (place = 0) => demo().routers[place]?.id ?? "";

describe("the figures of the payments page", () => {
  test("are nought before the first sale, with a success rate of 100", async () => {
    expect(await figures(paymentStats)).toEqual({
      totalRevenue: 0,
      todaySales: 0,
      totalTransactions: 0,
      sold: 0,
      successRate: 100,
      voucherSales: 0,
      notActivated: 0,
    });
  });

  test("count what came in by payments, of all times and of today in Nairobi; vouchers are a figure of their own", async () => {
    await putPayment(demo(), { createdAt: nairobi("2031-03-03", "23:59"), shillings: 10 });
    await putPayment(demo(), { createdAt: nairobi("2031-03-04", "00:00"), shillings: 20 });
    await putPayment(demo(), { createdAt: nairobi("2030-12-31", "15:00"), shillings: 40 });
    await putPayment(demo(), { status: "failed", shillings: 1_000 });
    await putPayment(demo(), { status: "pending", shillings: 1_000 });
    await putRedemption(demo(), { plan: 1 });
    await putPayment(seeded.savanna, { shillings: 5_000 });
    expect(await figures(paymentStats)).toMatchObject({
      totalRevenue: 70,
      todaySales: 20,
      totalTransactions: 6,
      sold: 4,
      successRate: 75,
      voucherSales: 20,
    });
  });

  test("show what is charged, in whole shillings, of a voucher as well", async () => {
    await putPayment(demo(), { plan: 4, shillings: 1_000 });
    await putRedemption(demo(), { plan: 4 });
    expect(await figures(paymentStats)).toMatchObject({ totalRevenue: 1_000, voucherSales: 1_000 });
  });

  test("say 100 per cent only when nothing failed", async () => {
    await putPayment(demo(), { status: "pending" });
    expect(await figures(paymentStats)).toMatchObject({ successRate: 100 });
    await putPayment(demo(), { status: "failed" });
    expect(await figures(paymentStats)).toMatchObject({ successRate: 0 });
    await putPayment(demo());
    await putPayment(demo());
    expect(await figures(paymentStats)).toMatchObject({ successRate: 66.6 });
  });

  test("follow a payment from open to paid", async () => {
    const open = await putPayment(demo(), { status: "pending" });
    expect(await figures(paymentStats)).toMatchObject({ totalTransactions: 1, sold: 0 });
    await tenantDatabase(demo().id)
      .prepare("UPDATE payments SET status = 'failed' WHERE id = ?1")
      .bind(open.id)
      .run();
    expect(await figures(paymentStats)).toMatchObject({ totalTransactions: 1, sold: 0 });
  });

  test("count as not activated what is paid or redeemed and should be online by now, each purchase once", async () => {
    const before = now - 31_000;
    const stuck = await putPayment(demo(), { createdAt: before });
    const redeemed = await putRedemption(demo(), { at: before });
    expect(await figures(paymentStats)).toMatchObject({ notActivated: 2 });

    await putPayment(demo(), { createdAt: now - 29_000 });
    await putPayment(demo(), { createdAt: before, mac: null });
    await putPayment(demo(), { status: "pending", createdAt: before });
    const running = await putPayment(demo(), { createdAt: before });
    await start(running, before);
    await putPayment(demo(), { createdAt: before, mac: running.mac });
    const ended = await putPayment(demo(), { createdAt: before });
    await setEntitlement({ ...ended, id: ended.entitlementId }, { state: "lapsed", ended_at: now });
    await putPayment(seeded.savanna, { createdAt: before });
    expect(await figures(paymentStats)).toMatchObject({ notActivated: 2 });

    await start(stuck);
    await start(redeemed);
    expect(await figures(paymentStats)).toMatchObject({ notActivated: 0 });
  });
});

describe("the figures of the dashboard", () => {
  test("count revenue of all times, and users by what they have now", async () => {
    const paid = await putPayment(demo(), { shillings: 30 });
    await start(paid);
    await sell(demo());
    const over = await sell(demo());
    await setEntitlement(over, { state: "ended", started_at: now - 7_200_000, ends_at: now - 3_600_000 });
    expect(await figures(providerStats)).toEqual({
      totalRevenue: 30,
      activeUsers: 1,
      totalUsers: 3,
      expiredUsers: 1,
      onlineUsers: 0,
    });
  });

  test("of a router are its own, of today and since the first of this month", async () => {
    await putPayment(demo(), { createdAt: nairobi("2031-03-04", "00:00"), shillings: 1 });
    await putPayment(demo(), { createdAt: nairobi("2031-03-03", "23:59"), shillings: 2 });
    await putPayment(demo(), { createdAt: nairobi("2031-03-01", "00:00"), shillings: 4 });
    await putPayment(demo(), { createdAt: nairobi("2031-02-28", "23:59"), shillings: 8 });
    await putPayment(demo(), { router: 1, shillings: 16 });
    await putPayment(demo(), { status: "failed", shillings: 32 });
    const of = (id: string) => figures(routerStats, { params: { id } });
    expect(await of(routerId(0))).toEqual({ todaySales: 1, monthlyRevenue: 7 });
    expect(await of(routerId(1))).toEqual({ todaySales: 16, monthlyRevenue: 16 });
  });

  test("of another provider's router, or of none, are not found", async () => {
    const before = await databaseChecksum();
    for (const id of [seeded.savanna.routers[0]?.id ?? "", "no such router"]) {
      expect((await call(routerStats, { params: { id } }, { host, cookie })).status).toBe(404);
      expect((await call(revenueByDay, { query: { routerId: id } }, { host, cookie })).status).toBe(404);
    }
    expect(await databaseChecksum()).toBe(before);
  });
});

describe("revenue by day", () => {
  const days = (query: Record<string, string> = {}) => figures(revenueByDay, { query });

  test("lists the last 30 days with today, those without a sale included", async () => {
    await putPayment(demo(), { createdAt: nairobi("2031-03-03"), shillings: 25 });
    await putPayment(demo(), { createdAt: nairobi("2031-03-03"), shillings: 25 });
    await putPayment(demo(), { createdAt: nairobi("2031-02-02"), shillings: 99 });
    const all = await days();
    expect(all).toHaveLength(30);
    expect([all[0]?.day, all[29]?.day]).toEqual(["2031-02-03", "2031-03-04"]);
    expect(all[28]).toEqual({ day: "2031-03-03", count: 2, revenue: 50 });
    expect(all.filter(({ count, revenue }) => count > 0 || revenue > 0)).toHaveLength(1);
  });

  test("goes from one day to another, both counted, for all routers or for one", async () => {
    await putPayment(demo(), { createdAt: nairobi("2031-02-28", "23:59"), shillings: 1 });
    await putPayment(demo(), { createdAt: nairobi("2031-03-01", "00:00"), shillings: 2, router: 1 });
    const range = { from: "2031-02-28", to: "2031-03-01" };
    expect(await days(range)).toEqual([
      { day: "2031-02-28", count: 1, revenue: 1 },
      { day: "2031-03-01", count: 1, revenue: 2 },
    ]);
    const ofOne = await days({ ...range, routerId: routerId(1) });
    expect(ofOne.map(({ revenue }) => revenue)).toEqual([0, 2]);
    expect(await days({ to: "2031-03-01" })).toHaveLength(30);
    expect((await days({ from: "2031-03-03" })).map(({ day }) => day)).toEqual(["2031-03-03", "2031-03-04"]);
  });

  test("covers a leap year, and refuses more days, days in the wrong order and what is no day", async () => {
    expect(await days({ from: "2028-01-01", to: "2028-12-31" })).toHaveLength(366);
    const refused = async (query: Record<string, string>) => {
      const answer = await call(revenueByDay, { query }, { host, cookie });
      return answer.ok ? null : [answer.status, answer.refusal?.message];
    };
    expect(await refused({ from: "2028-01-01", to: "2029-01-01" })).toEqual([
      400,
      "Choose at most 366 days.",
    ]);
    const backwards = [400, "The first day is after the last one."];
    expect(await refused({ from: "2031-03-02", to: "2031-03-01" })).toEqual(backwards);
    expect(await refused({ from: "2031-02-29" })).toEqual([400, "Give the day as YYYY-MM-DD"]);
    expect(await refused({ from: "yesterday" })).toEqual([400, "Give the day as YYYY-MM-DD"]);
    expect(await refused({ from: "0000-01-01", to: "0000-01-02" })).toEqual([
      400,
      "Choose a first day after 1999.",
    ]);
  });
});
