import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DeviceNetwork } from "#contract/line-devices";
import type { Outage } from "#contract/outages";
import type { Balance, Statement } from "#contract/payouts";
import type { PlatformStats } from "#contract/platform-figures";
import type { Difference, ReconciliationRun } from "#contract/reconciliation";
import type { RevenueReport } from "#contract/reports";
import type { AssignedRouter } from "#contract/routers";
import type { PaymentStats, ProviderStats, Transaction } from "#contract/transactions";
import { nairobiDay } from "#contract/values/duration";
import { dayMs, hourMs, minuteMs, nairobiMs } from "#contract/values/time";
import type { Watch } from "#contract/watches";
import { comeBack } from "../demo/come-back.ts";
import { openTrade } from "../demo/open-trade.ts";
import { withHomes } from "../support/homes-network.ts";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { signInOperator } from "../support/site/console-operator.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { readRows, readTenantRows } from "../support/site/read-rows.ts";
import { demoPhones, freePort } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { until, Visitors } from "../support/site/visitor.ts";

// What a stranger finds after `npm start`: a business that has sold for thirty days, and whose books agree. It was recorded by the product
// (`npm run record-demo`); this version reads it, on any later day.

const dir = mkdtempSync(join(tmpdir(), "demonstration-"));
const clock = new MovedClock(dir);
const folder = join(dir, "site");
let site: Site;
let cookies: { owner: string; operator: string };
let opened = 0;
let startedAt = 0;

beforeAll(async () => {
  // Half past six in the evening in Nairobi, tomorrow: some of this day is over, and some of it is still to come.
  const today = Math.floor((Date.now() + nairobiMs) / dayMs) * dayMs - nairobiMs;
  clock.pass(today + dayMs + 18.5 * hourMs - Date.now());
  const ports = { worker: await freePort(), gateway: await freePort(), router: await freePort() };
  startedAt = clock.now();
  opened = (await openTrade(folder, ports, startedAt)) ?? 0;
  site = await Site.start({
    dir: folder,
    ports,
    clock,
    cronMs: 2_000,
    gateway: { auto: "paid", autoAfterMs: 1_000 },
    airtel: { auto: "paid", autoAfterMs: 1_000 },
    ads: true,
    billing: true,
    routerMenus: withHomes,
  });
  cookies = { owner: await signIn(site, site.seeded.demo), operator: await signInOperator(site) };
});
afterAll(async () => {
  await site?.stop();
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

async function read<T>(who: "owner" | "operator", path: string): Promise<T> {
  const origin = who === "owner" ? site.origin : site.main;
  const { status, text } = await ask(origin, path, { headers: { cookie: cookies[who] } });
  expect([path, status, status === 200 ? "" : text]).toEqual([path, 200, ""]);
  return JSON.parse(text) as T;
}
const books = (sql: string) => readTenantRows(site, site.seeded.demo.id, sql);
const period = () => `from=${nairobiDay(startedAt - 29 * dayMs)}&to=${nairobiDay(startedAt)}`;

it("ends within three hours of its opening, with sales of that day, and has a password of its own", () => {
  expect(startedAt - opened).toBeGreaterThan(0);
  expect(startedAt - opened).toBeLessThan(3 * hourMs);
  const { passwords } = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8"));
  expect(site.seeded.demo.admin.password).toBe(passwords.demo);
});

it("is a business: sales on each of thirty days, today too, more at the end of a week, and people who are online", async () => {
  const stats = await read<PlatformStats>("operator", "/api/superadmin/stats");
  expect(stats.days).toHaveLength(30);
  const [today, ...before] = stats.days.toReversed();
  expect(today?.count).toBeGreaterThan(2);
  for (const { day, count } of before) expect([day, count > 4 && count < 35]).toEqual([day, true]);
  const counts = before.map(({ count }) => count);
  expect(Math.max(...counts)).toBeGreaterThan(Math.min(...counts) + 8);
  expect(await read<ProviderStats>("owner", "/api/admin/stats")).toMatchObject({
    totalUsers: expect.toSatisfy((count: number) => count > 50),
    activeUsers: expect.toSatisfy((count: number) => count > 2),
  });
  const page = `/api/admin/transactions?${period()}&pageSize=1000`;
  const all = await read<Transaction[]>("owner", page);
  const kinds = new Set(all.map(({ type, method, status }) => `${type} ${method} ${status}`));
  expect([...kinds].sort()).toEqual([
    "payment airtel_money completed",
    "payment airtel_money failed",
    "payment mpesa completed",
    "payment mpesa failed",
    "voucher voucher completed",
  ]);
  expect(new Set(all.map(({ planName }) => planName))).toContain("Night");
  expect(all.some(({ topUpMegabytes }) => topUpMegabytes === 500)).toBe(true);
});

it("every figure is that of the books, to the cent", async () => {
  const [sums] = await books(`SELECT (SELECT -sum(cents) FROM ledger WHERE account = 'sales') AS sales,
    (SELECT sum(cents) FROM ledger) + (SELECT sum(cents) FROM general_ledger) AS left`);
  expect(sums?.left).toBe(0);
  const sales = Number(sums?.sales) / 100;
  expect(await read<ProviderStats>("owner", "/api/admin/stats")).toMatchObject({ totalRevenue: sales });
  expect(await read<PlatformStats>("operator", "/api/superadmin/stats")).toMatchObject({
    totalRevenue: sales,
  });
  const report = await read<RevenueReport>("owner", `/api/admin/reports/revenue?${period()}`);
  const [month] = await books(`SELECT -sum(cents) / 100.0 AS sales FROM ledger
    WHERE account = 'sales' AND day BETWEEN '${report.from}' AND '${report.to}'`);
  expect(report.totals.revenue).toBe(month?.sales);
  for (const part of [report.days, report.routers, report.plans])
    expect(part.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(report.totals.revenue);
  const balance = await read<Balance>("owner", "/api/admin/balance");
  const statement = await read<Statement>("owner", `/api/admin/balance/statement?${period()}`);
  expect(statement.closing).toBe(balance.owed);
  expect(balance.payouts.map(({ status }) => status)).toEqual(["paid", "paid", "paid"]);
});

it("one difference is open, and says what it is; nothing else waits for the operator", async () => {
  const found = await read<Difference[]>("operator", "/api/superadmin/reconciliation/differences");
  expect(found).toMatchObject([
    {
      provider: "Savanna Net",
      kind: "unknown-receipt",
      detail: { account: "SCHOOL FEES", statementCents: 150_000 },
    },
  ]);
  expect(await read("operator", "/api/superadmin/reconciliation/counts")).toEqual({
    differences: 1,
    paybill: 0,
    refunds: 0,
    appeals: 0,
    confirmations: 0,
    nights: 0,
  });
  const nights = await read<ReconciliationRun[]>(
    "operator",
    "/api/superadmin/reconciliation/runs?pageSize=100",
  );
  expect(nights.length).toBeGreaterThan(25);
  expect(nights.filter(({ finishedAt }) => finishedAt === null)).toEqual([]);
  expect(await read("operator", "/api/superadmin/gateway-alarms")).toEqual([]);
});

it("nothing is red at its start: the router is reached, all that was paid is let in, and no letter tells of trouble", async () => {
  await until(
    "the router is reached, and nothing blocks selling there",
    () => read<AssignedRouter[]>("owner", "/api/admin/routers"),
    ([router]) => router?.isOnline === true && router.findings?.blocks === 0,
  );
  expect(await read<PaymentStats>("owner", "/api/admin/payments/stats")).toMatchObject({ notActivated: 0 });
  expect(await read<Outage[]>("owner", "/api/admin/outages")).toEqual([]);
  // The open difference is late after a day, and a letter says so.
  const watches = await read<Watch[]>("operator", "/api/superadmin/watches");
  const isMeant = (id: string) => id === "differences";
  expect(watches.filter(({ id, badSince }) => badSince !== null && !isMeant(id))).toEqual([]);
  const letters = await readRows(
    site,
    `SELECT subject FROM mail WHERE created_at >= ${startedAt - minuteMs}`,
  );
  const subjects = letters.map(({ subject }) => String(subject));
  expect(subjects.filter((one) => !/invoice|ankara|^Not in order: differences/i.test(one))).toEqual([]);
});

it("each of its receipts opens, the oldest too", async () => {
  const page = `/api/admin/transactions?${period()}&status=completed&type=payment&pageSize=1000`;
  const all = await read<Transaction[]>("owner", page);
  for (const { id, receipt, amount } of [...all.slice(0, 3), ...all.slice(-3)]) {
    const status = await ask(site.origin, `/api/payment/status/${id}`);
    expect(JSON.parse(status.text)).toMatchObject({ status: "completed" });
    const lines = await read<unknown[]>("operator", `/api/superadmin/payments?q=${receipt}`);
    expect(lines).toMatchObject([{ id, amount }]);
  }
});

it("who has time left comes online again, and three more buy within the first seconds", async () => {
  const before = await read<PlatformStats>("operator", "/api/superadmin/stats");
  await comeBack(site);
  await until(
    "people are online, and three more have paid",
    async () => {
      const { onlineUsers } = await read<ProviderStats>("owner", "/api/admin/stats");
      const { today } = await read<PlatformStats>("operator", "/api/superadmin/stats");
      return { onlineUsers, paid: today.transactions - before.today.transactions };
    },
    ({ onlineUsers, paid }) => onlineUsers > 4 && paid === 3,
  );
});

it("has a network of homes, in which its neighbours can be given lines", async () => {
  const path = `/api/admin/routers/${site.seeded.demo.routers[0]?.id}/networks`;
  const { networks } = await read<{ networks: DeviceNetwork[] }>("owner", path);
  const homes = networks.find(({ name }) => name === "ether3");
  expect(homes).toMatchObject({ hindrance: null, isClosed: false });
  expect(homes?.devices.filter(({ isThere, hindrance }) => isThere && hindrance === null)).toHaveLength(3);
});

it("goes on: the next visitor pays by the prompt that pays itself, is let in, and counts", async () => {
  const visitors = new Visitors(site);
  const mac = demoPhones[0]?.mac ?? "";
  const before = await read<ProviderStats>("owner", "/api/admin/stats");
  const { transactionId } = await visitors.initiate(mac, site.seeded.demo.plans[0]?.id ?? "", "254712000199");
  await visitors.untilOnline(transactionId, 60_000);
  expect(await visitors.isLetOut(mac)).toBe(true);
  const after = await read<ProviderStats>("owner", "/api/admin/stats");
  expect(after.totalRevenue).toBe(before.totalRevenue + 10);
});
