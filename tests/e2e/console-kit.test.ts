import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { seedManySales } from "../seed/many-sales.ts";
import { expectAccessible } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// What stands around the pages, as far as only a browser shows it: focus, first paint, the connection, the page's security
// policy. The rest stands in tests/ui/admin/frame.test.ts.

const { site } = testSite({
  fill: ({ tenantDatabase }, { demo }) =>
    seedManySales(tenantDatabase(demo.id), demo, { payments: 200, vouchers: 60, days: 40, now: Date.now() }),
});
const browser = testBrowser();

async function at(path: string, options: AdminOptions = {}): Promise<ConsoleAdmin> {
  const admin = await ConsoleAdmin.come(site(), browser(), options);
  await admin.open(path);
  return admin;
}
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");
describe("the navigation", () => {
  it("gives the focus back to More after Escape, and to the heading of the page after a choice", async () => {
    const admin = await at("/admin/dashboard", { width: 360, height: 740 });
    const { page } = admin;
    const more = page.getByRole("button", { name: "More" });
    const menu = page.getByRole("dialog");
    await more.click();
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    expect(await focused(page)).toBe("More");
    await more.click();
    await menu.getByRole("link", { name: "Routers" }).click();
    await heading(page, "Assigned Routers").waitFor();
    await menu.waitFor({ state: "detached" });
    expect(await focused(page)).toBe("Assigned Routers");
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("brings the focus to the heading of the page and the page to its top", async () => {
    const admin = await at("/admin/dashboard", { width: 360, height: 640 });
    const { page } = admin;
    await page.getByRole("link", { name: "Manage Plans" }).click();
    await page.getByRole("button", { name: "Create Plan" }).first().waitFor();
    await page.waitForFunction("document.activeElement.tagName === 'H1'");
    expect(await page.evaluate("window.scrollY")).toBe(0);
    await admin.leave();
  });
});

describe("language and look", () => {
  it("turn at once, without a reload, and are kept", async () => {
    const admin = await at("/admin/dashboard");
    const { page } = admin;
    await page.evaluate("window.same = true");
    await page.getByRole("button", { name: "Language, theme and logout" }).click();
    await page.getByText("Kiswahili", { exact: true }).first().click();
    await heading(page, "Dashibodi").waitFor();
    await page.getByText("Karibu tena, Amina Wanjiru").waitFor();
    await page.getByRole("link", { name: "Vifurushi", exact: true }).first().waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("sw");
    expect(await page.evaluate("window.same")).toBe(true);
    // The one who turned it goes on from there.
    expect(await page.evaluate("document.activeElement.type")).toBe("radio");
    await page.reload();
    await heading(page, "Dashibodi").waitFor();
    await page.getByRole("button", { name: "Lugha, mwonekano na kuondoka" }).click();
    await page.getByText("English", { exact: true }).first().click();
    await heading(page, "Dashboard").waitFor();
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it.each([
    ["sw-KE", "Dashibodi"],
    ["en-GB", "Dashboard"],
  ])("begin as the browser prefers: %s", async (language, name) => {
    const admin = await at("/admin/dashboard", { language });
    await heading(admin.page, name).waitFor();
    await admin.leave();
  });

  it.each([
    ["dark", false, "dark"],
    ["light", true, "light"],
    ["auto", true, "dark"],
    ["auto", false, "light"],
  ] as const)(
    "chosen %s on a phone that is dark: %s is %s before the first paint",
    async (chosen, dark, expected) => {
      const admin = await ConsoleAdmin.come(site(), browser(), { dark });
      await admin.page.addInitScript(`localStorage.setItem("mantine-color-scheme-value", "${chosen}")`);
      // Without the scripts of the console: what stands there is what the first paint sees.
      await admin.page.route("**/assets/*.js", (route) => route.abort());
      await admin.page.goto(`${admin.origin}/admin/dashboard`);
      const scheme = () => admin.page.evaluate("document.documentElement.dataset.mantineColorScheme");
      expect(await scheme()).toBe(expected);
      await admin.page.unroute("**/assets/*.js");
      await admin.open("/admin/dashboard");
      expect(await scheme()).toBe(expected);
      await admin.leave();
    },
  );
});

describe("without a connection", () => {
  const revenueCard = (page: Page) => page.getByRole("main").getByRole("link", { name: /^Total Revenue/ });

  it("the page says so, keeps what it knows and how old it is, and goes on when it is back", async () => {
    const admin = await at("/admin/dashboard");
    const { page } = admin;
    await page.getByText("Revenue, last 30 days").first().waitFor();
    // A busy machine is idle before it has read everything: what is not there yet cannot be kept.
    await revenueCard(page).getByText("KSh").waitFor();
    await page.waitForLoadState("networkidle");
    await admin.context.setOffline(true);
    await page.getByText("You are offline").waitFor();
    await page.getByText("Total Revenue").waitFor();
    await expectAccessible(page);
    await admin.context.setOffline(false);
    await page.getByText("You are offline").waitFor({ state: "detached" });
    await admin.leave();
  });

  it("figures that could not be read afresh say how old they are", async () => {
    const admin = await at("/admin/dashboard");
    const { page } = admin;
    const card = revenueCard(page);
    // "All time" stands there before the figure. A read still on its way would not begin again with the event below.
    await card.getByText("KSh").waitFor();
    await page.route("**/api/admin/stats", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await card.getByText("Updated Just now").waitFor();
    await page.unroute("**/api/admin/stats");
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await card.getByText("All time").waitFor();
    await admin.leave();
  });
});

describe("the security policy of the page", () => {
  it("lets in nothing inline but what carries the answer's nonce, and no nonce comes twice", async () => {
    const admin = await ConsoleAdmin.come(site(), browser());
    const policies = [];
    for (const path of ["/admin", "/admin/dashboard"]) {
      const response = await admin.page.goto(`${admin.origin}${path}`);
      policies.push(response?.headers()["content-security-policy"] ?? "");
    }
    expect(policies[0]).toMatch(
      /^default-src 'none'; script-src 'self' 'nonce-[0-9a-f]{32}'; style-src 'self' 'nonce-/,
    );
    expect(policies.join()).not.toMatch(/unsafe|\*/);
    expect(policies[0]).not.toBe(policies[1]);
    await admin.leave();
  });

  it("is enough for windows, menus, toasts and the palette, and the page beneath a window does not scroll", async () => {
    const admin = await at("/admin/dashboard", { width: 360, height: 640 });
    const { page } = admin;
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await page.evaluate("getComputedStyle(document.body).overflowY")).toBe("hidden");
    await page.getByText("Dark", { exact: true }).last().click();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.evaluate("getComputedStyle(document.body).overflowY")).not.toBe("hidden");
    await page.getByPlaceholder("Select Router").click();
    await page
      .getByRole("option", { name: /Market Stall|Main Gate/ })
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByPlaceholder("Phone, receipt, code, device or router").waitFor();
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });
});
