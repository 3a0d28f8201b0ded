import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Reports in a real browser, over one day of real sales: two payments and a voucher.

const { site, visitors } = testSite();
const buyers = [newVisitor(), newVisitor()];
const guest = newVisitor();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  const plans = site().seeded.demo.plans;
  for (const [place, { mac, phone }] of buyers.entries()) {
    const { transactionId } = await visitors().initiate(mac, plans[place]?.id ?? "", phone);
    await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
    await visitors().untilOnline(transactionId);
  }
  const redeemed = await visitors().redeem(guest.mac, site().stock.demoVouchers[0] ?? "");
  await visitors().untilOnline(redeemed.transactionId ?? "");
});
afterAll(() => browser.close());

const today = () => nairobiDay(Date.now());

async function open(path = "/admin/reports", options = {}): Promise<ConsoleAdmin> {
  const admin = await ConsoleAdmin.come(site(), browser, options);
  await admin.open(path);
  return admin;
}

it("nobody has made a report yet; each of the three kinds has its button", async () => {
  const admin = await open("/admin/reports", { provider: site().seeded.savanna });
  const { page } = admin;
  await page.getByRole("heading", { name: "Recent Reports" }).waitFor();
  await page.getByText("No recent reports").waitFor();
  for (const name of ["Revenue Reports", "Usage Analytics", "Customer Reports"])
    await page.getByRole("heading", { name, exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Generate Report" }).count()).toBe(3);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("a day's report is the sum of that day's list", async () => {
  const day = today();
  const admin = await open(`/admin/reports?kind=revenue&from=${day}&to=${day}`);
  const { page } = admin;
  const figure = page.getByRole("link", { name: /^Revenue\s*KSh/ });
  await figure.waitFor();
  const revenue = Number((await figure.innerText()).replace(/[^\d.]/g, ""));
  await figure.click();
  await page.getByText("2 transactions", { exact: true }).waitFor();
  const amounts = await page.getByRole("table").getByText(/^KSh /).allInnerTexts();
  const sum = amounts.reduce((all, text) => all + Number(text.replace(/[^\d.]/g, "")), 0);
  expect(amounts).toHaveLength(2);
  expect(revenue).toBe(sum);
  expect(sum).toBeGreaterThan(0);
  await admin.leave();
});

it("a generated report is named by the address and listed among the recent ones, open again with one touch", async () => {
  const admin = await open();
  const { page } = admin;
  await page.getByRole("button", { name: "Generate Report" }).nth(2).click();
  await page.getByRole("heading", { name: "Customer Report", exact: true }).waitFor();
  await page
    .getByRole("table", { name: "Customers" })
    .getByText(/^\+254/)
    .first()
    .waitFor();
  const address = new URL(page.url());
  expect(address.searchParams.get("kind")).toBe("customers");
  expect(address.searchParams.get("to")).toBe(today());
  await page.reload();
  await page.getByRole("heading", { name: "Customer Report", exact: true }).waitFor();
  await page.getByRole("link", { name: "All reports" }).click();
  await page
    .getByRole("link", { name: /^Customer Report/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Customer Report", exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe(address.search);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("other days are one press away and another report", async () => {
  const admin = await open("/admin/reports?kind=revenue");
  const { page } = admin;
  await page.getByRole("table", { name: "By day" }).waitFor();
  await page.getByRole("button", { name: "Days of the report" }).click();
  await page.getByRole("button", { name: "Today", exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("from")).toBe(today());
  // One day and the head.
  await expect.poll(() => page.getByRole("table", { name: "By day" }).getByRole("row").count()).toBe(2);
  await admin.leave();
});

it("a table is saved with figures that a spreadsheet can add", async () => {
  const day = today();
  const admin = await open(`/admin/reports?kind=revenue&from=${day}&to=${day}`);
  const { page } = admin;
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV: By day" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`revenue-by-day-${day}-${day}.csv`);
  const lines = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/);
  expect(lines[0]).toBe("Day,Payments,Revenue (KES),Vouchers,Voucher sales (KES)");
  expect(lines[1]).toMatch(new RegExp(`^${day},2,\\d+,1,20$`));
  await admin.leave();
});

it("on paper a report has the provider, its days, the sums and every row, and nothing of the page", async () => {
  const day = today();
  const admin = await open(`/admin/reports?kind=revenue&from=${day}&to=${day}`);
  const { page } = admin;
  await page.getByRole("table", { name: "By plan" }).waitFor();
  await page.evaluate("window.print = () => undefined");
  await page.getByRole("button", { name: "Print" }).click();
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator("[data-print-sheet]");
  await sheet.getByText(site().seeded.demo.businessName).waitFor();
  const text = await sheet.innerText();
  for (const part of ["Revenue Report", "By day", "By router", "By plan", "KSh"])
    expect(text).toContain(part);
  expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
  await admin.leave();
});

it("a report that cannot be read says why and can be tried again", async () => {
  const admin = await open("/admin/dashboard");
  const { page } = admin;
  await page.route("**/api/admin/reports/usage**", (route) => route.abort());
  await page.goto(`${admin.origin}/admin/reports?kind=usage`);
  await page.getByText("Error Loading Report").waitFor();
  await page.unroute("**/api/admin/reports/usage**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Time online").first().waitFor();
  await admin.leave();
});

it("reports fit a phone, in both looks and without a fault of access", async () => {
  for (const dark of [false, true])
    for (const path of ["", "?kind=revenue", "?kind=customers"]) {
      const admin = await open(`/admin/reports${path}`, { width: 360, height: 740, dark });
      const { page } = admin;
      await page.waitForLoadState("networkidle");
      await page.getByRole("button", { name: "Days of the report" }).waitFor();
      await expectAccessible(page);
      expect(admin.faults).toEqual([]);
      await admin.leave();
    }
});
