import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import {
  platformRevenue,
  platformStats,
  providerRevenue,
  revenueOfProviders,
  routerRevenue,
  routersRevenue,
} from "#contract/platform-figures";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { copyAll } from "../../support/copies.ts";
import { failStatements } from "../../support/database-faults.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallInput, type CallOptions, call } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { forgetSales, nairobi, putPayment, putRedemption } from "../transactions/sales-rows.ts";

let seeded: TwoProviders;
let operator: CallOptions;
let minute = 0;

const now = nairobi("2031-03-30", "09:00");

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await forgetSales();
  // What is kept for a minute never outlives a test.
  minute += 2;
  vi.setSystemTime(now + minute * 60_000);
});
afterAll(() => {
  vi.useRealTimers();
});

async function figures<E extends Endpoint>(endpoint: E, input: CallInput = {}) {
  await copyAll();
  const answer = await call(endpoint, input, operator);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}
const routerId = (place = 0) => seeded.demo.routers[place]?.id ?? "";
const lodge = () => seeded.savanna.routers[0]?.id ?? "";
const paid = (day: string, shillings: number, provider = seeded.demo, time = "12:00") =>
  putPayment(provider, { createdAt: nairobi(day, time), shillings });

describe("the platform at a glance", () => {
  test("counts providers and routers, and what everybody took by payments", async () => {
    await env.DB.prepare("UPDATE providers SET status = 'suspended' WHERE id = ?1")
      .bind(seeded.savanna.id)
      .run();
    await paid("2031-03-30", 10, seeded.demo, "00:00");
    await paid("2031-03-01", 20, seeded.savanna, "00:00");
    await paid("2031-02-28", 40, seeded.demo, "23:59");
    await paid("2029-05-05", 80, seeded.savanna);
    await putRedemption(seeded.demo, { plan: 1 });
    await putPayment(seeded.demo, { status: "failed", shillings: 1_000 });
    const { days, ...stats } = await figures(platformStats);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ day: "2031-03-30", revenue: 10, count: 1 });
    expect(days[0]).toEqual({ day: "2031-03-01", revenue: 20, count: 1 });
    expect(stats).toEqual({
      today: { revenue: 10, transactions: 1, yesterday: 0 },
      totalProviders: 2,
      activeProviders: 1,
      totalRouters: 3,
      onlineRouters: 0,
      totalRevenue: 150,
      monthlyRevenue: 30,
      trends: { newProviders: 2, newRouters: 3, revenue: null, month: -25 },
    });
    await env.DB.prepare("UPDATE providers SET status = 'active'").run();
  });

  test("says nothing of a trend where there was nothing to compare with", async () => {
    expect((await figures(platformStats)).trends).toMatchObject({ revenue: null, month: null });
    await paid("2031-03-29", 10);
    expect((await figures(platformStats)).trends).toMatchObject({ revenue: null, month: null });
  });

  test("compares the last 30 whole days with the 30 before, and this month with the same days of the last", async () => {
    // The last 30 whole days are 28 February to 29 March.
    await paid("2031-03-29", 100);
    await paid("2031-02-28", 50);
    await paid("2031-02-27", 80);
    await paid("2031-01-29", 20);
    await paid("2031-01-28", 7_000);
    expect((await figures(platformStats)).trends.revenue).toBe(50);
    // February has no 30th: up to its last day. 100 of March, 50 + 80 of February.
    expect((await figures(platformStats)).trends.month).toBe(-23.1);
    vi.setSystemTime(nairobi("2031-03-27", "12:00"));
    expect((await figures(platformStats)).trends.month).toBe(-100);
  });

  test("knows who is new within 30 days", async () => {
    await env.DB.batch([
      env.DB.prepare("UPDATE providers SET created_at = created_at - ?1").bind(30 * 86_400_000 + 1),
      env.DB.prepare("UPDATE routers SET created_at = created_at - ?1").bind(29 * 86_400_000),
    ]);
    expect((await figures(platformStats)).trends).toMatchObject({ newProviders: 0, newRouters: 3 });
  });
});

describe("what one provider took", () => {
  test("is told for today, this month and all time", async () => {
    await paid("2031-03-30", 1, seeded.demo, "00:00");
    await paid("2031-03-29", 2, seeded.demo, "23:59");
    await paid("2031-02-28", 4, seeded.demo, "23:59");
    await paid("2031-03-30", 500, seeded.savanna);
    const of = (id: string) => figures(providerRevenue, { params: { id } });
    expect(await of(seeded.demo.id)).toMatchObject({ today: 1, thisMonth: 3, allTime: 7, refunded: 0 });
    expect(await of(seeded.savanna.id)).toEqual({
      today: 500,
      thisMonth: 500,
      allTime: 500,
      settlements: { direct: 500, collected: 0, diverted: 0 },
      refunded: 0,
      balances: { owed: 0, divertedNotSettled: 0, feesOwed: 0 },
      selling: expect.any(Object),
    });
  });

  test("says whether it sells: today's payments, the last one, how those of 24 hours ended, and who waits", async () => {
    await paid("2031-03-29", 2, seeded.demo, "08:00");
    await paid("2031-03-29", 2, seeded.demo, "20:00");
    await paid("2031-03-30", 1, seeded.demo, "08:00");
    await putPayment(seeded.demo, { status: "failed", createdAt: nairobi("2031-03-30", "08:30") });
    const of = (id: string) => figures(providerRevenue, { params: { id } });
    expect((await of(seeded.demo.id)).selling).toEqual({
      count: 1,
      lastAt: new Date(nairobi("2031-03-30", "08:00")).toISOString(),
      completed: 2,
      failed: 1,
      notActivated: 3,
      plansOnSale: seeded.demo.plans.length,
    });
    expect((await of(seeded.savanna.id)).selling).toEqual({
      count: 0,
      lastAt: null,
      completed: 0,
      failed: 0,
      notActivated: 0,
      plansOnSale: seeded.savanna.plans.length,
    });
  });

  test("of nobody is not found", async () => {
    expect((await call(providerRevenue, { params: { id: "nobody" } }, operator)).status).toBe(404);
  });
});

describe("what all providers took", () => {
  const list = (query: Record<string, string> = {}) => figures(revenueOfProviders, { query });
  const row = (provider: TwoProviders["demo"], revenue: number, transactions: number) => ({
    providerId: provider.id,
    provider: provider === seeded.demo ? "Demo WiFi" : "Savanna Net",
    revenue,
    transactions,
  });

  test("is ranked, most revenue first, with those that sold nothing, and adds up to the whole", async () => {
    await paid("2031-03-30", 10);
    expect(await list()).toEqual([row(seeded.demo, 10, 1), row(seeded.savanna, 0, 0)]);
    vi.setSystemTime(Date.now() + 60_000);
    await paid("2031-03-29", 30, seeded.savanna);
    await paid("2031-03-28", 5, seeded.savanna);
    await putRedemption(seeded.demo);
    expect(await list()).toEqual([row(seeded.savanna, 35, 2), row(seeded.demo, 10, 1)]);
    const whole = { revenue: 45, transactions: 3, providers: 2, average: 22.5 };
    expect(await figures(platformRevenue)).toEqual({
      ...whole,
      by: "day",
      series: [
        { day: "2031-03-28", revenue: 5, count: 1 },
        { day: "2031-03-29", revenue: 30, count: 1 },
        { day: "2031-03-30", revenue: 10, count: 1 },
      ],
    });
    await paid("2030-05-05", 3);
    vi.setSystemTime(Date.now() + 60_000);
    const months = await figures(platformRevenue);
    expect(months.by).toBe("month");
    expect(months.series).toHaveLength(11);
    expect([months.series[0], months.series.at(-1)]).toEqual([
      { day: "2030-05-01", revenue: 3, count: 1 },
      { day: "2031-03-01", revenue: 45, count: 3 },
    ]);
  });

  test("can be asked for days of Nairobi, by name and page by page", async () => {
    await paid("2031-03-28", 1, seeded.demo, "23:59");
    await paid("2031-03-29", 2, seeded.demo, "00:00");
    await paid("2031-03-29", 4, seeded.savanna, "23:59");
    await paid("2031-03-30", 8, seeded.savanna, "00:00");
    const days = { from: "2031-03-29", to: "2031-03-29" };
    expect(await list(days)).toEqual([row(seeded.savanna, 4, 1), row(seeded.demo, 2, 1)]);
    expect(await figures(platformRevenue, { query: days })).toMatchObject({ revenue: 6, transactions: 2 });
    expect(await list({ ...days, q: "dEmo" })).toEqual([row(seeded.demo, 2, 1)]);
    const second = await call(revenueOfProviders, { query: { ...days, page: "2", pageSize: "1" } }, operator);
    expect(second.ok && second.answer).toEqual([row(seeded.demo, 2, 1)]);
    expect(second.headers.get("x-total-count")).toBe("2");
  });

  test.each([{ from: "2031-03-30", to: "2031-03-29" }, { from: "yesterday" }, { to: "2031-13-01" }])(
    "is refused for the days %o",
    async (query) => {
      for (const endpoint of [revenueOfProviders, platformRevenue])
        expect((await call(endpoint as Endpoint, { query }, operator)).status).toBe(400);
    },
  );
});

describe("what was sold on routers", () => {
  test("is told one by one, under whichever provider", async () => {
    await paid("2031-03-30", 1);
    await paid("2031-03-02", 2);
    await paid("2030-03-30", 4);
    await tenantDatabase(seeded.savanna.id)
      .prepare(
        `INSERT INTO sales_daily (router_id, day, method, settlement, count, cents)
      VALUES (?1, '2031-03-01', 'mpesa', 'diverted', 1, 1600)`,
      )
      .bind(routerId())
      .run();
    expect(await figures(routerRevenue, { params: { id: routerId() } })).toEqual({
      today: 1,
      thisMonth: 19,
      total: 23,
    });
    expect(await figures(routerRevenue, { params: { id: routerId(1) } })).toEqual({
      today: 0,
      thisMonth: 0,
      total: 0,
    });
    expect((await call(routerRevenue, { params: { id: "no such router" } }, operator)).status).toBe(404);
  });

  test("is told of a page of them at once, in the order that was asked for; one that is none does not spoil the others", async () => {
    await paid("2031-03-30", 5);
    await paid("2031-03-30", 30, seeded.savanna);
    const ids = [lodge(), "no such router", routerId(), routerId(), ""].join(",");
    const nothing = { today: 0, thisMonth: 0, total: 0 };
    expect(await figures(routersRevenue, { query: { ids } })).toEqual([
      { routerId: lodge(), revenue: { today: 30, thisMonth: 30, total: 30 }, error: null },
      { routerId: "no such router", revenue: null, error: "This router does not exist." },
      { routerId: routerId(), revenue: { ...nothing, today: 5, thisMonth: 5, total: 5 }, error: null },
    ]);
    expect(await figures(routersRevenue, { query: {} })).toEqual([]);
  });

  test("of more than 100 is refused", async () => {
    const ids = Array.from({ length: 101 }, (_, place) => `r${place}`).join(",");
    const answer = await call(routersRevenue, { query: { ids } }, operator);
    expect(answer.status).toBe(400);
    expect(!answer.ok && answer.refusal?.message).toBe("Ask for at most 100 routers at once.");
  });

  test("that cannot be read are rows with a reason", async () => {
    const fault = failStatements(/FROM provider_sales/);
    const answer = await figures(routersRevenue, { query: { ids: routerId() } });
    fault.heal();
    const error = "The revenue of this router could not be read.";
    expect(answer).toEqual([{ routerId: routerId(), revenue: null, error }]);
  });
});

test("the sums of all providers are read along their key, never as a whole", async () => {
  const all = "provider_id IN (SELECT value FROM json_each(?1))";
  for (const [where, index] of [
    [`${all} AND day < ?2`, "(provider_id=? AND day<?)"],
    [`${all} AND day >= ?2`, "(provider_id=? AND day>?)"],
    ["router_id IN (SELECT value FROM json_each(?1)) AND day <> ?2", "(router_id=?)"],
  ] as const) {
    const { results } = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT sum(cents) FROM provider_sales WHERE ${where}`,
    )
      .bind(JSON.stringify([seeded.demo.id]), "2031-01-01")
      .all<{ detail: string }>();
    const steps = results.map(({ detail }) => detail).filter((detail) => detail.includes("provider_sales"));
    expect(steps).toEqual([expect.stringMatching(/^SEARCH provider_sales USING /)]);
    expect(steps[0]).toContain(index);
  }
});
