import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RevenueReport } from "#contract/reports";
import type { Transaction } from "#contract/transactions";
import { nairobiDay } from "#contract/values/duration";
import { seedManySales } from "../seed/many-sales.ts";
import { readPrint } from "../support/printed-pages.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { stoppableClock } from "../support/site/stopped-clock.ts";
import { testSite } from "../support/site/test-site.ts";

// The provider console (docs/behaviour/provider-console.md) at a provider with 10,000 transactions and 10,000 vouchers. How
// it looks stands in acceptance-console-look.test.ts; budgets of time in `npm run bench`.

const { site } = testSite({
  fill: (d1, { demo }) =>
    seedManySales(d1, demo, { payments: 10_000, vouchers: 10_000, days: 40, now: Date.now() }),
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
const count = (admin: ConsoleAdmin, request: string) =>
  admin.requests.filter((one) => one === request).length;

it("1: up to the dashboard it fetches at most 210 KB of script, without chart, table or calendar", async () => {
  const admin = await ConsoleAdmin.come(site(), browser, { provider: site().seeded.savanna });
  const scripts: Promise<string>[] = [];
  admin.page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  await admin.open("/admin/dashboard");
  await admin.page.getByText("No sales in the last 30 days").waitFor();
  await admin.page.waitForLoadState("networkidle");
  const fetched = await Promise.all(scripts);
  const weight = fetched.reduce((sum, text) => sum + brotliCompressSync(text).length, 0) / 1024;
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(210);
  for (const mark of ["recharts-wrapper", "mantine-datatable-table", "DatePickerInput", "escapeFormulae"])
    expect(fetched.join("")).not.toContain(mark);
  await admin.leave();
});

it("4: a session that ends meanwhile leads to log-in, and log-in back to where one was", async () => {
  const admin = await at("payments?status=failed&page=2");
  const { page } = admin;
  await admin.context.clearCookies();
  await pagesOf(page).getByRole("button", { name: "Next page" }).click();
  await button(page, "Sign In").waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin");
  await admin.logIn();
  await page.waitForURL((url) => url.pathname === "/admin/payments" && url.searchParams.get("page") === "3");
  await admin.leave();
});

it("5: nothing is asked while the tab is hidden, and at once when it is back", async () => {
  const admin = await ConsoleAdmin.come(site(), browser);
  const { page } = admin;
  await page.addInitScript(`
    window.away = false;
    Object.defineProperty(document, "visibilityState", { get: () => (window.away ? "hidden" : "visible") });
    Object.defineProperty(document, "hidden", { get: () => window.away });
  `);
  const clock = await stoppableClock(page);
  await admin.open("/admin/users");
  await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
  await clock.stop();
  const look = (away: boolean) =>
    page.evaluate(
      `window.away = ${away}; document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`,
    );
  await look(true);
  const before = admin.requests.length;
  await clock.pass(35);
  expect(admin.requests.slice(before)).toEqual([]);
  // The page's clock stands: no timer helps, the questions come with the return itself.
  const asked = page.waitForRequest(/\/api\/admin\/users\?/, { timeout: 5_000 });
  await look(false);
  await asked;
  await admin.leave();
});

it("8: whom the server does not disconnect is active again, and one toast says why", async () => {
  const admin = await at("users?show=active");
  const { page } = admin;
  let refuse = () => {};
  await page.route("**/disconnect", async (route) => {
    await new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const message = "The site cannot be reached.";
    await route.fulfill({ status: 503, json: { code: "unavailable", message, error: message } });
  });
  const row = page.getByRole("row").nth(1);
  await row.getByRole("button", { name: /^Disconnect/ }).click();
  await button(page, /^Cut off .* now$/).click();
  await row.getByText("Cut off").waitFor();
  refuse();
  await toast(page).getByText("The site cannot be reached.").waitFor();
  expect(await toast(page).count()).toBe(1);
  await row.getByText("Active").waitFor();
  await admin.leave();
});

it("9: what is paid and not activated says so, and is retried", async () => {
  const admin = await ConsoleAdmin.come(site(), browser);
  const { page } = admin;
  await admin.open("/admin/dashboard");
  const list = "/api/admin/transactions?type=payment&status=completed&page=1&pageSize=25";
  const [first, ...rest] = await page.evaluate<Transaction[]>(
    `fetch("${list}").then((answer) => answer.json())`,
  );
  await page.route(/\/api\/admin\/transactions(\?|$)/, (route) =>
    route.fulfill({
      json: [{ ...first, activation: "open" }, ...rest],
      headers: { "x-total-count": "8500" },
    }),
  );
  await admin.open("/admin/payments?type=payment&status=completed");
  const row = page.getByRole("row").filter({ hasText: "Paid, not activated" });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/\+254 7\d\d \d{3} \d{3}/);
  const asked = page.waitForRequest((request) => request.url().endsWith("/retry"));
  await row.getByRole("button", { name: /^Retry/ }).click();
  expect((await asked).method()).toBe("POST");
  await toast(page).waitFor();
  await admin.leave();
});

it("10, 11: 100 vouchers are made and printed on at most 5 sheets of A4, none cut, each QR code right", async () => {
  const admin = await ConsoleAdmin.come(site(), browser);
  const { page } = admin;
  await page.addInitScript("window.printed = 0; window.print = () => { window.printed += 1; };");
  await admin.open("/admin/vouchers");
  await button(page, "Generate Vouchers").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Plan" }).click();
  await page.getByRole("option", { name: "3 Hours KES 20" }).click();
  await dialog.getByLabel("Quantity").fill("100");
  await dialog.getByRole("switch", { name: "Print them right away" }).click();
  await dialog.locator("button[type=submit]").click();
  await expect.poll(() => page.evaluate("window.printed"), { timeout: 20_000 }).toBe(1);
  const codesIn = (text: string) => text.match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? [];
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const sheets = readPrint(pdf, (text) => codesIn(text).length);
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
  expect(sheets.length).toBeLessThanOrEqual(5);
  const address = (code: string) => `${site().origin}/buy?tab=voucher&code=${code}`;
  for (const { text, qr } of sheets) expect([...qr].sort()).toEqual(codesIn(text).map(address).sort());
  expect(new Set(sheets.flatMap(({ qr }) => qr)).size).toBe(100);
  await admin.leave();
});

it("12: whoever revokes several is told how many, and can still go back", async () => {
  const admin = await at("vouchers?status=active");
  const { page } = admin;
  await page.getByLabel("Choose all on this page").check();
  const bar = page.getByRole("region", { name: "Chosen vouchers" });
  await bar.getByText("25 chosen").waitFor();
  for (const name of ["Print 25", "Export 25"]) await bar.getByRole("button", { name }).waitFor();
  await bar.getByRole("button", { name: "Revoke unused (25)" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke 25 unused vouchers" }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(count(admin, "POST /api/admin/vouchers/revoke")).toBe(0);
  await admin.leave();
});

it.each([
  ["the phone's own way", true],
  ["WhatsApp", false],
])("13: a voucher is shared through %s with code, plan and portal address", async (_way, own) => {
  const admin = await ConsoleAdmin.come(site(), browser);
  const { page } = admin;
  await page.addInitScript(`
    window.given = [];
    Object.defineProperty(navigator, "share", { configurable: true, value: ${own} ? async (what) => { window.given.push(JSON.stringify(what)); } : undefined });
    window.open = (address) => { window.given.push(decodeURIComponent(address)); return { opener: null }; };`);
  await admin.open("/admin/vouchers?status=active");
  const share = page.getByRole("button", { name: /^Share / }).first();
  const code = ((await share.getAttribute("aria-label")) ?? "").replace("Share ", "");
  await share.click();
  await expect.poll(() => page.evaluate<number>("window.given.length")).toBe(1);
  const given = await page.evaluate<string>("window.given[0]");
  for (const part of [code, site().origin]) expect(given).toContain(part);
  expect(given).toMatch(/Hour|Day|Week|Month/);
  expect(given.startsWith("https://wa.me/")).toBe(!own);
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
      await button(page, "Discover").click();
      await expect.poll(() => button(page, "Discover").isEnabled()).toBe(true);
      await toast(page).first().waitFor();
    };
    return { admin, page, fail };
  };

  it("stands alone, is announced, and is gone after 5 s", async () => {
    const { admin, page, fail } = await failing();
    await fail();
    await fail();
    await page.clock.runFor(500);
    expect(await toast(page).count()).toBe(1);
    expect(await toast(page).getAttribute("role")).toMatch(/^(alert|status)$/);
    await page.clock.runFor(4_000);
    expect(await toast(page).count()).toBe(1);
    await page.clock.runFor(1_500);
    await toast(page).waitFor({ state: "detached" });
    await admin.leave();
  });

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
  const answers: Promise<[number, number]>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname !== call) return;
    const total = Number(response.headers()["x-total-count"]);
    answers.push(response.json().then((rows: unknown[]) => [rows.length, total] as [number, number]));
  });
  await admin.open(`/admin/${path}`);
  await page.getByRole("table").waitFor();
  await pagesOf(page)
    .getByText(/^1 to 25 of /)
    .waitFor();
  const [[rows = 0, total = 0] = []] = await Promise.all(answers);
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

it("17: a colour is seen in the preview at once, warned of where it is hard to see, and applied by Save alone", async () => {
  const admin = await at("settings");
  const { page } = admin;
  await page.getByLabel("Header colour").fill("#ffeb3b");
  const header =
    "getComputedStyle(document.querySelector('[data-testid=portal-preview] > div')).backgroundColor";
  await expect.poll(() => page.evaluate(header)).toBe("rgb(255, 235, 59)");
  await page.getByLabel("Primary colour").fill("#ffeb3b");
  await page.getByText("Poor contrast").waitFor();
  expect(count(admin, "POST /api/admin/settings")).toBe(0);
  await button(page, "Discard").click();
  await page.getByText("Poor contrast").waitFor({ state: "detached" });
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
    // The date alone is seven stops: its parts and its calendar.
    for (let presses = 0; presses < 12; presses += 1) {
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
  await tabTo(/^Plan/);
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
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
