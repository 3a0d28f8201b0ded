import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// The checklist of a router in both consoles: what the bridge read of a simulated one, and each state of the page.

const { site, visitors } = testSite();
const browser = testBrowser();

/** The checklist, then the sheet to which it comes back. */
async function closeAll(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  const sheet = page.getByRole("dialog", { name: "Main Gate", exact: true });
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
}
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Checklist of Main Gate" });
const pointOf = (page: Page, name: string) =>
  dialogOf(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });

async function expectNoOverflow(page: Page): Promise<void> {
  expect(
    await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
  ).toBeLessThanOrEqual(0);
}

describe("the provider's console", () => {
  it("names what a router is trapped in, what to do, and sees when it is mended", async () => {
    const admin = await ConsoleAdmin.come(site(), browser());
    const { page } = admin;
    await visitors().router({ faults: { hotspotAllowed: false } });
    await admin.open("/admin/routers");
    await page.getByRole("button", { name: /^Main Gate/ }).click();
    await page.getByRole("button", { name: "Checklist", exact: true }).click();
    // The bridge looks by itself after its first contact.
    await dialogOf(page).getByText("Last checked").waitFor({ timeout: 60_000 });
    await dialogOf(page).getByRole("button", { name: "Check again" }).click();
    await pointOf(page, "Device mode").getByText("Blocks selling").waitFor({ timeout: 30_000 });
    await dialogOf(page).getByText("2 things block selling here").waitFor();
    await pointOf(page, "Device mode").getByText("/system device-mode update hotspot=yes").waitFor();
    await expectAccessible(page);
    await closeAll(page);
    await page.reload();
    const row = page.getByRole("row", { name: /^Main Gate/ });
    await row.getByText("2 things block selling").waitFor();
    await visitors().router({ faults: { hotspotAllowed: true } });
    await row.getByRole("button", { name: /^Main Gate/ }).click();
    await page.getByRole("button", { name: "Checklist", exact: true }).click();
    await dialogOf(page).getByRole("button", { name: "Check again" }).click();
    await pointOf(page, "Device mode").getByText("It allows the hotspot.").waitFor({ timeout: 30_000 });
    // The site's router is set up: nothing else is red.
    await pointOf(page, "Login pages").getByText("No other folder lies over them.").waitFor();
    expect(await dialogOf(page).getByText("Blocks selling").count()).toBe(0);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("fits a phone, and is read in Kiswahili", async () => {
    const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
    const { page } = admin;
    await admin.open("/admin/routers");
    await page.getByRole("button", { name: /^Main Gate/ }).click();
    await page.getByRole("dialog", { name: "Main Gate" }).getByText("Last Seen").waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole("button", { name: "Checklist", exact: true }).click();
    await pointOf(page, "Management services").getByText("To mend").waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await closeAll(page);
    await page.evaluate("localStorage.setItem('console-language', 'sw')");
    await page.reload();
    await page.getByRole("button", { name: /^Main Gate/ }).click();
    await page.getByRole("button", { name: "Orodha ya ukaguzi", exact: true }).click();
    await page
      .getByRole("dialog", { name: "Orodha ya ukaguzi ya Main Gate" })
      .getByText("Huduma za usimamizi", { exact: true })
      .waitFor();
    await expectAccessible(page);
    await admin.leave();
  });
});

describe("the super admin's console", () => {
  it("shows the same list, and a bridge that is old with the line that updates it", async () => {
    const operator = await ConsoleOperator.come(site(), browser());
    const { page } = operator;
    const updateCommand = "curl -fsS https://mlango.example/bridge/install | sudo sh";
    const moment = new Date().toISOString();
    const old = {
      id: "b",
      name: "Old box",
      provider: null,
      isOnline: true,
      lastSeen: moment,
      enrolledAt: moment,
    };
    await page.route("**/api/superadmin/bridges?*", (route) =>
      route.fulfill({
        json: [
          {
            ...old,
            routers: [],
            version: "0.0.9",
            isOld: true,
            updatedBy: "hand",
            isUpdating: false,
            updateFailure: null,
            updateCommand,
          },
        ],
        headers: { "x-total-count": "1" },
      }),
    );
    await operator.open("/superadmin/routers?tab=bridges");
    await page.getByText("Version 0.0.9").first().waitFor();
    await page.getByText(updateCommand).first().waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Routers" }).click();
    await page.getByRole("button", { name: "More actions for Main Gate" }).click();
    await page.getByRole("menuitem", { name: "Checklist" }).click();
    await pointOf(page, "RouterOS version").getByText("To mend").waitFor();
    await expectAccessible(page);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });
});
