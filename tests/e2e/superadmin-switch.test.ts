import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TwoProviders } from "../seed/two-providers.ts";
import { answerPrompt } from "../support/site/answer-prompt.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import type { SiteDatabases } from "../support/site/open-database.ts";
import { testSite } from "../support/site/test-site.ts";

// The payment gateway switch by a real site, from the first one to the stop. What the page says stands in
// tests/ui/superadmin/payment-switch.test.ts.

const { site } = testSite({ fill });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Three Airtel payments of KSh 20 and one by M-Pesa that begin in an hour: after any activation meanwhile. */
async function fill({ d1, tenantDatabase }: SiteDatabases, { demo }: TwoProviders): Promise<void> {
  const later = Date.now() + 3_600_000;
  const gateway = await d1
    .prepare("SELECT id FROM gateways WHERE provider_id = ?1 AND type = 'mpesa'")
    .bind(demo.id)
    .first<string>("id");
  await d1
    .prepare(
      `INSERT INTO gateways (id, provider_id, type, is_active, environment, use_auto_api, account_number, created_at)
      VALUES ('airtel of this test', ?1, 'airtel_money', 0, 'sandbox', 1, '4455', 1)`,
    )
    .bind(demo.id)
    .run();
  const database = tenantDatabase(demo.id);
  const payment = (id: string, method: string, gatewayId: string | null) =>
    database
      .prepare(
        `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement,
          gateway_id, status, receipt, created_at, completed_at, updated_at)
        VALUES (?1, 3, ?2, ?3, '{"planName":"3 Hours"}', '254733000111', 2000, ?4, 'direct', ?5, 'completed', ?1, ?6, ?6, ?6)`,
      )
      .bind(id, demo.routers[0]?.id, demo.plans[0]?.id, method, gatewayId, later);
  await database.batch([
    ...["A1", "A2", "A3"].map((name) => payment(name, "airtel_money", "airtel of this test")),
    payment("M1", "mpesa", gateway),
  ]);
}

it("is configured, activated by typing its account, shown everywhere, and stopped with a reason", async () => {
  const operator = await ConsoleOperator.come(site(), browser, { width: 1280 });
  const { page } = operator;
  const toast = (text: string) => page.locator(".mantine-Notification-root").getByText(text).waitFor();
  const dialog = page.getByRole("dialog");
  await operator.open("/superadmin/payment-switch");
  await page.getByText("No Payment Gateway Switch Configured").waitFor();
  await page.getByRole("button", { name: "Configure Switch" }).click();
  await dialog.getByRole("textbox", { name: "Switch Name" }).fill("Head office");
  await dialog.getByRole("combobox", { name: "Account Type" }).click();
  await page.getByRole("option", { name: "Mobile Money", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Specific Provider" }).click();
  await page.getByRole("option", { name: "M-Pesa" }).click();
  await dialog.getByLabel("Central Account Number").fill("600100");
  await dialog.getByLabel("Target Amount (KSh)").fill("2500");
  await dialog.getByRole("button", { name: "Configure Switch" }).click();
  await toast("Payment gateway switch configured successfully");
  await page.getByText("0.0% completed").waitFor();
  await page.getByText("KSh 2,500 remaining").waitFor();
  await expectAccessible(page);

  const activate = page.getByRole("button", { name: "Activate", exact: true });
  expect(await activate.isDisabled()).toBe(true);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByText("Before it takes visitors' money, KSh 1 has to reach M-Pesa 600100.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try with KSh 1", exact: true }).click();
  await dialog.getByLabel("Your phone").fill("0712 000 555");
  await dialog.getByRole("button", { name: "Ask for KSh 1", exact: true }).click();
  await toast("Check your phone");
  await page.getByText("KSh 1 is on its way").waitFor();
  expect(await answerPrompt(site(), "254712000555", "paid")).toMatchObject({ amount: 1, partyB: "600100" });
  await page.getByRole("button", { name: "Name the payee" }).click({ timeout: 30_000 });
  await dialog.getByLabel("Name on the prompt").fill("MLANGO LTD");
  await dialog.getByRole("button", { name: "This is the right account" }).click();
  await page.getByText("Tried with KSh 1, received by MLANGO LTD:").waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await activate.click();
  await dialog
    .getByText(
      "This will divert all provider earnings to the central account M-Pesa 600100 until the target amount of KSh 2,500 is reached.",
    )
    .waitFor();
  const begin = dialog.getByRole("button", { name: "Activate and divert" });
  expect(await begin.isDisabled()).toBe(true);
  await dialog.getByLabel("Type the account number 600100 to confirm").fill("600100");
  await begin.click();
  await toast("Payment gateway switch activated successfully");
  // The banner comes late, and nothing that was read or aimed at moves.
  const list = "**/api/superadmin/payment-gateway-switches**";
  await page.route(list, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  await operator.open("/superadmin/dashboard");
  const heading = page.getByRole("heading", { level: 1 });
  await heading.waitFor();
  const banner = page.getByText("A payment gateway switch is active");
  expect(await banner.count()).toBe(0);
  const place = await heading.boundingBox();
  await banner.waitFor();
  expect(await heading.boundingBox()).toEqual(place);
  await page.unroute(list);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText("Provider earnings go to M-Pesa 600100: KSh 0 of KSh 2,500.").waitFor();
  await page.getByRole("link", { name: "Open Payment Switch" }).click();

  for (const width of [360, 1280] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole("heading", { name: "Not divertible" }).waitFor();
    await page.getByText("KSh 60 in 3 payments went direct since").waitFor();
    await page.getByText("Airtel Money cannot pay an M-Pesa till or pay bill.").waitFor();
    await expectAccessible(page);
  }
  // Without a provider only a whole receipt or transaction is looked for.
  const { demo } = site().seeded;
  await operator.open(`/superadmin/reconciliation?tab=refunds&view=find&providerId=${demo.id}`);
  await page.getByText("Not divertible").filter({ visible: true }).first().waitFor();
  await operator.open("/superadmin/payment-switch");

  await page.getByRole("button", { name: "View Transactions" }).click();
  await dialog.getByText("No switch transactions found").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Emergency Stop", exact: true }).first().click();
  await dialog.getByLabel("Reason").fill("Wrong account");
  await dialog.getByRole("button", { name: "Emergency Stop" }).click();
  await toast("Emergency Deactivation Successful");
  await page.getByText("Stopped in an emergency: Wrong account").waitFor();
  await page.getByRole("button", { name: "Delete Head office" }).click();
  await dialog.getByRole("button", { name: "Delete switch" }).click();
  await toast("Payment gateway switch deleted successfully");
  await page.getByText("No Payment Gateway Switch Configured").waitFor();
});
