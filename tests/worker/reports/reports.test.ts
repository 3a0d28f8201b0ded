import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { customerReport, noteReport, recentReports, revenueReport, usageReport } from "#contract/reports";
import { listTransactions, type Transaction } from "#contract/transactions";
import { nairobiDay } from "#contract/values/duration";
import { createAdmin } from "../../seed/create-admin.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallInput, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { forgetSales, nairobi, putPayment, putRedemption } from "../transactions/sales-rows.ts";

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

const demo = () => seeded.demo;

async function ask<E extends Endpoint>(endpoint: E, input: CallInput = {}) {
  const answer = await call(endpoint, input, { host, cookie });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}

const range = (from: string, to = from) => ({ query: { from, to } });

describe("the revenue report", () => {
  test("adds up money by day, router and plan; redeemed vouchers are counted beside it", async () => {
    const day = nairobi("2031-03-01");
    await putPayment(demo(), { createdAt: day, plan: 0, shillings: 10 });
    await putPayment(demo(), { createdAt: day, plan: 1, shillings: 20, router: 1 });
    await putPayment(demo(), { createdAt: nairobi("2031-03-02"), plan: 1, shillings: 20, router: 1 });
    await putRedemption(demo(), { at: nairobi("2031-03-03"), plan: 2 });
    await putPayment(demo(), { createdAt: day, status: "failed" });
    await putPayment(demo(), { createdAt: nairobi("2031-02-28"), shillings: 500 });
    await putPayment(seeded.savanna, { createdAt: day, shillings: 500 });
    const nothing = { payments: 0, revenue: 0, vouchers: 0, voucherSales: 0 };
    expect(await ask(revenueReport, range("2031-03-01", "2031-03-03"))).toEqual({
      from: "2031-03-01",
      to: "2031-03-03",
      totals: { payments: 3, revenue: 50, vouchers: 1, voucherSales: 50, trials: 0 },
      days: [
        { ...nothing, day: "2031-03-01", payments: 2, revenue: 30 },
        { ...nothing, day: "2031-03-02", payments: 1, revenue: 20 },
        { ...nothing, day: "2031-03-03", vouchers: 1, voucherSales: 50 },
      ],
      routers: [
        { routerId: demo().routers[1]?.id, name: "Market Stall", payments: 2, revenue: 40 },
        { routerId: demo().routers[0]?.id, name: "Main Gate", payments: 1, revenue: 10 },
      ],
      plans: [
        { planName: "3 Hours", payments: 2, revenue: 40 },
        { planName: "1 Hour", payments: 1, revenue: 10 },
      ],
      services: [
        { service: "hotspot", payments: 3, revenue: 50 },
        { service: "lines", payments: 0, revenue: 0 },
        { service: "cash", payments: 0, revenue: 0 },
      ],
    });
  });

  test("has the sale that was made a moment ago, and the plan under the name under which it was sold", async () => {
    const today = () => ask(revenueReport, range("2031-03-04"));
    await putPayment(demo(), { createdAt: now });
    expect((await today()).plans).toEqual([{ planName: "1 Hour", payments: 1, revenue: 10 }]);
    await tenantDatabase(demo().id)
      .prepare("UPDATE plans SET name = 'Quick hour' WHERE id = ?1")
      .bind(demo().plans[0]?.id)
      .run();
    await putPayment(demo(), { createdAt: now, shillings: 11 });
    expect((await today()).plans).toEqual([
      { planName: "Quick hour", payments: 1, revenue: 11 },
      { planName: "1 Hour", payments: 1, revenue: 10 },
    ]);
    await tenantDatabase(demo().id)
      .prepare("UPDATE plans SET name = '1 Hour' WHERE id = ?1")
      .bind(demo().plans[0]?.id)
      .run();
  });

  test("has a payment that was called failed and is paid at last, under its plan and its payer", async () => {
    const phone = "254712000077";
    const put = await putPayment(demo(), {
      status: "failed",
      plan: 1,
      phone,
      createdAt: nairobi("2031-03-01"),
    });
    const days = range("2031-03-01", "2031-03-04");
    expect((await ask(revenueReport, days)).plans).toEqual([]);
    await tenantDatabase(demo().id)
      .prepare("UPDATE payments SET status = 'completed', completed_at = ?2 WHERE id = ?1")
      .bind(put.id, nairobi("2031-03-03"))
      .run();
    await tenantDatabase(demo().id)
      .prepare("UPDATE payments SET updated_at = 5, completed_at = completed_at WHERE id = ?1")
      .bind(put.id)
      .run();
    expect((await ask(revenueReport, days)).plans).toEqual([
      { planName: "3 Hours", payments: 1, revenue: 20 },
    ]);
    expect((await ask(revenueReport, range("2031-03-01", "2031-03-02"))).plans).toEqual([]);
    const { results } = await tenantDatabase(demo().id)
      .prepare("SELECT phone, first_paid_at FROM customers")
      .all();
    expect(results).toEqual([{ phone, first_paid_at: nairobi("2031-03-03") }]);
  });

  test("knows a router by the name that it has now", async () => {
    await putPayment(demo(), { createdAt: now });
    const named = async () => (await ask(revenueReport, range("2031-03-04"))).routers.map(({ name }) => name);
    const rename = (name: string) =>
      env.DB.prepare("UPDATE routers SET name = ?2 WHERE id = ?1").bind(demo().routers[0]?.id, name).run();
    expect(await named()).toEqual(["Main Gate"]);
    await rename("Front Gate");
    // Names are kept for three seconds.
    vi.setSystemTime(now + 4_000);
    expect(await named()).toEqual(["Front Gate"]);
    await rename("Main Gate");
    vi.setSystemTime(now + 8_000);
    expect(await named()).toEqual(["Main Gate"]);
    vi.setSystemTime(now);
  });

  test("of any days equals its days, its routers, its plans, and the transactions listed of those days", async () => {
    const day = fc.integer({ min: 1, max: 4 }).map((number) => `2031-03-0${number}`);
    const time = fc.constantFrom("23:30", "00:30", "23:59", "00:00", "02:59", "03:00", "12:00");
    const sale = fc.record({
      kind: fc.constantFrom("paid", "paid", "paid", "failed", "pending", "voucher"),
      at: fc.tuple(day, time).map(([on, clock]) => nairobi(on, clock)),
      // Paid at once, within the hour, a day or a month later.
      tookMs: fc.constantFrom(0, 59_999, 3_600_000, 86_400_000, 20 * 86_400_000),
      plan: fc.integer({ min: 0, max: 4 }),
      router: fc.integer({ min: 0, max: 1 }),
      shillings: fc.integer({ min: 1, max: 3_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { maxLength: 10 }), day, day, async (sales, one, other) => {
        await forgetSales();
        for (const { kind, at, tookMs, plan, router, shillings } of sales) {
          const completedAt = at + tookMs;
          const payment = { createdAt: at, completedAt, plan, router, shillings };
          if (kind === "voucher") await putRedemption(demo(), { at, plan, router });
          else if (kind === "paid") await putPayment(demo(), payment);
          else await putPayment(demo(), { ...payment, status: kind === "failed" ? "failed" : "pending" });
        }
        const [from = "", to = ""] = [one, other].sort();
        const report = await ask(revenueReport, range(from, to));
        const isIn = (at: number) => nairobiDay(at) >= from && nairobiDay(at) <= to;
        const paid = sales.filter(({ kind, at, tookMs }) => kind === "paid" && isIn(at + tookMs));
        const expected = { payments: paid.length, revenue: sum(paid.map(({ shillings }) => shillings)) };
        expect(report.totals).toMatchObject(expected);
        for (const parts of [report.days, report.routers, report.plans]) {
          expect(sum(parts.map(({ payments }) => payments))).toBe(expected.payments);
          expect(sum(parts.map(({ revenue }) => revenue))).toBe(expected.revenue);
        }
        const rows = await allOf({ from, to });
        const amounts = (of: Transaction[]) => sum(of.map(({ amount }) => amount));
        const payments = rows.filter((row) => row.type === "payment" && row.status === "completed");
        expect([payments.length, amounts(payments)]).toEqual([expected.payments, expected.revenue]);
        const vouchers = rows.filter(({ type }) => type === "voucher");
        const { totals } = report;
        expect([vouchers.length, amounts(vouchers)]).toEqual([totals.vouchers, totals.voucherSales]);
        const open = rows.filter(({ status }) => status !== "completed").length;
        expect(open).toBe(
          sales.filter(({ kind, at }) => (kind === "failed" || kind === "pending") && isIn(at)).length,
        );
        const customers = await ask(customerReport, range(from, to));
        expect(customers.totals.revenue).toBe(expected.revenue);
      }),
      { numRuns: 12 },
    );
  });
});

const sum = (numbers: readonly number[]) =>
  Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100;

/** Page after page, as an export reads them. */
async function allOf(query: Record<string, string>): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  for (let page = 1; ; page += 1) {
    const found = await ask(listTransactions, { query: { ...query, page: String(page), pageSize: "4" } });
    rows.push(...found);
    if (found.length < 4) return rows;
  }
}

describe("the usage report", () => {
  test("adds up traffic and time online by day, and counts devices, over all days each once", async () => {
    const devices = ["0A:00:00:00:00:01", "0A:00:00:00:00:02", "0A:00:00:00:00:03"];
    for (const mac of devices) await putPayment(demo(), { mac, createdAt: nairobi("2031-02-01") });
    await putPayment(seeded.savanna, { mac: devices[0] ?? null });
    const use = async (providerId: string, mac: string | undefined, day: string, bytes: number) => {
      const database = tenantDatabase(providerId);
      await database.batch([
        database
          .prepare("INSERT INTO usage_daily VALUES ('device:' || ?1, ?2, ?3, ?4, ?5)")
          .bind(mac, day, bytes, bytes * 10, bytes * 2),
        database
          .prepare(
            "UPDATE hotspot_users SET last_seen_at = max(last_seen_at, ?2) WHERE subject = 'device:' || ?1",
          )
          .bind(mac, nairobi(day)),
      ]);
    };
    await use(demo().id, devices[0], "2031-03-01", 1);
    await use(demo().id, devices[0], "2031-03-02", 2);
    await use(demo().id, devices[1], "2031-03-02", 4);
    await use(demo().id, devices[2], "2031-02-28", 100);
    await use(demo().id, devices[2], "2031-03-04", 100);
    await use(seeded.savanna.id, devices[0], "2031-03-02", 1_000);
    expect(await ask(usageReport, range("2031-03-01", "2031-03-03"))).toEqual({
      from: "2031-03-01",
      to: "2031-03-03",
      totals: { bytesUploaded: 7, bytesDownloaded: 70, seconds: 14, devices: 2 },
      days: [
        { day: "2031-03-01", bytesUploaded: 1, bytesDownloaded: 10, seconds: 2, devices: 1 },
        { day: "2031-03-02", bytesUploaded: 6, bytesDownloaded: 60, seconds: 12, devices: 2 },
        { day: "2031-03-03", bytesUploaded: 0, bytesDownloaded: 0, seconds: 0, devices: 0 },
      ],
    });
  });

  test("follows a device that goes on, and counts it once a day", async () => {
    const mac = "0A:00:00:00:00:09";
    await putPayment(demo(), { mac, createdAt: now });
    const add = (bytes: number) =>
      tenantDatabase(demo().id)
        .prepare(
          `INSERT INTO usage_daily (subject, day, bytes_up, bytes_down, seconds) VALUES ('device:' || ?1, '2031-03-04', ?2, ?2, 1)
        ON CONFLICT (subject, day) DO UPDATE SET bytes_up = bytes_up + excluded.bytes_up,
          bytes_down = bytes_down + excluded.bytes_down, seconds = seconds + excluded.seconds`,
        )
        .bind(mac, bytes)
        .run();
    const totals = async () => (await ask(usageReport, range("2031-03-04"))).totals;
    await add(5);
    expect(await totals()).toEqual({ bytesUploaded: 5, bytesDownloaded: 5, seconds: 1, devices: 1 });
    await add(7);
    expect(await totals()).toEqual({ bytesUploaded: 12, bytesDownloaded: 12, seconds: 2, devices: 1 });
  });
});

describe("the customer report", () => {
  test("lists payers by what they paid in the range; one is fresh whose first payment ever lies in it", async () => {
    const [loyal, fresh, gone] = ["254712000010", "254712000011", "254712000012"];
    const iso = (day: string, time?: string) => new Date(nairobi(day, time)).toISOString();
    await putPayment(demo(), { phone: loyal, createdAt: nairobi("2031-01-05"), shillings: 7 });
    await putPayment(demo(), { phone: loyal, createdAt: nairobi("2031-03-01"), shillings: 10 });
    await putPayment(demo(), { phone: fresh, createdAt: nairobi("2031-03-01", "00:00"), shillings: 20 });
    await putPayment(demo(), { phone: fresh, createdAt: nairobi("2031-03-02", "23:59"), shillings: 20 });
    await putPayment(demo(), { phone: fresh, createdAt: nairobi("2031-03-03"), shillings: 99 });
    await putPayment(demo(), { phone: gone, createdAt: nairobi("2031-02-28"), shillings: 99 });
    await putPayment(demo(), { phone: gone, createdAt: nairobi("2031-03-01"), status: "failed" });
    await putPayment(seeded.savanna, { phone: loyal, createdAt: nairobi("2031-03-01"), shillings: 99 });
    expect(await ask(customerReport, range("2031-03-01", "2031-03-02"))).toEqual({
      from: "2031-03-01",
      to: "2031-03-02",
      totals: { customers: 2, fresh: 1, returning: 1, revenue: 50 },
      customers: [
        {
          phoneNumber: fresh,
          payments: 2,
          revenue: 40,
          firstPayment: iso("2031-03-01", "00:00"),
          lastPayment: iso("2031-03-02", "23:59"),
        },
        {
          phoneNumber: loyal,
          payments: 1,
          revenue: 10,
          firstPayment: iso("2031-01-05"),
          lastPayment: iso("2031-03-01"),
        },
      ],
    });
  });

  test("takes a sale that the gateway denied off the day of the denial, and loses no payment of that day", async () => {
    const [late, gone] = ["254711000031", "254711000032"];
    const createdAt = nairobi("2031-03-01", "23:59");
    await putPayment(demo(), { phone: late, createdAt, completedAt: nairobi("2031-03-02"), shillings: 30 });
    const takenBackAt = nairobi("2031-03-02", "08:00");
    await putPayment(demo(), { phone: gone, createdAt: nairobi("2031-03-01"), takenBackAt, shillings: 20 });
    const paidOn = async (day: string) => {
      const { totals, customers } = await ask(customerReport, range(day, day));
      const listed = await ask(listTransactions, { query: { from: day, to: day, status: "completed" } });
      return [
        ...[totals.revenue, customers.map(({ phoneNumber, revenue }) => [phoneNumber, revenue])],
        listed.map(({ phoneNumber }) => phoneNumber),
      ];
    };
    expect(await paidOn("2031-03-01")).toEqual([20, [[gone, 20]], []]);
    const second = [
      [late, 30],
      [gone, -20],
    ];
    expect(await paidOn("2031-03-02")).toEqual([10, second, [late]]);
  });
});

describe("recent reports", () => {
  const make = (kind: string, from = "2031-03-01", to = "2031-03-02") =>
    ask(noteReport, { body: { kind, from, to } });

  test("are the last 20, newest first, with who made them; another provider's are not among them", async () => {
    const made = [];
    for (let index = 0; index < 22; index += 1) {
      vi.setSystemTime(now + index * 1_000);
      made.push(await make(index % 2 === 0 ? "revenue" : "customers"));
    }
    vi.setSystemTime(now);
    expect(made[0]).toEqual({
      id: expect.any(String),
      kind: "revenue",
      from: "2031-03-01",
      to: "2031-03-02",
      at: new Date(now).toISOString(),
      by: "Amina Wanjiru",
    });
    expect(await ask(recentReports)).toEqual(made.reverse().slice(0, 20));
    const theirs = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
    const answer = await call(recentReports, {}, theirs);
    expect(answer.ok && answer.answer).toEqual([]);
  });

  test("name each admin of the provider", async () => {
    const second = { username: "second", password: "second password" };
    const person = { name: "Baraka Mwangi", email: "baraka@demo.example" };
    await createAdmin(testContext(), { providerId: demo().id, ...person, ...second });
    await make("usage");
    vi.setSystemTime(now + 1_000);
    const theirs = await signInProvider({ ...demo(), admin: { id: "", ...second } });
    const body = { kind: "usage", from: "2031-03-01", to: "2031-03-01" };
    expect((await call(noteReport, { body }, { host, cookie: theirs })).ok).toBe(true);
    vi.setSystemTime(now);
    expect((await ask(recentReports)).map(({ by }) => by)).toEqual(["Baraka Mwangi", "Amina Wanjiru"]);
  });

  test("leave a line of who made which", async () => {
    const { id } = await make("revenue");
    const { results } = await env.DB.prepare("SELECT actor_id, action, subject FROM audit").all();
    expect(results).toEqual([{ actor_id: demo().admin.id, action: "report.make", subject: id }]);
  });
});

const reports: [string, Endpoint][] = [revenueReport, usageReport, customerReport, noteReport].map((one) => [
  one.name,
  one,
]);

describe.each(reports)("%s", (_name, endpoint) => {
  const input = (from: string, to: string): CallInput => ({
    query: endpoint.method === "GET" ? { from, to } : {},
    body: { kind: "revenue", from, to },
  });

  test("refuses days in the wrong order, more than 366, what is no day, and none", async () => {
    const before = await databaseChecksum();
    const refused = async (from: string, to: string) => {
      const answer = await call(endpoint, input(from, to), { host, cookie });
      return answer.ok ? null : [answer.status, answer.refusal?.message];
    };
    expect(await refused("2031-03-02", "2031-03-01")).toEqual([400, "The first day is after the last one."]);
    expect(await refused("2030-03-01", "2031-03-02")).toEqual([400, "Choose at most 366 days."]);
    expect(await refused("2031-02-29", "2031-03-01")).toEqual([400, "Give the day as YYYY-MM-DD"]);
    expect((await refused("", ""))?.[0]).toBe(400);
    expect(await databaseChecksum()).toBe(before);
  });

  test("takes 366 days", async () => {
    const year = input("2028-01-01", "2028-12-31");
    expect((await call(endpoint, year, { host, cookie })).status).toBe(200);
  });
});
