import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answersOf } from "../support/site/answers-of.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// The providers page in a real browser: a provider is made, suspended, and given a way to take money, on a phone. What
// the page says stands in tests/ui/superadmin/providers.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come() {
  const operator = await ConsoleOperator.come(site(), browser, { width: 360, height: 740 });
  await operator.open("/superadmin/providers");
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  return {
    operator,
    page,
    dialog,
    toast: page.locator(".mantine-Notification-root"),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    card: (name: string) => page.getByRole("listitem").filter({ hasText: name }),
    // A field that is needed has a star behind its name.
    field: (label: string) => dialog.getByLabel(new RegExp(`^${label}( \\*)?$`)),
    send: dialog.locator("button[type=submit]"),
  };
}

it("has targets of 44 px, makes a provider with its admin, suspends it and lets it sell again", async () => {
  const { operator, page, dialog, toast, button, card, field, send } = await come();
  await card("Demo WiFi").waitFor();
  for (const target of await card("Demo WiFi").locator("a, button").all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
  await button("Add Provider").click();
  await dialog.waitFor();
  await expectAccessible(page);
  const typed = {
    "Business Name": "Lake Net",
    "Contact Name": "Achieng Odhiambo",
    Email: "info@lake.example",
    Phone: "254700000001",
    Subdomain: "demo",
    "Admin Full Name": "Achieng Odhiambo",
    "Admin Email": "achieng@lake.example",
    "Login Username": "achieng",
    Password: "a long password",
    "Confirm Password": "a long password",
  };
  for (const [label, value] of Object.entries(typed)) await field(label).fill(value);
  await send.click();
  await dialog.getByText("The subdomain demo is already taken.").waitFor();
  await field("Subdomain").fill("Lake Net!");
  await send.dblclick();
  await toast.getByText("Lake Net signs in as achieng.").waitFor();
  await dialog.waitFor({ state: "detached" });
  const made = "SELECT subdomain FROM providers WHERE business_name = 'Lake Net'";
  expect(await readRows(site(), made)).toEqual([{ subdomain: "lakenet" }]);

  // The new provider's page is open now.
  await page.getByRole("heading", { level: 1, name: "Lake Net" }).waitFor();
  await operator.open("/superadmin/providers");
  await button("Suspend Lake Net").click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Suspend Lake Net", exact: true }).click();
  await card("Lake Net").getByText("Suspended", { exact: true }).waitFor();
  await button("Activate Lake Net").click();
  await card("Lake Net").getByText("Active", { exact: true }).waitFor();
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

const secrets = {
  "Consumer Key": "consumer-key-of-lake-1111",
  "Consumer Secret": "consumer-secret-of-lake-2222",
  Passkey: "passkey-of-lake-3333",
};

it("saves own credentials, lists them by their ends, and never reads them back", async () => {
  const { operator, page, dialog, toast, button, field, send } = await come();
  await button("Payment of Savanna Net").click();
  await field("Account Number").fill("600201");
  const read = answersOf(page, (response) => (response.url().includes("/api/") ? response.text() : null));
  await dialog.getByText("Use Auto API").click();
  await expectAccessible(page);
  for (const [label, value] of Object.entries(secrets)) await field(label).fill(value);
  await send.click();
  await toast.getByText("Payment Gateway Configured").waitFor();
  const ends = "Consumer Key •••• 1111 · Consumer Secret •••• 2222 · Passkey •••• 3333";
  await dialog.getByRole("listitem").filter({ hasText: "M-Pesa 600201" }).getByText(ends).waitFor();
  // The former one of all routers has ended.
  expect(await dialog.getByRole("listitem").count()).toBe(1);
  const answers = (await read()).join("\n");
  expect(answers).toContain("600201");
  for (const value of Object.values(secrets)) expect(answers).not.toContain(value);
  await operator.leave();
});
