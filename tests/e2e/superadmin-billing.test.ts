import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SeededProvider } from "../seed/two-providers.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { originOf, signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { oweAnInvoice } from "../support/site/overdue-invoice.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// Provider billing in both consoles, by a real site. In order: each test goes on with what the one before it left. The
// second provider owes an invoice of KSh 900 whose due date is long past. What the pages say stands in
// tests/ui/superadmin/billing.test.ts and tests/ui/admin/billing.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  await oweAnInvoice(site(), site().seeded.savanna, 900);
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(query = "", options: OperatorOptions = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
  await operator.open(`/superadmin/provider-billing${query}`);
  await operator.page.getByRole("heading", { level: 1, name: "Provider Billing" }).waitFor();
  return operator;
}
const toastOf = ({ page }: ConsoleOperator | ConsoleAdmin) => page.locator(".mantine-Notification-root");
const card = ({ page }: ConsoleOperator, name: string) =>
  page.getByTestId("billing-card").filter({ hasText: name });
const tab = ({ page }: ConsoleOperator, name: string | RegExp) => page.getByRole("tab", { name });

/** A code, submitted by the provider's own call. */
async function submit(provider: SeededProvider, paymentCode: string, amountPaid: number): Promise<void> {
  const headers = { cookie: await signIn(site(), provider) };
  const json = { paymentCode, amountPaid };
  const answer = await ask(originOf(site(), provider), "/api/admin/billing/confirmations", { json, headers });
  if (answer.status !== 200) throw new Error(answer.text);
}

it("a provider's terms are saved, and the card shows them, on a phone", async () => {
  const operator = await come("", { width: 360 });
  const { page } = operator;
  await card(operator, "Demo WiFi").getByText("No billing configured").waitFor();
  await page.getByRole("button", { name: "Configure Demo WiFi" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Percentage Rate (%)").fill("2.75");
  await expectAccessible(page);
  await dialog.locator("button[type=submit]").click();
  await toastOf(operator).getByText("Billing Configuration Saved").waitFor();
  await card(operator, "Demo WiFi").getByText("2.75% of sales").waitFor();
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

describe("a payment code", () => {
  it("is submitted by the suspended provider on its own page, on a phone", async () => {
    const { savanna } = site().seeded;
    const admin = await ConsoleAdmin.come(site(), browser, { provider: savanna, width: 360, height: 640 });
    const { page } = admin;
    await expect
      .poll(() => readRows(site(), "SELECT suspended_for AS s FROM providers WHERE id = ?1", savanna.id))
      .toEqual([{ s: "invoice" }]);
    await admin.open("/admin/dashboard");
    await page.getByText("This account is suspended for an unpaid invoice.").first().waitFor();
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Billing" }).click();
    await page.getByRole("heading", { level: 1, name: "Billing" }).waitFor();
    await page.getByText("you sell again as soon as it is verified").waitFor();
    await page.getByText("600100").waitFor();
    await page.getByText("PROV-SAVANNA").first().waitFor();
    // The newest stands first; this one is the oldest.
    await page
      .getByRole("button", { name: /^Show details of/ })
      .last()
      .click();
    await page.getByText("30 payments, KSh 18,000").waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    const code = page.getByLabel("Payment code");
    const send = page.getByRole("button", { name: "Submit code" });
    await code.fill("tkq1 2ab9xz");
    expect(await page.getByLabel("Amount paid (KSh)").inputValue()).toBe("900");
    await send.click();
    await toastOf(admin).getByText("KSh 900 with the code TKQ12AB9XZ waits to be verified.").waitFor();
    await page.getByText("TKQ12AB9XZ · KSh 900").waitFor();
    await page.getByText("Pending", { exact: true }).waitFor();
    expect(admin.faults.filter((fault) => !fault.includes("403"))).toEqual([]);
    await admin.leave();
  });

  it("is verified after the amount and its effect were said; list, counts and status follow without a reload", async () => {
    const operator = await come("?tab=confirmations");
    const { page } = operator;
    await tab(operator, "Payment Confirmations (1)").waitFor();
    const confirmation = page.getByTestId("confirmation").filter({ hasText: "TKQ12AB9XZ" });
    await confirmation.getByText("Savanna Net").waitFor();
    await confirmation.getByText("KSh 900", { exact: true }).waitFor();
    await confirmation.getByText("Pending", { exact: true }).waitFor();
    await confirmation.getByText("Suspended", { exact: true }).waitFor();
    await expectAccessible(page);
    const loads = operator.requests.filter((one) => one === "GET /superadmin/provider-billing").length;
    await page.getByRole("button", { name: "Verify TKQ12AB9XZ of Savanna Net" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Verify KSh 900 of Savanna Net?").waitFor();
    await dialog.getByText("its account is reactivated: it sells again").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Verify KSh 900", exact: true }).click();
    await toastOf(operator)
      .getByText("Payment has been verified and provider account reactivated.")
      .waitFor();
    await toastOf(operator).getByText("Payment Verified").waitFor();
    await confirmation.getByText("Verified", { exact: true }).waitFor();
    await confirmation.getByText("Active", { exact: true }).waitFor();
    // What is left to do with it: to take it back.
    expect(await confirmation.getByRole("button").allInnerTexts()).toEqual(["Take back"]);
    await tab(operator, "Payment Confirmations (0)").waitFor();
    await tab(operator, "Overview").click();
    const figure = (name: string) => page.locator(".mantine-Card-root").filter({ hasText: name });
    await expect.poll(() => figure("Active Providers").innerText()).toMatch(/\n2$/);
    await expect.poll(() => figure("Pending Payments").innerText()).toMatch(/\n0$/);
    await expect.poll(() => figure("Configured").innerText()).toMatch(/\n2$/);
    await expect.poll(() => figure("Total Providers").innerText()).toMatch(/\n2$/);
    await tab(operator, "Billing Configurations").click();
    await card(operator, "Savanna Net").getByText("Active", { exact: true }).waitFor();
    await card(operator, "Savanna Net").getByText("KSh 0", { exact: true }).waitFor();
    expect(operator.requests.filter((one) => one === "GET /superadmin/provider-billing").length).toBe(loads);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("is rejected with the usual note, and the provider reads it", async () => {
    const { savanna } = site().seeded;
    await submit(savanna, "REJECT1234", 50);
    const operator = await come("?tab=confirmations");
    const { page } = operator;
    const sent = page.waitForRequest((request) => request.url().endsWith("/reject"));
    await page.getByRole("button", { name: "Reject REJECT1234 of Savanna Net" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reject REJECT1234", exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ notes: "Invalid payment confirmation" });
    await toastOf(operator).getByText("Payment Rejected").waitFor();
    await page
      .getByTestId("confirmation")
      .filter({ hasText: "REJECT1234" })
      .getByText("Rejected", { exact: true })
      .waitFor();
    await operator.leave();
    const admin = await ConsoleAdmin.come(site(), browser, { provider: savanna });
    await admin.open("/admin/billing");
    await admin.page.getByText("Invalid payment confirmation", { exact: true }).waitFor();
    await admin.page.getByRole("button", { name: /^Mark \d+ as read$/ }).click();
    await admin.page.getByRole("button", { name: /^Mark \d+ as read$/ }).waitFor({ state: "detached" });
    await expectAccessible(admin.page);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });
});

describe("the rest of the page", () => {
  it("shows what was told, and a provider's invoices", async () => {
    for (const width of [360, 1280]) {
      const operator = await come("?tab=notifications", { width });
      const { page } = operator;
      await page
        .getByTestId("notification")
        .filter({ hasText: "Account suspended" })
        .getByText("Suspension")
        .waitFor();
      await page.getByTestId("notification").filter({ hasText: "Payment verified" }).first().waitFor();
      await expectAccessible(page);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      await tab(operator, "Billing Configurations").click();
      await page.getByRole("button", { name: "Invoices of Savanna Net" }).click();
      const invoice = page.getByRole("dialog").getByTestId("invoice").filter({ hasText: "KSh 900" });
      await invoice.getByText("Paid", { exact: true }).waitFor();
      await expectAccessible(page);
      await operator.leave();
    }
  });

  it("tells by letter what it tells in the console", async () => {
    await expect
      .poll(async () => (await ask(site().gatewayOrigin, "/control/mail")).text)
      .toContain("Account suspended - Savanna Net");
  });
});
