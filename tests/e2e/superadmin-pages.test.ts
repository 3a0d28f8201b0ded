import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, operatorCookie } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// Dashboard, audit and general settings of the super admin console.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const widths = [360, 1280];

describe("the dashboard", () => {
  const stats = {
    ...{ totalProviders: 12, activeProviders: 11, totalRouters: 20, onlineRouters: 17 },
    ...{ totalRevenue: 1_234_567.5, monthlyRevenue: 89_000 },
    trends: { newProviders: 3, newRouters: 0, revenue: 12.5, month: -4 },
  };

  it("shows what there is, each figure with its computed trend and the way to its rows", async () => {
    for (const width of widths) {
      const operator = await ConsoleOperator.come(site(), browser, { width });
      const { page } = operator;
      await page.route("**/api/superadmin/stats", (route) => route.fulfill({ json: stats }));
      await operator.open("/superadmin/dashboard");
      await page.getByRole("heading", { level: 1, name: "System Overview" }).waitFor();
      const cards: [string, RegExp, string][] = [
        ["Providers", /12\s+11 active · 3 new in 30 days/, "/superadmin/providers"],
        ["Routers", /20\s+17 online · None new in 30 days/, "/superadmin/routers"],
        ["Total Revenue", /KSh 1,234,567\.50\s+12\.5 % more in 30 days/, "/superadmin/revenue"],
        ["Monthly Revenue", /KSh 89,000\s+4 % less than by this day last month/, "/superadmin/revenue?from="],
      ];
      for (const [name, text, to] of cards) {
        const card = page
          .locator("a.mantine-Card-root")
          .filter({ has: page.getByText(name, { exact: true }) });
        await expect.poll(() => card.innerText()).toMatch(text);
        expect((await card.getAttribute("href"))?.startsWith(to)).toBe(true);
      }
      const status = page.getByRole("region", { name: "System Status" });
      expect(await status.innerText()).toMatch(
        /Router Connections\s+17\/20[\s\S]*3 routers are not reached right now/,
      );
      expect(await status.getByRole("link", { name: "Revenue Analytics" }).getAttribute("href")).toBe(
        "/superadmin/revenue",
      );
      expect(await page.getByRole("link", { name: "Add Provider" }).getAttribute("href")).toBe(
        "/superadmin/providers?new=1",
      );
      await page.getByRole("region", { name: "Recent Providers" }).getByText("Savanna Net").waitFor();
      await expectAccessible(page);
      expect(operator.faults).toEqual([]);
      await operator.leave();
    }
  });

  it("shows the real figures of this site, and the newest five providers", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    const { page } = operator;
    await operator.open("/superadmin/dashboard");
    const card = (name: string) =>
      page.locator("a.mantine-Card-root").filter({ has: page.getByText(name, { exact: true }) });
    await expect.poll(() => card("Providers").innerText()).toMatch(/2\s+2 active · 2 new in 30 days/);
    await expect
      .poll(() => card("Monthly Revenue").innerText())
      .toMatch(/No sales in the same days last month/);
    const recent = page.getByRole("region", { name: "Recent Providers" });
    await recent.getByText("Demo WiFi").waitFor();
    const provider = (place: number) => ({
      ...{
        id: `p${place}`,
        businessName: `Provider ${place}`,
        contactName: "A",
        email: "a@b.example",
        phone: "1",
      },
      ...{ address: null, kraPin: null, businessLicense: null, subdomain: `p${place}`, status: "suspended" },
      ...{ createdAt: "2026-11-20T09:00:00Z", captivePortalSettings: {}, routerCount: 0 },
    });
    await page.route("**/api/superadmin/providers?*", (route) =>
      route.fulfill({ json: [1, 2, 3, 4, 5, 6].map(provider), headers: { "x-total-count": "6" } }),
    );
    await page.reload();
    await recent.getByText("Provider 1").waitFor();
    expect(await recent.getByRole("listitem").count()).toBe(5);
    await operator.leave();
  });

  it("tells loading, failed and empty apart", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    const { page } = operator;
    let broken = true;
    await page.route(/\/api\/superadmin\/(stats|providers)/, (route) =>
      broken
        ? route.fulfill({ status: 500, body: "" })
        : route.request().url().includes("stats")
          ? route.continue()
          : route.fulfill({ json: [], headers: { "x-total-count": "0" } }),
    );
    await operator.open("/superadmin/dashboard");
    await page.getByText("Error Loading Figures").waitFor();
    await page.getByText("Error Loading Providers").waitFor();
    expect(await page.locator("a.mantine-Card-root").first().innerText()).toContain("–");
    broken = false;
    for (const name of ["System Status", "Recent Providers"])
      await page.getByRole("region", { name }).getByRole("button", { name: "Try again" }).click();
    await page.getByText("No Providers Yet").waitFor();
    await operator.leave();
  });
});

describe("the audit trail", () => {
  it("shows who did what, when and from where, in words", async () => {
    await operatorCookie(site());
    for (const width of widths) {
      const operator = await ConsoleOperator.come(site(), browser, { width });
      const { page } = operator;
      await operator.open("/superadmin/audit");
      await page.getByText("Signed in").first().waitFor();
      const text = await page.locator("main").innerText();
      expect(text).toContain("operator");
      expect(text).toContain("Super admin");
      expect(text).toMatch(/127\.0\.0\.1/);
      await expectAccessible(page);
      await page
        .getByRole("button", { name: /^Details: Signed in/ })
        .first()
        .click();
      const sheet = page.getByRole("dialog");
      await sheet.getByText("admin.log_in", { exact: true }).waitFor();
      await expectAccessible(page);
      expect(operator.faults).toEqual([]);
      await operator.leave();
    }
  });

  it("is narrowed by who, provider, what and days; filters live in the address", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    const { page } = operator;
    await operator.open("/superadmin/audit?actor=bridge&q=nothing+of+this+name");
    await page.getByText("Nothing matches your filters").waitFor();
    await page.getByRole("button", { name: "Show everything" }).click();
    await page.getByText("Signed in").first().waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("combobox", { name: "Who" }).click();
    await page.getByRole("option", { name: "Super admin" }).click();
    await page.getByRole("combobox", { name: "What" }).click();
    await page.getByRole("option", { name: "Sign-ins and profiles" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?actor=platform&action=admin.");
    await page.getByText("Signed in").first().waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("combobox", { name: "Provider" }).click();
    await page.getByRole("option", { name: "Savanna Net" }).click();
    await expect
      .poll(() => new URL(page.url()).searchParams.get("providerId"))
      .toBe(site().seeded.savanna.id);
    const table = page.getByRole("table", { name: "Audit" });
    await expect.poll(() => table.innerText()).not.toContain("Demo WiFi");
    expect(await table.innerText()).toContain("Savanna Net");
    await operator.leave();
  });

  it("that cannot be read says so", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    await operator.page.route("**/api/superadmin/audit?*", (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    await operator.open("/superadmin/audit");
    await operator.page.getByText("Error Loading Audit").waitFor();
    await operator.leave();
  });
});

describe("the general settings", () => {
  const shown = async () =>
    (JSON.parse((await ask(site().main, "/api/settings")).text) as { settings: Record<string, string> })
      .settings;

  it("are changed with a preview that follows, kept, and shown to visitors of the main domain", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    const { page } = operator;
    await operator.open("/superadmin/settings");
    await page.getByRole("heading", { level: 1, name: "General settings" }).waitFor();
    await page.getByRole("tab", { name: "Content" }).click();
    await page.getByLabel("Company name").fill("Mlango East Africa");
    await page.getByTestId("portal-preview").getByText("Welcome to Mlango East Africa").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".mantine-Notification-root").getByText("Settings Saved").waitFor();
    expect((await shown()).companyName).toBe("Mlango East Africa");
    await page.reload();
    await page.getByTestId("portal-preview").getByText("Welcome to Mlango East Africa").waitFor();
    await page.goto(`${operator.origin}/superadmin/audit?action=settings.`);
    await page.getByText("Changed the general settings").first().waitFor();
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("that could not be saved stay typed, with the reason; accessible at both widths", async () => {
    for (const width of widths) {
      const operator = await ConsoleOperator.come(site(), browser, { width });
      const { page } = operator;
      await page.route("**/api/superadmin/settings", (route) =>
        route.request().method() === "POST" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
      );
      await operator.open("/superadmin/settings?tab=contact");
      await page.getByLabel("Support phone").fill("0700 000 009");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const toast = page.locator(".mantine-Notification-root");
      await toast.getByText("Save Failed").waitFor();
      expect(await page.getByLabel("Support phone").inputValue()).toBe("0700 000 009");
      await operator.leave();
    }
  });
});
