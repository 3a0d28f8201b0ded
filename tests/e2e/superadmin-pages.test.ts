import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// Dashboard, general settings and audit of the super admin console in a real browser. What they say stands in
// tests/ui/superadmin/dashboard.test.ts, account.test.ts and audit.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("the dashboard has the site's figures; settings reach visitors of the main domain; the audit knows of it", async () => {
  const operator = await ConsoleOperator.come(site(), browser, { width: 360 });
  const { page } = operator;
  await operator.open("/superadmin/dashboard");
  const card = page
    .locator("a.mantine-Card-root")
    .filter({ has: page.getByText("Providers", { exact: true }) });
  await expect.poll(() => card.innerText()).toMatch(/2\s+2 active · 2 new in 30 days/);
  await page.getByRole("region", { name: "Recent Providers" }).getByText("Demo WiFi").waitFor();
  await expectAccessible(page);

  await operator.open("/superadmin/settings?tab=content");
  await page.getByLabel("Company name").fill("Mlango East Africa");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".mantine-Notification-root").getByText("Settings Saved").waitFor();
  const { settings } = JSON.parse((await ask(site().main, "/api/settings")).text);
  expect(settings.companyName).toBe("Mlango East Africa");
  await page.reload();
  await page.getByTestId("portal-preview").getByText("Welcome to Mlango East Africa").waitFor();

  await operator.open("/superadmin/audit?action=settings.");
  await page.getByText("Changed the general settings").first().waitFor();
  expect(await page.locator("main").innerText()).toMatch(/operator[\s\S]*127\.0\.0\.1/);
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^Details: Changed/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText("settings.general", { exact: true }).waitFor();
  await expectAccessible(page);
  expect(operator.faults).toEqual([]);
  await operator.leave();
});
