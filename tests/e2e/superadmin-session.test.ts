import { TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// Who is signed in to the super admin console: log-in, second factor, own password
// (docs/behaviour/operator-console.md, "Log-in and session").

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const come = (options: OperatorOptions = {}) => ConsoleOperator.come(site(), browser, options);
const recordOf = (page: Page) => page.evaluate<string | null>("sessionStorage.getItem('superadmin')");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const toast = (page: Page) => page.locator(".mantine-Notification-root");

describe("the log-in page", () => {
  it("is Super Admin Portal, System Administration Dashboard", async () => {
    const operator = await come({ signedIn: false });
    await operator.open("/superadmin");
    await heading(operator.page, "Super Admin Portal").waitFor();
    await operator.page.getByText("System Administration Dashboard", { exact: true }).waitFor();
    expect(await operator.page.title()).toBe("Super Admin Portal");
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("asks for what is missing, and calls nobody", async () => {
    const operator = await come({ signedIn: false, width: 360 });
    await operator.open("/superadmin");
    const alert = operator.page.getByRole("alert");
    for (const [username, password, field] of [
      ["   ", "secret", "Username"],
      ["operator", "  ", "Password"],
    ] as const) {
      await operator.logIn({ username, password });
      await alert.getByText("Missing Information", { exact: true }).waitFor();
      await alert.getByText("Please enter both username and password", { exact: true }).waitFor();
      expect(await operator.page.evaluate("document.activeElement.labels[0].textContent")).toBe(field);
    }
    expect(operator.requests).not.toContain("POST /api/superadmin/login");
    await expectAccessible(operator.page);
    await operator.leave();
  });

  it("says Login Failed and why; in the server's words, or Invalid credentials", async () => {
    const operator = await come({ signedIn: false });
    await operator.open("/superadmin");
    const alert = operator.page.getByRole("alert");
    await operator.logIn({ username: "nobody.here", password: "wrong password" });
    await alert.getByText("Login Failed", { exact: true }).waitFor();
    await alert.getByText("Invalid credentials", { exact: true }).waitFor();
    await operator.page.route("**/api/superadmin/login", (route) =>
      route.fulfill({ status: 502, body: "<html>" }),
    );
    await operator.logIn({ username: "nobody.here", password: "wrong password" });
    await alert.getByText("Invalid credentials", { exact: true }).waitFor();
    await operator.leave();
  });

  it("says Signing In... meanwhile, then Login Successful and Welcome back, and leads to where one was", async () => {
    const operator = await come({ signedIn: false });
    await operator.open("/superadmin/audit?page=2");
    await heading(operator.page, "Super Admin Portal").waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await operator.page.route("**/api/superadmin/login", async (route) => {
      await held;
      await route.continue();
    });
    await operator.logIn();
    const button = operator.page.getByRole("button", { name: "Signing In..." });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    release();
    await operator.page.waitForURL(/\/superadmin\/audit\?page=2$/);
    await toast(operator.page).getByText("Login Successful", { exact: true }).waitFor();
    await toast(operator.page).getByText("Welcome back, Platform Operator!", { exact: true }).waitFor();
    expect(operator.requests.filter((request) => request === "POST /api/superadmin/login")).toHaveLength(1);
    expect(JSON.parse((await recordOf(operator.page)) ?? "")).toMatchObject({
      name: "Platform Operator",
      email: "operator@mlango.example",
    });
    await operator.leave();
  });

  it("leads to no other place than a page of this console", async () => {
    const operator = await come();
    for (const next of ["https://evil.example/", "//evil.example/superadmin/", "/admin/dashboard"]) {
      await operator.page.goto(`${operator.origin}/superadmin?next=${encodeURIComponent(next)}`);
      await operator.page.waitForURL(`${operator.origin}/superadmin/dashboard`);
    }
    await operator.leave();
  });
});

describe("the session", () => {
  it("is the cookie's, not the record's: a forged record ends with the first answer", async () => {
    const operator = await come({ signedIn: false });
    const forged = JSON.stringify({ id: "1", username: "operator", name: "Nobody" });
    await operator.page.addInitScript(`sessionStorage.setItem("superadmin", ${JSON.stringify(forged)})`);
    await operator.page.goto(`${operator.origin}/superadmin/providers`);
    await heading(operator.page, "Super Admin Portal").waitFor();
    expect(operator.requests.filter((request) => request.includes("/api/superadmin/"))).toContain(
      "GET /api/superadmin/session",
    );
    await operator.leave();
  });

  it("ends with Sign Out in the sidebar and Logout in the phone's menu, which shows the name", async () => {
    for (const width of [1280, 360]) {
      const operator = await come({ signedIn: false, width });
      await operator.open("/superadmin");
      await operator.logIn();
      await heading(operator.page, "System Overview").waitFor();
      if (width === 360) {
        await operator.page.getByRole("button", { name: "More", exact: true }).click();
        const menu = operator.page.getByRole("dialog");
        await menu.getByText("Platform Operator").waitFor();
        await menu.getByRole("button", { name: "Logout", exact: true }).click();
      } else await operator.page.getByRole("button", { name: "Sign Out", exact: true }).click();
      await heading(operator.page, "Super Admin Portal").waitFor();
      expect(operator.page.url()).toBe(`${operator.origin}/superadmin`);
      expect(await recordOf(operator.page)).toBeNull();
      await operator.open("/superadmin/dashboard");
      await heading(operator.page, "Super Admin Portal").waitFor();
      await operator.leave();
    }
  });

  it("finds pages, providers and routers by Ctrl K", async () => {
    const operator = await come();
    const { page } = operator;
    await operator.open("/superadmin/dashboard");
    for (const [typed, found, address] of [
      ["savan", "Savanna Net", /\/superadmin\/providers\/[\w-]+\/profile$/],
      ["Lodge", "Savanna Lodge", /\/superadmin\/routers\?q=Savanna/],
      ["aud", "Audit", /\/superadmin\/audit$/],
    ] as const) {
      await page.keyboard.press("Control+K");
      await page.getByRole("textbox", { name: "Search" }).fill(typed);
      await page.locator("[data-action]").filter({ hasText: found }).first().click();
      await page.waitForURL(address);
    }
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });
});

describe("the own account", () => {
  it("changes its password, and says why when it does not", async () => {
    const operator = await come();
    const { page } = operator;
    await operator.open("/superadmin/profile");
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const save = page.getByRole("button", { name: "Change password", exact: true });
    expect(await field("Username").inputValue()).toBe("operator");
    const change = async (current: string, next: string, again = next) => {
      await field("Current password").fill(current);
      await field("New password").fill(next);
      await field("Confirm new password").fill(again);
      await save.click();
    };
    await change("x", "short", "other");
    await page.getByText("Use at least 8 characters", { exact: true }).waitFor();
    await page.getByText("Passwords do not match", { exact: true }).waitFor();
    await expectAccessible(page);
    const { password } = site().seeded.operator;
    await change(password, "password123");
    await toast(page).getByText("Password Change Failed", { exact: true }).waitFor();
    await toast(page)
      .getByText(/^This password is among the first that anybody tries/)
      .waitFor();
    await change("not the password", "a rather better one");
    await toast(page).getByText("The current password is not right").waitFor();
    await change(password, "a rather better one");
    await toast(page).getByText("Password Changed", { exact: true }).waitFor();
    expect(await field("New password").inputValue()).toBe("");
    await change("a rather better one", password);
    await expect.poll(() => field("New password").inputValue()).toBe("");
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("turns its second factor on with an app, signs in with it and with a recovery code, and turns it off", async () => {
    const { password } = site().seeded.operator;
    const operator = await come({ signedIn: false, width: 360 });
    const { page } = operator;
    await operator.open("/superadmin");
    await operator.logIn();
    await heading(page, "System Overview").waitFor();
    await operator.open("/superadmin/profile");
    await page.getByRole("button", { name: "Turn the second factor on" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("img", { name: "QR code of the new key" }).waitFor();
    await expectAccessible(page);
    const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
    const app = new TOTP({ secret: secret.replaceAll(" ", "") });
    await dialog.getByLabel("Code of your authenticator app").fill("000000");
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByText(/^That code is not right/).waitFor();
    await dialog.getByLabel("Code of your authenticator app").fill(app.generate());
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await toast(page).getByText("Second factor on", { exact: true }).waitFor();
    const codes = await page
      .getByRole("list", { name: "Your recovery codes" })
      .getByRole("listitem")
      .allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByText("10 recovery codes are left", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText("10 recovery codes are left", { exact: true }).waitFor();
    expect(await page.getByText(codes[0] ?? "").count()).toBe(0);
    await operator.leave();

    const again = await come({ signedIn: false });
    await again.open("/superadmin");
    await again.logIn();
    const code = again.page.getByLabel("Code of your authenticator app");
    await code.waitFor();
    const focused = "document.activeElement?.labels?.[0]?.textContent ?? ''";
    await expect.poll(() => again.page.evaluate(focused)).toContain("Code of your authenticator app");
    await expectAccessible(again.page);
    await code.fill("000000");
    await again.page.keyboard.press("Enter");
    await again.page
      .getByRole("alert")
      .getByText(/^That code is not right/)
      .waitFor();
    // The app's code of the next step: the one before was used up to turn it on.
    await code.fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await again.page.keyboard.press("Enter");
    await heading(again.page, "System Overview").waitFor();
    await again.leave();

    const last = await come({ signedIn: false });
    await last.open("/superadmin");
    await last.logIn();
    await last.page.getByLabel("Code of your authenticator app").fill(codes[0] ?? "");
    await last.page.keyboard.press("Enter");
    await heading(last.page, "System Overview").waitFor();
    await last.open("/superadmin/profile");
    await last.page.getByText("9 recovery codes are left", { exact: true }).waitFor();
    await last.page.getByRole("button", { name: "Turn the second factor off" }).click();
    const off = last.page.getByRole("dialog");
    await off.getByLabel("Current password").fill(password);
    await off.getByLabel("Code of your authenticator app").fill(codes[1] ?? "");
    await off.getByRole("button", { name: "Turn off", exact: true }).click();
    await toast(last.page).getByText("Second factor off", { exact: true }).waitFor();
    await last.page.getByRole("button", { name: "Turn the second factor on" }).waitFor();
    expect(last.faults).toEqual([]);
    await last.leave();
  });
});

it("does not exist on a provider's host: the not-found page, and no call", async () => {
  const operator = await come();
  const host = operator.origin.replace("//", "//demo.");
  for (const path of ["/superadmin", "/superadmin/dashboard", "/superadmin/providers/1/profile"]) {
    const answer = await operator.page.goto(`${host}${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
    expect(await operator.page.locator("script[src*=superadmin]").count()).toBe(0);
  }
  await operator.leave();
});
