import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RevenueReport } from "#contract/reports";
import type { Transaction } from "#contract/transactions";
import { nairobiDay } from "#contract/values/duration";
import { seedManySales } from "../seed/many-sales.ts";
import { answersOf, scriptsOf } from "../support/site/answers-of.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testSite } from "../support/site/test-site.ts";

// The provider console (docs/behaviour/provider-console.md) at a provider with 10,000 transactions and 10,000 vouchers. How
// it looks stands in acceptance-console-look.test.ts; budgets of time in `npm run bench`.

const { site } = testSite({
  fill: ({ tenantDatabase }, { demo }) =>
    seedManySales(tenantDatabase(demo.id), demo, {
      payments: 10_000,
      vouchers: 10_000,
      days: 40,
      now: Date.now(),
    }),
});
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function at(path: string, options: AdminOptions = {}): Promise<ConsoleAdmin> {
  const admin = await ConsoleAdmin.come(site(), browser, options);
  await admin.open(`/admin/${path}`);
  await admin.page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
  return admin;
}
const toast = (page: Page) => page.locator(".mantine-Notification-root");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
/** Where one is in the list itself; cards above it have pages of their own. */
const pagesOf = (page: Page) => page.getByRole("navigation", { name: "Pages", exact: true });
const _count = (admin: ConsoleAdmin, request: string) =>
  admin.requests.filter((one) => one === request).length;

it("1: a newcomer's first steps and the dashboard behind them fetch at most 210 KB of script, without chart, table or calendar", async () => {
  const admin = await ConsoleAdmin.come(site(), browser, { provider: site().seeded.savanna });
  const scripts = scriptsOf(admin.page);
  await admin.open("/admin/dashboard");
  await admin.page.getByRole("button", { name: "Show the dashboard" }).click();
  await admin.page.getByText("No sales in the last 30 days").waitFor();
  await admin.page.waitForLoadState("networkidle");
  const fetched = await scripts();
  const weight = fetched.reduce((sum, text) => sum + brotliCompressSync(text).length, 0) / 1024;
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(210);
  for (const mark of ["recharts-wrapper", "mantine-datatable-table", "DatePickerInput", "escapeFormulae"])
    expect(fetched.join("")).not.toContain(mark);
  await admin.leave();
});

describe("14: a toast", () => {
  const failing = async () => {
    const admin = await ConsoleAdmin.come(site(), browser);
    const { page } = admin;
    await page.clock.install();
    await page.route("**/api/admin/routers/discover", (route) => route.fulfill({ status: 500, body: "" }));
    await admin.open("/admin/routers");
    await page.getByRole("table").waitFor();
    await page.clock.pauseAt(new Date((await page.evaluate<number>("Date.now()")) + 1_000));
    const fail = async () => {
      await button(page, "Add router").click();
      await page.getByRole("dialog").getByRole("button", { name: "Discover" }).click();
      await toast(page).first().waitFor();
    };
    return { admin, page, fail };
  };

  it.each(["the pointer is on it", "the focus is in it"])("stays while %s", async (what) => {
    const { admin, page, fail } = await failing();
    await fail();
    if (what.startsWith("the pointer")) await toast(page).hover();
    else await toast(page).getByRole("button", { name: "Dismiss" }).focus();
    await page.clock.runFor(20_000);
    expect(await toast(page).count()).toBe(1);
    await page.mouse.move(1, 1);
    await page.getByRole("heading", { level: 1 }).focus();
    await page.clock.runFor(6_000);
    await toast(page).waitFor({ state: "detached" });
    await admin.leave();
  });
});

it.each([
  [10_000, "vouchers", "/api/admin/vouchers"],
  [10_000, "payments", "/api/admin/transactions"],
  [4_500, "users", "/api/admin/users"],
])("15: of at least %i rows %s reads one page and draws at most 100", async (least, path, call) => {
  const admin = await ConsoleAdmin.come(site(), browser);
  const { page } = admin;
  const answers = answersOf(page, (response) => {
    if (new URL(response.url()).pathname !== call) return null;
    const total = Number(response.headers()["x-total-count"]);
    return response.json().then((rows: unknown[]): [number, number] => [rows.length, total]);
  });
  await admin.open(`/admin/${path}`);
  await page.getByRole("table").waitFor();
  await pagesOf(page)
    .getByText(/^1 to 25 of /)
    .waitFor();
  const [[rows = 0, total = 0] = []] = await answers();
  expect(total).toBeGreaterThanOrEqual(least);
  expect(rows).toBeLessThanOrEqual(100);
  expect(await page.evaluate("document.querySelectorAll('tr, main li').length")).toBeLessThanOrEqual(100);
  await admin.leave();
});

it.each([
  ["users?show=expired&page=2", /^26 to 50 of /],
  ["payments?status=failed&page=3", /^51 to 75 of /],
  ["vouchers?status=used&page=2", /^26 to 50 of /],
  ["routers?show=active", "Main Gate"],
  ["settings?tab=contact", "Support phone"],
  ["reports?kind=revenue", "Revenue Report"],
])("16: %s is what it says, also after a reload", async (path, shown) => {
  const admin = await at(path);
  const { page } = admin;
  await page.getByText(shown).first().waitFor();
  const first = () => page.getByRole("row").nth(1).innerText();
  const hasRows = path.includes("page=");
  const before = hasRows ? await first() : "";
  const address = page.url();
  await page.reload();
  await page.getByText(shown).first().waitFor();
  expect(page.url()).toBe(address);
  if (hasRows) expect((await first()).slice(0, 40)).toBe(before.slice(0, 40));
  await admin.leave();
});

it("18: vouchers are generated by keyboard alone", async () => {
  const admin = await at("vouchers");
  const { page } = admin;
  await button(page, "Generate Vouchers").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const focused = () =>
    page.evaluate<string>(
      "document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? ''",
    );
  const tabTo = async (name: RegExp) => {
    // The date alone is seven stops: its parts and its calendar; plans and usual quantities are some more.
    for (let presses = 0; presses < 24; presses += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press("Tab");
      // The dialog's focus trap looks after a date's Tab a moment later: pressed before, it would take a press back.
      await page.evaluate("new Promise((done) => setTimeout(done))");
    }
    throw new Error(`${name} is not reached`);
  };
  await dialog.getByLabel("Quantity").waitFor();
  await expect
    .poll(() => page.evaluate("document.activeElement?.closest('[role=dialog]') !== null"))
    .toBe(true);
  await tabTo(/ KES /);
  await page.keyboard.press("Space");
  await tabTo(/^Quantity/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("2");
  await tabTo(/^Generate$/);
  await page.keyboard.press("Enter");
  await page.getByText("2 vouchers generated").waitFor();
  await admin.leave();
});

it("19: a range's report is the sum of its list, day by day as Nairobi's midnight cuts them", async () => {
  const admin = await at("dashboard");
  const { page } = admin;
  const get = <T>(path: string) =>
    page.evaluate<T>(`fetch("/api/admin/${path}").then((answer) => answer.json())`);
  const day = (ago: number) => nairobiDay(Date.now() - ago * 86_400_000);
  const [from, to] = [day(5), day(3)];
  const report = await get<RevenueReport>(`reports/revenue?from=${from}&to=${to}`);
  let sum = 0;
  const clocks: string[] = [];
  for (const one of report.days) {
    const query = `type=payment&status=completed&from=${one.day}&to=${one.day}&pageSize=1000`;
    const listed = await get<Transaction[]>(`transactions?${query}`);
    const revenue = listed.reduce((all, { amount }) => all + amount, 0);
    expect([one.day, one.payments, one.revenue]).toEqual([one.day, listed.length, revenue]);
    for (const { createdAt } of listed)
      clocks.push(new Date(Date.parse(createdAt) + 10_800_000).toISOString().slice(11, 16));
    sum += revenue;
  }
  // Some were paid in the last hour before a midnight and in the first after it.
  expect([clocks.some((time) => time >= "23:00"), clocks.some((time) => time < "01:00")]).toEqual([
    true,
    true,
  ]);
  expect(report.days.map((one) => one.day)).toEqual([day(5), day(4), day(3)]);
  expect(report.totals.revenue).toBe(sum);
  await admin.open(`/admin/reports?kind=revenue&from=${from}&to=${to}`);
  const figure = page.getByRole("link", { name: /^Revenue\s*KSh/ });
  await figure.getByText(`KSh ${sum.toLocaleString("en-US", { maximumFractionDigits: 2 })}`).waitFor();
  await admin.leave();
});
