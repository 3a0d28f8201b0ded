import { TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// Who is signed in to the super admin console, by the worker's word: log-in, second factor. What the pages say stands in
// tests/ui/superadmin/session.test.ts and account.test.ts.

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

it("a wrong password is refused by the worker, on a phone; the right one leads to where one was", async () => {
  const operator = await come({ signedIn: false, width: 360 });
  const { page } = operator;
  await operator.open("/superadmin/audit?page=2");
  await heading(page, "Super Admin Portal").waitFor();
  await operator.logIn({ username: "operator", password: "wrong password" });
  await page.getByRole("alert").getByText("Invalid credentials", { exact: true }).waitFor();
  await expectAccessible(page);
  await operator.logIn();
  await page.waitForURL(/\/superadmin\/audit\?page=2$/);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Logout", exact: true }).click();
  await heading(page, "Super Admin Portal").waitFor();
  expect(await recordOf(page)).toBeNull();
  await operator.open("/superadmin/dashboard");
  await heading(page, "Super Admin Portal").waitFor();
  await operator.leave();
});

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
