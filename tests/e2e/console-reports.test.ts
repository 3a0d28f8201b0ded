import { beforeAll, expect, it } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Reports in a real browser, over one day of real sales: two payments and a voucher. What the page says stands in
// tests/ui/admin/reports.test.ts.

const { site, visitors } = testSite();
const buyers = [newVisitor(), newVisitor()];
const guest = newVisitor();
const browser = testBrowser();

beforeAll(async () => {
  const plans = site().seeded.demo.plans;
  for (const [place, { mac, phone }] of buyers.entries()) {
    const { transactionId } = await visitors().initiate(mac, plans[place]?.id ?? "", phone);
    await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
    await visitors().untilOnline(transactionId);
  }
  const redeemed = await visitors().redeem(guest.mac, site().stock.demoVouchers[0] ?? "");
  await visitors().untilOnline(redeemed.transactionId ?? "");
});

it("a day's report is made on a phone, printed, and is the sum of that day's list", async () => {
  const day = nairobiDay(Date.now());
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  await admin.open("/admin/reports");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Today", exact: true }).click();
  await page.getByRole("button", { name: "Generate Report" }).first().click();
  const figure = page.getByRole("link", { name: /^Revenue\s*KSh/ });
  await figure.waitFor();
  await page.locator(".recharts-bar-rectangle").first().waitFor({ state: "attached" });
  await expectAccessible(page);
  await page.evaluate("window.print = () => undefined");
  await page.getByRole("button", { name: "Print" }).click();
  await page.emulateMedia({ media: "print" });
  await page.locator("[data-print-sheet]").getByText(site().seeded.demo.businessName).waitFor();
  expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });
  const revenue = Number((await figure.innerText()).replace(/[^\d.]/g, ""));

  await admin.open(`/admin/payments?type=payment&status=completed&from=${day}&to=${day}`);
  await page.getByText("2 transactions", { exact: true }).waitFor();
  const list = page.getByRole("list", { name: "Recent Payments" });
  const amounts = await list.getByText(/^KSh /).allInnerTexts();
  expect(amounts.reduce((all, text) => all + Number(text.replace(/[^\d.]/g, "")), 0)).toBe(revenue);
  expect(revenue).toBeGreaterThan(0);
  await admin.open("/admin/reports");
  await page.getByRole("link", { name: /^Revenue Report/ }).waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
