import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { originOf, signIn } from "../support/site/console.ts";
import { ConsoleOperator, type OperatorOptions, operatorCookie } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// The page of one provider in a real browser. What it says stands in tests/ui/superadmin/provider-profile.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(query = "", options: OperatorOptions = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
  await operator.open(`/superadmin/providers/${site().seeded.savanna.id}/profile${query}`);
  const { page } = operator;
  return {
    operator,
    page,
    dialog: page.getByRole("dialog"),
    toast: page.locator(".mantine-Notification-root"),
    tab: (name: string) => page.getByRole("tab", { name, exact: true }),
  };
}

async function suspension(act: "suspend" | "activate"): Promise<void> {
  const headers = { cookie: await operatorCookie(site()) };
  const path = `/api/superadmin/providers/${site().seeded.savanna.id}/${act}`;
  expect((await ask(site().main, path, { json: {}, headers })).status).toBe(200);
}

it("wears red for a provider that is suspended", async () => {
  await suspension("suspend");
  const { operator, page } = await come();
  await page.locator(".mantine-Badge-root", { hasText: "Suspended" }).waitFor();
  const dot = await page.evaluate<string>(
    `getComputedStyle([...document.querySelectorAll(".mantine-Badge-root")]
      .find((badge) => badge.textContent.includes("Suspended")), "::before").backgroundColor`,
  );
  const [red = 0, green = 0, blue = 0] = (dot.match(/\d+/g) ?? []).map(Number);
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  await suspension("activate");
  await operator.leave();
});

it("shows the site's own figures, sets a password, and signs the admin out everywhere", async () => {
  const { savanna } = site().seeded;
  const cookie = await signIn(site(), savanna);
  const { operator, page, dialog, toast, tab } = await come("?tab=revenue");
  await expect.poll(() => page.getByText("KSh 0", { exact: true }).count()).toBe(10);
  await tab("Payment Gateways").click();
  await page.getByRole("tabpanel").getByText("600200").first().waitFor();
  await page.getByRole("button", { name: "Change Password" }).click();
  await dialog.getByText("A new password for savanna of Savanna Net.").waitFor();
  for (const label of ["New password", "Confirm new password"])
    await dialog.getByLabel(label, { exact: true }).fill("a brand new password");
  await dialog.locator("button[type=submit]").click();
  await toast.getByText("Password Changed", { exact: true }).waitFor();
  const asked = await ask(originOf(site(), savanna), "/api/admin/session", { headers: { cookie } });
  expect(asked.status).toBe(401);
  const json = { username: "savanna", password: "a brand new password" };
  expect((await ask(originOf(site(), savanna), "/api/admin/login", { json })).status).toBe(200);
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

it("edits the record of the provider's own settings, with a preview, and asks before it is left", async () => {
  const look = async () =>
    JSON.parse((await ask(originOf(site(), site().seeded.savanna), "/api/settings")).text).settings;
  const before = await look();
  const { operator, page, dialog, toast, tab } = await come("?tab=portal&part=contact");
  await page.getByLabel("Support phone").fill("0700 111 222");
  await page.getByTestId("portal-preview").getByText("0700 111 222").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast.getByText("Settings Saved", { exact: true }).waitFor();
  await expect.poll(look).toEqual({ ...before, supportPhone: "0700 111 222" });
  await tab("Content").click();
  await page.getByLabel("Company name").fill("Half typed");
  await page.getByRole("link", { name: "Back to Providers" }).click();
  await dialog.getByText("Leave without saving?").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await page.getByLabel("Company name").inputValue()).toBe("Savanna Net");
  await operator.leave();
});

it.each([360, 1280])("every tab and the dialog are accessible at %i px, light and dark", async (width) => {
  const { operator, page, dialog, tab } = await come("", { width });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const name of [
      ...["Overview", "Routers", "Revenue", "Payment Gateways", "Captive Portal", "Admins", "Data"],
    ]) {
      await tab(name).click();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
    }
    if (width === 360) {
      await page.getByRole("button", { name: "More actions for Savanna Net" }).click();
      await expectAccessible(page);
      await page.getByRole("menuitem", { name: "Change Password" }).click();
    } else await page.getByRole("button", { name: "Change Password" }).click();
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await operator.open("/superadmin/providers/00000000-0000-4000-8000-000000000000/profile");
  await page.getByRole("heading", { level: 1, name: "Provider Not Found" }).waitFor();
  await expectAccessible(page);
  await operator.leave();
});
