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

// Provider billing in both consoles (docs/behaviour/operator-console-money.md, "Provider billing"). In order: each test
// goes on with what the one before it left. The second provider owes an invoice of KES 900 whose due date is long past.

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

describe("the form", () => {
  it("has the defaults of docs/behaviour, and asks for what the model needs", async () => {
    const operator = await come();
    const { page } = operator;
    const { demo } = site().seeded;
    await card(operator, "Demo WiFi").getByText("No billing configured").waitFor();
    await page.getByRole("button", { name: "Configure Demo WiFi" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    const value = (label: string) => dialog.getByLabel(label).first().inputValue();
    expect(await value("Billing Model")).toBe("Percentage of sales");
    expect(await value("Billing Cycle")).toBe("Monthly");
    expect(await value("Due Day")).toBe("1");
    expect(await value("Payment Account Number")).toBe(`PROV-${demo.id.slice(-8).toUpperCase()}`);
    expect(await value("Notification Emails")).toBe("amina@demo.example");
    await dialog.getByText(/pay bill 600100 with this account number/).waitFor();
    await dialog.getByRole("combobox", { name: "Due Day" }).click();
    expect(await page.getByRole("option").filter({ visible: true }).allInnerTexts()).toEqual(
      Array.from({ length: 28 }, (_, index) => String(index + 1)),
    );
    await page.getByRole("option", { name: "5", exact: true }).click();
    const save = dialog.locator("button[type=submit]");
    const model = async (name: string) => {
      await dialog.getByRole("combobox", { name: "Billing Model" }).click();
      await page.getByRole("option", { name, exact: true }).click();
    };
    await save.click();
    await dialog.getByText("Percentage rate is required").waitFor();
    for (const wrong of ["100.01", "101"]) {
      await dialog.getByLabel("Percentage Rate (%)").fill(wrong);
      await save.click();
      await dialog.getByText("Percentage rate must be between 0 and 100").waitFor();
    }
    await model("Fee per transaction");
    await save.click();
    await dialog.getByText("Transaction fee is required").waitFor();
    await model("Monthly fee");
    await save.click();
    await dialog.getByText("Monthly fee is required").waitFor();
    await dialog.getByLabel("Payment Account Number").fill(" ");
    await save.click();
    await dialog.getByText("Payment account number is required").waitFor();
    await dialog.getByLabel("Payment Account Number").fill("PROV-DEMO");
    await dialog.getByLabel("Notification Emails").fill("nobody");
    await save.click();
    await dialog.getByText("Give e-mail addresses, separated by commas").waitFor();
    expect(operator.requests.filter((one) => one.startsWith("POST"))).toEqual([]);
    await expectAccessible(page);
    await operator.leave();
  });

  it("sends null for empty numbers, and the card shows what was saved", async () => {
    const operator = await come();
    const { page } = operator;
    await page.getByRole("button", { name: "Configure Demo WiFi" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Percentage Rate (%)").fill("2.75");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await dialog.locator("button[type=submit]").click();
    const { demo } = site().seeded;
    expect((await sent).postDataJSON()).toEqual({
      ...{ providerId: demo.id, billingModel: "percentage", percentageRate: 2.75, transactionFee: null },
      ...{ monthlyFee: null, billingCycle: "monthly", dueDay: 1 },
      paymentAccountNumber: `PROV-${demo.id.slice(-8).toUpperCase()}`,
      notificationEmails: "amina@demo.example",
    });
    await toastOf(operator).getByText("Billing Configuration Saved").waitFor();
    await card(operator, "Demo WiFi").getByText("2.75% of sales").waitFor();
    await card(operator, "Demo WiFi").getByText("Monthly, due on day 1").waitFor();
    await page.getByRole("button", { name: "Edit Demo WiFi" }).waitFor();
    await operator.leave();
  });
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
    await page.getByText("30 payments, KES 18,000").waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    const code = page.getByLabel("Payment code");
    const send = page.getByRole("button", { name: "Submit code" });
    await send.click();
    await page.getByText("Payment code is required").waitFor();
    await code.fill("TKQ-1");
    await send.click();
    await page.getByText("A payment code has 8 to 12 letters and digits").waitFor();
    await code.fill("tkq1 2ab9xz");
    expect(await page.getByLabel("Amount paid (KES)").inputValue()).toBe("900");
    await send.click();
    await toastOf(admin).getByText("KES 900 with the code TKQ12AB9XZ waits to be verified.").waitFor();
    await page.getByText("TKQ12AB9XZ · KES 900").waitFor();
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
    await confirmation.getByText("KES 900", { exact: true }).waitFor();
    await confirmation.getByText("Pending", { exact: true }).waitFor();
    await confirmation.getByText("Suspended", { exact: true }).waitFor();
    await expectAccessible(page);
    const loads = operator.requests.filter((one) => one === "GET /superadmin/provider-billing").length;
    await page.getByRole("button", { name: "Verify TKQ12AB9XZ of Savanna Net" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Verify KES 900 of Savanna Net?").waitFor();
    await dialog.getByText("its account is reactivated: it sells again").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Verify KES 900" }).click();
    await toastOf(operator)
      .getByText("Payment has been verified and provider account reactivated.")
      .waitFor();
    await toastOf(operator).getByText("Payment Verified").waitFor();
    await confirmation.getByText("Verified", { exact: true }).waitFor();
    await confirmation.getByText("Active", { exact: true }).waitFor();
    expect(await confirmation.getByRole("button").count()).toBe(0);
    await tab(operator, "Payment Confirmations (0)").waitFor();
    await tab(operator, "Overview").click();
    const figure = (name: string) => page.locator(".mantine-Card-root").filter({ hasText: name });
    await expect.poll(() => figure("Active Providers").innerText()).toMatch(/\n2$/);
    await expect.poll(() => figure("Pending Payments").innerText()).toMatch(/\n0$/);
    await expect.poll(() => figure("Configured").innerText()).toMatch(/\n2$/);
    await expect.poll(() => figure("Total Providers").innerText()).toMatch(/\n2$/);
    await tab(operator, "Billing Configurations").click();
    await card(operator, "Savanna Net").getByText("Active", { exact: true }).waitFor();
    await card(operator, "Savanna Net").getByText("KES 0", { exact: true }).waitFor();
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
    await page.getByRole("dialog").getByRole("button", { name: "Reject REJECT1234" }).click();
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

describe("letters of what was told", () => {
  it("that were not delivered say why, are found, and are sent again", async () => {
    const operator = await come("?tab=notifications", { width: 360 });
    const { page } = operator;
    const at = "2026-11-20T09:00:00.000Z";
    const letter = { attempts: 2, sentAt: null, nextAt: at, fault: "refused with status 451" };
    const { demo } = site().seeded;
    const told = {
      provider_billing_notifications: {
        ...{ id: "n1", title: "Invoice for November 2026", notificationType: "invoice", createdAt: at },
        message: "KES 900 is to be paid by 5 December 2026.",
      },
      providers: {
        ...{ id: demo.id, businessName: "Demo WiFi", email: "a@demo.example", phone: "254700000001" },
        ...{ subdomain: "demo", status: "active" },
      },
      letters: [
        { ...letter, id: "l1", recipient: "accounts.department@coast-net.example", state: "failed" },
        {
          ...{ ...letter, id: "l2", recipient: "amina@demo.example", state: "sent" },
          ...{ fault: null, sentAt: at, nextAt: null },
        },
      ],
    };
    await page.route("**/api/superadmin/billing-notifications?**", (route) =>
      route.fulfill({ json: [told], headers: { "x-total-count": "1" } }),
    );
    await page.route("**/api/superadmin/billing-letters/l1/send", (route) =>
      route.fulfill({
        json: {
          ...{ id: "l1", recipient: "accounts.department@coast-net.example", state: "failed", attempts: 3 },
          ...{ fault: "no answer in 8 s", sentAt: null, nextAt: "2026-11-20T09:04:00.000Z" },
        },
      }),
    );
    await page.getByRole("combobox", { name: "Type" }).click();
    const narrowed = page.waitForRequest((request) => request.url().includes("letters=failed"));
    await page.getByRole("option", { name: "Letter not delivered" }).click();
    await narrowed;
    const letters = page.getByRole("list", { name: "Letters" }).getByRole("listitem");
    await letters.filter({ hasText: "E-mail sent" }).getByText("amina@demo.example").waitFor();
    const lost = letters.filter({ hasText: "E-mail not delivered" });
    await lost.getByText("refused with status 451").waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await lost.getByRole("button", { name: "Send again to accounts.department@coast-net.example" }).click();
    await toastOf(operator).getByText("Letter Not Sent").waitFor();
    await toastOf(operator).getByText("no answer in 8 s").waitFor();
    await operator.leave();
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
      const invoice = page.getByRole("dialog").getByTestId("invoice").filter({ hasText: "KES 900" });
      await invoice.getByText("Paid", { exact: true }).waitFor();
      await expectAccessible(page);
      await operator.leave();
    }
  });

  it("is reached from the provider's profile", async () => {
    const { demo } = site().seeded;
    const operator = await ConsoleOperator.come(site(), browser);
    await operator.open(`/superadmin/providers/${demo.id}/profile`);
    await operator.page.getByRole("main").getByRole("link", { name: "Billing", exact: true }).click();
    await card(operator, "Demo WiFi").waitFor();
    expect(await operator.page.getByTestId("billing-card").count()).toBe(1);
    await operator.leave();
  });

  it("says what failed, and tries again", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    const { page } = operator;
    let broken = true;
    await page.route("**/api/superadmin/provider-billing?*", (route) =>
      broken ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    await operator.open("/superadmin/provider-billing");
    await page.getByText("Error Loading Data").waitFor();
    await page.getByText("Failed to load billing information. Please try refreshing the page.").waitFor();
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await card(operator, "Demo WiFi").waitFor();
    await operator.leave();
  });

  it("tells by letter what it tells in the console", async () => {
    await expect
      .poll(async () => (await ask(site().gatewayOrigin, "/control/mail")).text, { timeout: 15_000 })
      .toContain("Account suspended - Savanna Net");
  });
});
