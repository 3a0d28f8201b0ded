import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// The second factor of a provider's people by a real site, on phones; what the pages say stands in tests/ui/admin.

const { site } = testSite();
const browser = testBrowser();

const phone = { width: 360, height: 740 };
/** @returns the app, whose code of this step is used up, and the recovery codes */
async function turnOn(page: Page, password: string): Promise<{ app: TOTP; codes: string[] }> {
  await page.getByRole("button", { name: "Turn the second factor on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: "QR code of the new key" }).waitFor();
  await expectFits(page);
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  const app = new TOTP({ secret: secret.replaceAll(" ", "") });
  await dialog.getByLabel("Code of your authenticator app").fill(app.generate());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const list = page.getByRole("list", { name: "Your recovery codes" });
  await list.waitFor();
  await expectFits(page);
  // Each in one line, of 16 px.
  for (const code of await list.getByRole("listitem").all())
    expect((await code.boundingBox())?.height).toBeLessThan(32);
  return { app, codes: await list.getByRole("listitem").allTextContents() };
}

it("an owner turns it on, asks everybody for it, and helps a cashier who lost theirs", async () => {
  const owner = await ConsoleAdmin.come(site(), browser(), phone);
  const { page } = owner;
  const toast = page.locator(".mantine-Notification-root");
  await owner.open("/admin/profile");
  const { codes } = await turnOn(page, site().seeded.demo.admin.password);
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("10 recovery codes are left", { exact: true }).waitFor();
  await expectFits(page);

  await owner.open("/admin/people");
  await page.getByText("With a second factor").waitFor();
  await page.getByRole("switch", { name: "Everybody needs a second factor" }).click();
  await toast.getByText("Saved").waitFor();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Full name").fill("Baraka Otieno");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const shown = page.getByRole("dialog", { name: "Link for Baraka Otieno" });
  const link = await shown.locator("pre").innerText();
  await shown.getByRole("button", { name: "Close" }).last().click();

  const cashier = await ConsoleAdmin.come(site(), browser(), { ...phone, signedIn: false });
  const theirs = cashier.page;
  await cashier.open(link.slice(cashier.origin.length));
  const password = "a sentence of his own";
  await theirs.getByLabel("Username").fill("baraka");
  await theirs.getByLabel("New password", { exact: true }).fill(password);
  await theirs.getByLabel("Confirm new password").fill(password);
  await theirs.getByRole("button", { name: "Accept and sign in" }).click();
  await theirs.getByRole("heading", { level: 1, name: "Set up your second factor" }).waitFor();
  await expectFits(theirs);
  await turnOn(theirs, password);
  await theirs.getByRole("button", { name: "Go on to the console" }).click();
  await theirs.getByRole("heading", { name: "Sell a voucher" }).waitFor();

  await page.reload();
  await page.getByRole("button", { name: "More for Baraka Otieno" }).click();
  await page.getByRole("menuitem", { name: "Turn the second factor off" }).click();
  const question = page.getByRole("dialog", { name: "Turn the second factor of Baraka Otieno off?" });
  await question.getByText(/told by a letter/).waitFor();
  await expectFits(page);
  await question.getByRole("button", { name: "Turn off", exact: true }).click();
  await toast.getByText("Second factor off").waitFor();
  await theirs.reload();
  await theirs.getByLabel("Username").waitFor();

  const again = await ConsoleAdmin.come(site(), browser(), { ...phone, signedIn: false });
  await again.open("/admin");
  await again.logIn();
  const code = again.page.getByLabel("Code of your authenticator app");
  await code.waitFor();
  await expectFits(again.page);
  await code.fill(codes[0] ?? "");
  await again.page.keyboard.press("Enter");
  await again.page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await again.open("/admin/profile");
  await again.page.getByText("9 recovery codes are left", { exact: true }).waitFor();
  expect(owner.faults).toEqual([]);
  for (const { faults } of [cashier, again])
    expect(faults.filter((fault) => !/40[13]/.test(fault))).toEqual([]);
  for (const one of [owner, cashier, again]) await one.leave();
});
