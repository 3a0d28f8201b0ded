import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TwoProviders } from "../seed/two-providers.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { openDatabase } from "../support/site/open-database.ts";
import { stoppableClock } from "../support/site/stopped-clock.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// The payments page in a real browser: two who paid, one who did not, one who has not answered yet, one voucher.

const { site, visitors } = testSite({ fill });
const outcomes = ["paid", "paid", "cancelled", "none"] as const;
const buyers = outcomes.map((outcome) => ({ outcome, ...newVisitor() }));
const guest = newVisitor();
let browser: Browser;

/** Two differences of the demo provider, one of them settled. */
async function fill(d1: D1Database, { demo }: TwoProviders): Promise<void> {
  const review = (kind: string, detail: object, resolvedAt: number | null) =>
    d1
      .prepare(
        `INSERT INTO reviews (provider_id, id, at, payment_id, kind, detail, resolved_at, resolution)
        VALUES (?1, ?2, ?3, '', ?2, ?4, ?5, 'a word of the operator')`,
      )
      .bind(demo.id, kind, Date.now() - 3_600_000, JSON.stringify(detail), resolvedAt);
  await d1.batch([
    review("unknown-receipt", { receipt: "SHU1234567", statementCents: 15_000 }, null),
    review("double", { receipt: "SHD1234567", cents: 2_000 }, Date.now()),
  ]);
}

beforeAll(async () => {
  browser = await launchBrowser();
  const plan = site().seeded.demo.plans[1]?.id ?? "";
  for (const { outcome, mac, phone } of buyers) {
    const { transactionId } = await visitors().initiate(mac, plan, phone);
    const prompt = await visitors().openPrompt(phone);
    if (outcome === "none") continue;
    await visitors().answerPrompt(prompt.id, outcome);
    await visitors().untilStatus(transactionId, ({ status }) => status !== "pending");
  }
  const redeemed = await visitors().redeem(guest.mac, site().stock.demoVouchers[0] ?? "");
  await visitors().untilOnline(redeemed.transactionId ?? "");
});
afterAll(() => browser.close());

const full = (phone = "") => `+254 ${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`;
const rows = (page: Page): Locator => page.getByRole("table").getByRole("row");
const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole("button", { name, exact: true });
const filterOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function open(path = "/admin/payments", options = {}): Promise<ConsoleAdmin> {
  const admin = await ConsoleAdmin.come(site(), browser, options);
  await admin.open(path);
  return admin;
}

it("a provider without payments has a success rate of 100 % and no recent payments", async () => {
  const admin = await open("/admin/payments", { provider: site().seeded.savanna });
  await admin.page.getByText("No recent payments").waitFor();
  await admin.page.getByRole("link", { name: /^Success Rate\s*100%/ }).waitFor();
  await admin.page.getByRole("link", { name: /^Total Revenue\s*KSh 0/ }).waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("the figures are those of the rows: what came in, how many, how many of them well, and vouchers apart", async () => {
  const admin = await open();
  const { page } = admin;
  for (const [name, value] of [
    ["Total Revenue", "KSh 40"],
    ["Today's Sales", "KSh 40"],
    ["Transactions", "5"],
    ["Voucher sales", "KSh 20"],
  ])
    await page.getByRole("link", { name: new RegExp(`^${name}\\s*${value}`) }).waitFor();
  await page.getByText("5 transactions", { exact: true }).waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("recent payments name payer or voucher, status, amount and how long ago", async () => {
  const admin = await open();
  const recent = admin.page.getByRole("region", { name: "Recent Payments" });
  const rowOf = (text: string) => recent.getByRole("listitem").filter({ hasText: text });
  const expected = [
    [full(buyers[0]?.phone), "Payment Completed"],
    [full(buyers[2]?.phone), "Payment Failed"],
    [full(buyers[3]?.phone), "Payment Pending"],
    ["Voucher Redemption", "Voucher Redeemed"],
  ];
  for (const [who = "", status = ""] of expected) {
    const text = await rowOf(who).first().innerText();
    expect(text).toContain(status);
    expect(text).toContain("KSh 20");
    expect(text).toMatch(/Just now|min ago/);
  }
  await admin.leave();
});

it("every figure opens the rows that make it, by filters in the address that survive a reload", async () => {
  const admin = await open();
  const { page } = admin;
  await page.getByRole("link", { name: /^Today's Sales/ }).click();
  await page.getByText("2 transactions", { exact: true }).waitFor();
  const { from, ...filter } = filterOf(page);
  expect(filter).toEqual({ type: "payment", status: "completed", to: from });
  await page.reload();
  await page.getByText("2 transactions", { exact: true }).waitFor();
  await page.getByRole("link", { name: /^Voucher sales/ }).click();
  await page.getByText("1 transaction", { exact: true }).waitFor();
  await page.getByRole("link", { name: /^Success Rate/ }).click();
  await rows(page).filter({ hasText: "Payment Failed" }).waitFor();
  await page.getByRole("link", { name: /^Transactions/ }).click();
  await page.getByText("5 transactions", { exact: true }).waitFor();
  await admin.leave();
});

it("status, type, router and search narrow the list; one button shows all again", async () => {
  const admin = await open();
  const { page } = admin;
  const choose = async (select: string, option: string) => {
    await page
      .getByRole("combobox", { name: select })
      .or(page.getByRole("textbox", { name: select }))
      .first()
      .click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await choose("Status", "Pending");
  await page.getByText("1 transaction", { exact: true }).waitFor();
  expect(filterOf(page)).toEqual({ status: "pending" });
  await choose("Type", "Vouchers");
  await page.getByText("No payments match your filters").waitFor();
  await button(page, "Show all payments").click();
  await choose("Router", site().seeded.demo.routers[0]?.name ?? "");
  await page.getByText("5 transactions", { exact: true }).waitFor();
  await button(page, "Clear filters").click();
  await page.getByRole("searchbox", { name: "Search payments" }).fill(buyers[1]?.phone.slice(3) ?? "");
  await page.getByText("1 transaction", { exact: true }).waitFor();
  await rows(page)
    .filter({ hasText: full(buyers[1]?.phone) })
    .waitFor();
  await admin.leave();
});

it("a receipt is read, copied, printed and shared, and leads to its user", async () => {
  const admin = await open();
  const { page, context } = admin;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(
    "window.print = () => { window.printed = document.querySelector('[data-print-sheet]').innerText; window.dispatchEvent(new Event('afterprint')); }",
  );
  await page.evaluate("navigator.share = async (what) => { window.sharedText = what.text; }");
  const phone = full(buyers[0]?.phone);
  await button(rows(page), `Receipt of ${phone}`).click();
  const sheet = page.getByRole("dialog");
  for (const text of ["KSh 20", "3 Hours", phone, "M-Pesa", buyers[0]?.mac ?? "", "Receipt number"])
    await sheet.getByText(text, { exact: true }).waitFor();
  await button(sheet, "Copy").click();
  await sheet.getByText("Copied").waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(copied).toContain(`Phone: ${phone}`);
  expect(copied.split("\n")[0]).toBe(site().seeded.demo.businessName);
  await button(sheet, "Share").click();
  await expect.poll(() => page.evaluate("window.sharedText")).toBe(copied);
  await button(sheet, "Print").click();
  await expect.poll(() => page.evaluate<string>("window.printed")).toContain(phone);
  await sheet.getByRole("link", { name: "Open this user" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("user")).toBe(buyers[0]?.mac);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("the export is every row of the filter, not the page alone", async () => {
  const admin = await open("/admin/payments?type=payment");
  const { page } = admin;
  await page.getByText("4 transactions", { exact: true }).waitFor();
  const coming = page.waitForEvent("download");
  await button(page, "Export CSV").click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^payments-\d{4}-\d{2}-\d{2}\.csv$/);
  const [head = "", ...lines] = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/);
  expect(head).toBe(
    "Time,Type,Status,Phone,Amount (KES),Plan,Router,Device,Method,Receipt,Activated,Reason,Diverted to,Refunded (KES),Transaction",
  );
  expect(lines).toHaveLength(4);
  await page.getByText("Exported", { exact: true }).waitFor();
  await admin.leave();
});

it("recent payments are read anew every 10 s, the list every 15 s, the figures every 20 s", async () => {
  const admin = await open("/admin/dashboard");
  const { page } = admin;
  const clock = await stoppableClock(page);
  await page.goto(`${admin.origin}/admin/payments`);
  await page.getByText("5 transactions", { exact: true }).waitFor();
  const count = (path: string) => admin.requests.filter((one) => one === `GET ${path}`).length;
  const paths = ["/api/admin/transactions/recent", "/api/admin/transactions", "/api/admin/payments/stats"];
  await clock.stop();
  const before = paths.map(count);
  await clock.pass(31);
  expect(paths.map((path, place) => count(path) - (before[place] ?? 0))).toEqual([3, 2, 1]);
  await admin.leave();
});

it("what was paid and not activated is marked, counted and retried, and is done once the router is back", async () => {
  const { mac, phone } = newVisitor();
  await visitors().router({ reachable: false });
  const { transactionId } = await visitors().initiate(mac, site().seeded.demo.plans[1]?.id ?? "", phone);
  await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
  await visitors().untilStatus(transactionId, ({ status }) => status === "completed");
  const admin = await open();
  const { page } = admin;
  // Nobody worries in the first 30 s, and figures are read every 20 s.
  await page.getByText("1 purchase is paid and not activated").waitFor({ timeout: 70_000 });
  await page.getByRole("link", { name: "Show them" }).click();
  await page.getByText("1 transaction", { exact: true }).waitFor();
  expect(filterOf(page)).toEqual({ activation: "open" });
  const row = rows(page).filter({ hasText: full(phone) });
  await row.getByText("Paid, not activated").waitFor();
  const retry = button(row, `Retry ${full(phone)}`);
  await retry.click();
  await page.getByText("Retried", { exact: true }).waitFor();
  await visitors().router({ reachable: true });
  await visitors().untilOnline(transactionId, 60_000);
  await page.getByText("No payments match your filters").waitFor({ timeout: 30_000 });
  expect(admin.faults).toEqual([]);
  await admin.leave();
}, 240_000);

it("payments that cannot be read say so, and figures that are unknown are a dash", async () => {
  const admin = await open("/admin/dashboard");
  const { page } = admin;
  await page.route("**/api/admin/{transactions,payments}**", (route) => route.abort());
  await page.route("**/api/admin/{transactions,payments}/**", (route) => route.abort());
  await page.goto(`${admin.origin}/admin/payments`);
  await page.getByText("Error Loading Payments").first().waitFor();
  await page.getByRole("link", { name: /^Total Revenue\s*–/ }).waitFor();
  await admin.leave();
});

it("the list is there whatever becomes of the cards above it, without a connection too", async () => {
  const admin = await open("/admin/dashboard");
  const { page } = admin;
  let asked = 0;
  await page.route("**/api/admin/typed-payments?**", (route) => {
    asked += 1;
    // The first one fails, and the next one is never answered.
    return asked === 1 ? route.fulfill({ status: 500, body: "{}" }) : undefined;
  });
  await page.goto(`${admin.origin}/admin/payments`);
  await rows(page).nth(1).waitFor();
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await expect.poll(() => asked).toBe(2);
  expect(await rows(page).nth(1).isVisible()).toBe(true);
  await page.goto(`${admin.origin}/admin/dashboard`);
  await page.getByText("Revenue, last 30 days").first().waitFor();
  // The page is still had, but nothing of what stands on it.
  await page.evaluate("window.dispatchEvent(new Event('offline'))");
  await page.getByRole("navigation").getByRole("link", { name: "Payments" }).first().click();
  await page.getByText("No connection. Check your internet and try again.").last().waitFor();
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await rows(page).nth(1).waitFor();
  await admin.leave();
});

it("on a phone payments are cards, filters wait behind a button, in both looks and without a fault of access", async () => {
  for (const dark of [false, true]) {
    const admin = await open("/admin/payments", { width: 360, height: 740, dark });
    const { page } = admin;
    await page.getByRole("list", { name: "All transactions" }).getByRole("listitem").first().waitFor();
    await expectAccessible(page);
    await button(page, "Filters").click();
    await page.getByRole("button", { name: "Days" }).waitFor();
    await expectAccessible(page);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  }
});

/** As a switch that took a payment, a refund and money of nobody's purchase leave the books. */
async function moneyWentElsewhere(): Promise<void> {
  const { demo } = site().seeded;
  await site().worker?.stop();
  const { d1, close } = await openDatabase(join(site().dir, "state"));
  const change = (buyer: number, sets: string) =>
    d1
      .prepare(`UPDATE payments SET ${sets} WHERE provider_id = ?1 AND phone = ?2`)
      .bind(demo.id, buyers[buyer]?.phone);
  try {
    await d1.batch([
      change(0, "settlement = 'diverted', switch_id = 'switch', central_account = '600987'"),
      change(1, "refunded_cents = 2000"),
      d1
        .prepare(
          `INSERT INTO typed_payments (short_code, receipt, gateway_id, provider_id, cents, account_typed, payer, paid_at,
            received_at, status)
          SELECT '600100', 'SGA1B2C3D4', id, provider_id, 2000, 'my house', 'ASHA', ?2, ?2, 'unmatched' FROM gateways
          WHERE provider_id = ?1`,
        )
        .bind(demo.id, Date.now()),
    ]);
  } finally {
    await close();
  }
  await site().startWorker();
}

it("diverted and refunded money is marked on its rows, and on the receipt", async () => {
  await moneyWentElsewhere();
  const admin = await open("/admin/payments?type=payment");
  const { page } = admin;
  const rowOf = (buyer: number) => rows(page).filter({ hasText: full(buyers[buyer]?.phone) });
  await rowOf(0).getByText("Diverted •••• 0987").waitFor();
  await rowOf(1).getByText("Refunded KES 20").waitFor();
  expect(await rowOf(3).innerText()).not.toMatch(/Diverted|Refunded/);
  await button(rowOf(0), `Receipt of ${full(buyers[0]?.phone)}`).click();
  await page.getByRole("dialog").getByRole("definition").getByText("Diverted •••• 0987").waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("money without a purchase says what it was meant for, offers what costs as much, and is given once", async () => {
  const admin = await open("/admin/payments", { width: 360, height: 740 });
  const { page } = admin;
  const section = page.getByRole("region", { name: "Money without a purchase" });
  await section.getByText("Account typed: my house").waitFor();
  await expectAccessible(page);
  await button(section, "Give to a purchase: SGA1B2C3D4").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Choose what KES 20 of SGA1B2C3D4 was paid for.").waitFor();
  await button(dialog, "Give KES 20").click();
  await dialog.getByText("Choose a purchase").waitFor();
  const candidate = dialog.getByRole("radio", { name: new RegExp(buyers[2]?.mac ?? "") });
  await candidate.click();
  await dialog.getByText(/^KES 20 of SGA1B2C3D4 pays 3 Hours for .* This cannot be undone\.$/).waitFor();
  await expectAccessible(page);
  await button(dialog, "Give KES 20").click();
  await page.getByText("Money given to a purchase", { exact: true }).waitFor();
  await section.waitFor({ state: "detached" });
  await expect.poll(() => visitors().isLetOut(buyers[2]?.mac ?? ""), { timeout: 30_000 }).toBe(true);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it.each([360, 1280] as const)(
  "what does not agree about one's own payments is shown to be known, and no more (%i px)",
  async (width) => {
    const admin = await open("/admin/payments", { width });
    const section = admin.page.getByRole("region", { name: "Payments under review" });
    await section.getByText("KSh 150 · Money that no purchase is known for").waitFor();
    await section.getByText("The operator is looking at it").waitFor();
    await section.getByText("Paid twice for one purchase").waitFor();
    await section.getByText("Settled", { exact: true }).waitFor();
    expect(await section.getByRole("button").count()).toBe(0);
    expect(await admin.page.getByText("a word of the operator").count()).toBe(0);
    await expectAccessible(admin.page);
    if (process.env.SHOTS)
      await admin.page.screenshot({
        path: `${process.env.SHOTS}-own-differences-${width}.png`,
        fullPage: true,
      });
    await admin.leave();
    const other = await open("/admin/payments", { provider: site().seeded.savanna });
    await other.page.getByText("No recent payments").waitFor();
    expect(await other.page.getByText("Payments under review").count()).toBe(0);
    await other.leave();
  },
);
