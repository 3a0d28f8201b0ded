import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { noNumber, seedWaitingMoney } from "../seed/waiting-money.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// The reconciliation page by a real site, and the dashboard's line that leads to it. In order: each test goes on with what the
// one before left. What the page says stands in tests/ui/superadmin/reconciliation.test.ts.

const { site } = testSite({ fill: seedWaitingMoney });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(path: string, width: 360 | 1280) {
  const operator = await ConsoleOperator.come(site(), browser, { width, height: width === 360 ? 780 : 900 });
  await operator.open(path);
  return operator;
}
const toastOf = ({ page }: ConsoleOperator) => page.locator(".mantine-Notification-root");

it.each([360, 1280] as const)("the dashboard leads there, and every tab is sound at %i px", async (width) => {
  const operator = await come("/superadmin/dashboard", width);
  const { page } = operator;
  const seen = (text: string) =>
    page.getByText(text, { exact: false }).filter({ visible: true }).first().waitFor();
  await seen("Money waits for a person");
  await expectAccessible(page);
  await page.getByRole("link", { name: "2 payments without a purchase" }).click();
  await page.getByRole("tab", { name: "Without a purchase (2)", selected: true }).waitFor();
  await seen("Less money than the purchase costs.");
  await expectAccessible(page);
  await page.getByRole("tab", { name: /^Differences/ }).click();
  await seen("Show each");
  await expectAccessible(page);
  await page.getByText("Still open", { exact: true }).click();
  await seen("Receipt SFG1234567");
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Nights" }).click();
  await seen("No statement of 600200 (Savanna");
  const once = page.getByText(`No statement of 600100, 600900 (The platform): ${noNumber}`);
  expect(await once.filter({ visible: true }).count()).toBe(1);
  await seen("Asking once more for what is missing fails. Tried 3 times; again at");
  await seen("Paid KSh 4,230, in the books KSh 4,230, in statements KSh 1,500.50");
  await seen("does not answer: its payments are not compared to the end.");
  await seen("could not be finished within a week");
  await expectAccessible(page);
  await operator.leave();
});

it("differences are filtered, delivered again where that is possible, and resolved with a note", async () => {
  const operator = await come("/superadmin/reconciliation?state=open", 1280);
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  // What is of the platform's own accounts is listed under its name, and closed like anything else.
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "The platform" }).click();
  await page.getByText(`Invoices of ${site().seeded.savanna.businessName}`, { exact: false }).waitFor();
  await expect.poll(() => page.getByText("Receipt SFG1234567").count()).toBe(0);
  await page.getByRole("button", { name: "Resolve Money we do not know of The platform" }).click();
  await dialog.getByLabel("What was done").fill("Asked Savanna: it is their invoice of October.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await toastOf(operator).getByText("Resolved. It stays in the list of resolved differences.").waitFor();
  await page.getByRole("button", { name: "Show everything" }).click();
  // Its payment is gone: it says so, and stays.
  await page.getByRole("button", { name: "Replay" }).click();
  await toastOf(operator).getByText("The payment is not kept any more.").waitFor();
  for (const kind of ["Callback not delivered", "Money we do not know", "No result"]) {
    await page.getByRole("button", { name: new RegExp(`^Resolve ${kind}`) }).click();
    await dialog.getByLabel("What was done").fill("It is another business's money.");
    await dialog.getByRole("button", { name: "Resolve" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await page.getByText("Everything agrees").waitFor();
  await page.getByText("Resolved", { exact: true }).first().click();
  await page.getByText("Asked Savanna: it is their invoice of October.").waitFor();
  await operator.leave();
});

it("money without a purchase buys a plan for a device, once, after it was said in words", async () => {
  const operator = await come("/superadmin/reconciliation?tab=paybill", 360);
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  const { savanna } = site().seeded;
  await page.getByRole("button", { name: "Give to a purchase: SHJ1111111", exact: true }).click();
  await dialog.getByText(`${savanna.businessName}, pay bill`, { exact: false }).waitFor();
  await dialog.getByRole("radio", { name: /A new purchase/ }).click();
  await dialog.getByRole("combobox", { name: "Plan" }).click();
  await page.getByRole("option").filter({ visible: true }).first().click();
  await dialog.getByRole("combobox", { name: "Router" }).click();
  await page.getByRole("option").filter({ visible: true }).first().click();
  await dialog.getByLabel("Phone of the buyer").fill("0733 000 111");
  await dialog.getByLabel("Device (MAC address)").fill("4C:5E:0C:A1:00:77");
  await dialog
    .getByText(/KSh 50 of SHJ1111111 buys .* for 4C:5E:0C:A1:00:77\. This cannot be undone\./)
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Give KSh 50", exact: true }).click();
  await toastOf(operator).getByText("Money given to a purchase").waitFor();
  await page.getByRole("tab", { name: "Without a purchase (1)" }).waitFor();
  await page.getByText("All", { exact: true }).click();
  await page.getByText("Given to a purchase").filter({ visible: true }).first().waitFor();
  const [sale] = await readTenantRows(
    site(),
    savanna.id,
    "SELECT status, amount_cents AS cents FROM payments WHERE receipt = 'SHJ1111111'",
  );
  expect(sale).toMatchObject({ status: "completed", cents: 5_000 });
  await operator.leave();
});

it("what was given back by hand is noted with its reference, and listed by its own receipt", async () => {
  const operator = await come("/superadmin/reconciliation?tab=paybill", 360);
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Give back: SHJ2222222", exact: true }).click();
  await dialog.getByText("The gateway cannot give this back").waitFor();
  await dialog.getByLabel("Reference").fill("SHZ9999999");
  await dialog.getByLabel("Reason").fill("Sent back from the owner's own phone");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Note KSh 20 as given back" }).click();
  await toastOf(operator).getByText("The money is back with its payer.").waitFor();
  await page.getByRole("tab", { name: "Without a purchase", exact: true }).waitFor();
  await page.getByRole("tab", { name: "Refunds" }).click();
  await page.setViewportSize({ width: 1280, height: 900 });
  const { shortCode } = site().secrets.savannaApp;
  await page
    .getByText(`Paid with receipt SHJ2222222 · Went back with SHZ9999999 · Typed at ${shortCode}`, {
      exact: false,
    })
    .filter({ visible: true })
    .first()
    .waitFor();
  await expectAccessible(page);
  await operator.leave();
});
