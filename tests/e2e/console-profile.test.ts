import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { testSite } from "../support/site/test-site.ts";

// The profile page in a real browser; what it says stands in tests/ui/admin/profile.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("name and password are changed on a phone; the new password signs in, the old one no more", async () => {
  const { savanna } = site().seeded;
  const admin = await ConsoleAdmin.come(site(), browser, { provider: savanna, width: 360, height: 740 });
  const { page } = admin;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const before = savanna.admin;
  await admin.open("/admin/profile");
  await field("Full name").fill("Joseph O.");
  await expectAccessible(page);
  const change = async (current: string) => {
    await field("Current password").fill(current);
    await field("New password").fill("a-better-password");
    await field("Confirm new password").fill("a-better-password");
    await page.getByRole("button", { name: "Save Changes" }).click();
  };
  await change("not it at all");
  await page.getByRole("form", { name: "Profile" }).getByText("The current password is not right").waitFor();
  await change(before.password);
  await page.getByText("Profile Updated", { exact: true }).waitFor();
  const logIn = (password: string) =>
    ask(admin.origin, "/api/admin/login", { json: { username: before.username, password } });
  expect((await logIn("a-better-password")).status).toBe(200);
  expect((await logIn(before.password)).status).toBe(401);
  await page.reload();
  await expect.poll(() => field("Full name").inputValue()).toBe("Joseph O.");
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
