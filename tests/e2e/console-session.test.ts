import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// Who is signed in: the cookie that decides, and the record in the tab that follows it. What the log-in page says stands in
// tests/ui/admin/session.test.ts.

const { site } = testSite();
const browser = testBrowser();

const come = (options: AdminOptions = {}) => ConsoleAdmin.come(site(), browser(), options);
const recordOf = (page: Page) => page.evaluate<string | null>("sessionStorage.getItem('admin')");
const keep = (admin: ConsoleAdmin, record: string) =>
  admin.page.addInitScript(`if (!sessionStorage.getItem("kept")) {
    sessionStorage.setItem("kept", "1");
    sessionStorage.setItem("admin", ${JSON.stringify(record)});
  }`);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

describe("the log-in page", () => {
  it.each([360])("is accessible at %i px, in light and dark", async (width) => {
    const admin = await come({ signedIn: false, width });
    await admin.open("/admin");
    await admin.logIn({ username: "", password: "" });
    for (const colorScheme of ["light", "dark"] as const) {
      await admin.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expectAccessible(admin.page);
    }
    await admin.leave();
  });
});

describe("before any script or stylesheet came", () => {
  it.each([
    [false, "light", "rgb(255, 255, 255)"],
    [true, "dark", "rgb(36, 36, 36)"],
  ] as const)(
    "the document says whose console it is, in the device's colours",
    async (signedIn, colorScheme, ground) => {
      const admin = await come({ signedIn, width: 360 });
      const { page } = admin;
      await page.emulateMedia({ colorScheme });
      await page.route(/\.(js|css)$/, () => undefined);
      await page.goto(`${admin.origin}/admin/dashboard`, { waitUntil: "commit" });
      await page.locator("#before").getByText("Demo WiFi").waitFor();
      await expect
        .poll(() => page.evaluate(`performance.getEntriesByName("first-contentful-paint").length`))
        .toBe(1);
      const shown = `getComputedStyle(document.querySelector("${signedIn ? ".shell" : ".entry"}")).backgroundColor`;
      expect(await page.evaluate(shown)).toBe(ground);
      await admin.leave();
    },
  );
});

describe("a page of the console", () => {
  it("leads to log-in without a session, where the worker refuses a wrong password, and back to where one was", async () => {
    const admin = await come({ signedIn: false });
    await admin.open("/admin/users?q=0712&page=2");
    await heading(admin.page, "Provider Admin").waitFor();
    expect(new URL(admin.page.url()).pathname).toBe("/admin");
    await admin.logIn({ username: "demo", password: "wrong password" });
    await admin.page.getByRole("alert").getByText("Invalid credentials", { exact: true }).waitFor();
    await admin.logIn();
    await admin.page.waitForURL(/\/admin\/users\?q=0712&page=2$/);
    await admin.leave();
  });

  const forged = JSON.stringify({ id: "1", username: "demo", name: "Nobody", providerId: "x" });

  it("believes the cookie, not the record: a record without a cookie ends with the first answer", async () => {
    const admin = await come({ signedIn: false });
    await keep(admin, forged);
    await admin.open("/admin/plans");
    await heading(admin.page, "Provider Admin").waitFor();
    expect(await recordOf(admin.page)).toBeNull();
    await admin.logIn();
    await admin.page.waitForURL(/\/admin\/plans$/);
    await admin.leave();
  });

  it("believes the cookie, not the record: a cookie without a record is signed in, without a glimpse of log-in", async () => {
    const admin = await come();
    await admin.page.addInitScript(`new MutationObserver(() => {
      if (document.body?.textContent.includes("Sign In")) window.glimpsed = true;
    }).observe(document, { childList: true, subtree: true });`);
    await admin.open("/admin/dashboard");
    await admin.page.getByText("Welcome back, Amina Wanjiru").waitFor();
    expect(await admin.page.evaluate("window.glimpsed ?? false")).toBe(false);
    expect(JSON.parse((await recordOf(admin.page)) ?? "")).toMatchObject({ username: "demo" });
    await admin.leave();
  });

  it("believes the cookie, not the record: somebody else's record is replaced", async () => {
    const admin = await come();
    await keep(admin, forged);
    await admin.open("/admin/dashboard");
    await admin.page.getByText("Welcome back, Amina Wanjiru").waitFor();
    expect(JSON.parse((await recordOf(admin.page)) ?? "")).toMatchObject({ name: "Amina Wanjiru" });
    await admin.leave();
  });

  it("leads to log-in when a call says that the session is over, and back", async () => {
    const admin = await come();
    await admin.open("/admin/dashboard");
    await admin.page.waitForLoadState("networkidle");
    await admin.page.getByRole("link", { name: "Vouchers", exact: true }).first().click();
    await admin.page.waitForURL(/\/admin\/vouchers$/);
    await admin.page.waitForLoadState("networkidle");
    await admin.context.clearCookies();
    // Whichever call is next: here the ones that a tab makes when one comes back to it.
    await admin.page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await heading(admin.page, "Provider Admin").waitFor();
    expect(await recordOf(admin.page)).toBeNull();
    await admin.logIn();
    await admin.page.waitForURL(/\/admin\/vouchers$/);
    await admin.leave();
  });

  it("that was not opened before says offline that one is offline, and opens when the connection is back", async () => {
    const admin = await come();
    await admin.open("/admin/dashboard");
    await admin.page.waitForLoadState("networkidle");
    await admin.context.setOffline(true);
    await admin.page.getByRole("link", { name: "Reports", exact: true }).first().click();
    await admin.page.getByText("You are offline, and this page was not opened here before.").waitFor();
    await admin.context.setOffline(false);
    await heading(admin.page, "Reports").waitFor();
    await admin.leave();
  });

  it("knows no admin of another provider's host, and every one on the main domain", async () => {
    const { savanna } = site().seeded;
    const stranger = await come({ provider: savanna });
    const [cookie] = await stranger.context.cookies();
    await stranger.leave();
    const admin = await come({ signedIn: false });
    await admin.context.addCookies([
      {
        ...cookie,
        name: cookie?.name ?? "",
        value: cookie?.value ?? "",
        domain: new URL(admin.origin).hostname,
      },
    ]);
    await admin.open("/admin/dashboard");
    await heading(admin.page, "Provider Admin").waitFor();
    await admin.leave();

    const main = await come({ provider: savanna, onMain: true });
    await main.open("/admin/dashboard");
    await main.page.getByText("Welcome back, Joseph Otieno").waitFor();
    expect(main.faults).toEqual([]);
    await main.leave();
  });
});

describe("Logout", () => {
  it("ends the session, clears the record and goes to /admin", async () => {
    const admin = await come({ signedIn: false });
    await admin.open("/admin");
    await admin.logIn();
    await admin.page.getByRole("button", { name: "Language, theme and logout" }).click();
    await admin.page.getByRole("button", { name: "Logout", exact: true }).click();
    await heading(admin.page, "Provider Admin").waitFor();
    expect(admin.page.url()).toBe(`${admin.origin}/admin`);
    expect(await recordOf(admin.page)).toBeNull();
    await admin.open("/admin/dashboard");
    await heading(admin.page, "Provider Admin").waitFor();
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });
});
