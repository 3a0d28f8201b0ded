import { expect, it } from "vitest";
import { seedManySales } from "../seed/many-sales.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { openEverything } from "../support/site/open-everything.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// What opens above the pages of the provider's console: windows, menus, calendar and search, in light and in dark.

const { site } = testSite({
  fill: ({ tenantDatabase }, { demo }) =>
    seedManySales(tenantDatabase(demo.id), demo, { payments: 60, vouchers: 40, days: 20, now: Date.now() }),
});
const browser = testBrowser();

const everywhere = [
  ...["plans", "users", "payments", "vouchers", "routers", "reports", "billing?tab=paid", "billing?tab=bill"],
  ...["messages?tab=settings", "messages?tab=numbers", "api", "people", "profile"],
];
const whatOpens = [
  ...["Search", "Language, theme and logout", "Create Plan", "Delete ", "Generate Vouchers"],
  ...["Where your money goes", "SMS account", "Make a token", "Invite", "calendar"],
];
const onPhones = ["Search", "Generate Vouchers", "More actions"];

it.each([
  ["a desk", 1280, everywhere, whatOpens],
  ["a phone", 360, ["users", "payments", "vouchers", "routers", "reports"], onPhones],
] as const)(
  "everything that opens on %s can be read and used by everybody",
  async (_name, width, paths, expected) => {
    const admin = await ConsoleAdmin.come(site(), browser(), { width, height: 800 });
    const { page } = admin;
    await page.addInitScript("window.print = () => undefined");
    const all: string[] = [];
    const faults: string[] = [];
    const crawl = async (path: string, scope = "main") => {
      const { opened, wrong } = await openEverything(page, () => openWhole(admin, path), { scope });
      all.push(...opened);
      faults.push(...wrong.map((one) => `${path}: ${one}`));
    };
    await crawl("dashboard", "body");
    for (const path of paths) await crawl(path);
    expect(faults).toEqual([]);
    expect(expected.filter((name) => !all.some((one) => one.startsWith(name)))).toEqual([]);
    await admin.leave();
  },
  900_000,
);

it("so can what a sheet leads to: of a router, of a user, of a payment", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 1280, height: 800 });
  const { page } = admin;
  await page.addInitScript("window.print = () => undefined");
  const all: string[] = [];
  const faults: string[] = [];
  for (const path of ["routers", "users?show=active", "payments?type=payment&status=completed"]) {
    const openSheet = async () => {
      await openWhole(admin, path);
      await page.locator("main tbody tr").first().locator("td").nth(1).click();
      await page.getByRole("dialog").locator("dl, h2").first().waitFor();
      await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
    };
    const { opened, wrong } = await openEverything(page, openSheet, { scope: "[role=dialog]" });
    all.push(...opened);
    faults.push(...wrong.map((one) => `${path}: ${one}`));
  }
  expect(faults).toEqual([]);
  const expected = [
    "Edit ",
    "Checklist of ",
    "Set up ",
    "Remove ",
    "Extend time of ",
    "Move ",
    "Disconnect ",
  ];
  expect(expected.filter((name) => !all.some((one) => one.startsWith(name)))).toEqual([]);
  await admin.leave();
}, 900_000);

/** With its lists read. */
async function openWhole(admin: ConsoleAdmin, path: string): Promise<void> {
  await admin.open(`/admin/${path}`);
  await admin.page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
  await admin.page.waitForLoadState("networkidle");
}
