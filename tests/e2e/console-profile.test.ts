import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testSite } from "../support/site/test-site.ts";

// The profile page of the provider console (docs/behaviour/provider-console.md, "Profile").

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(options: AdminOptions = {}) {
  const admin = await ConsoleAdmin.come(site(), browser, options);
  await admin.open("/admin/profile");
  await admin.page.getByLabel("Full name").waitFor();
  return admin;
}

function parts({ page }: ConsoleAdmin) {
  return {
    toast: page.locator(".mantine-Notification-root"),
    field: (label: string) => page.getByLabel(label, { exact: true }),
    save: page.locator("form button[type=submit]"),
  };
}

const record = ({ page }: ConsoleAdmin) =>
  page.evaluate<Record<string, string>>("JSON.parse(sessionStorage.getItem('admin'))");

describe("what stands there", () => {
  it("title, subtitle, role and username to read, name and e-mail to change", async () => {
    const admin = await come();
    const { page } = admin;
    const { field, save } = parts(admin);
    await page.getByRole("heading", { level: 1, name: "Profile Settings" }).waitFor();
    await page.getByText("Manage your account information and security settings", { exact: true }).waitFor();
    expect(await field("Role").inputValue()).toBe("Administrator");
    expect(await field("Username").inputValue()).toBe("demo");
    for (const label of ["Role", "Username"])
      expect(await field(label).getAttribute("readonly")).not.toBe(null);
    expect(await field("Full name").inputValue()).toBe("Amina Wanjiru");
    expect(await field("Email address").inputValue()).toBe("amina@demo.example");
    expect(await save.textContent()).toBe("Save Changes");
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });
});

describe("what is refused", () => {
  it.each([
    [{ "Full name": " " }, { "Full name": "Name is required" }],
    [{ "Email address": "amina@" }, { "Email address": "Invalid email address" }],
    [
      { "Current password": "old", "New password": "new-password", "Confirm new password": "another" },
      { "Confirm new password": "Passwords do not match" },
    ],
    [
      { "New password": "new-password", "Confirm new password": "new-password" },
      { "Current password": "Current password is required to change password" },
    ],
  ])("%j says %j at the field, and nothing is sent", async (typed, said) => {
    const admin = await come();
    const { field, save } = parts(admin);
    for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
    await save.click();
    for (const [label, text] of Object.entries(said)) {
      await admin.page.getByText(text, { exact: true }).waitFor();
      expect(await field(label).getAttribute("aria-invalid")).toBe("true");
    }
    expect(admin.requests.some((request) => request.startsWith("PATCH"))).toBe(false);
    await admin.leave();
  });

  it("a wrong current password is told in the server's words", async () => {
    const admin = await come();
    const { toast, field, save } = parts(admin);
    await field("Current password").fill("not it at all");
    await field("New password").fill("new-password");
    await field("Confirm new password").fill("new-password");
    await save.click();
    await toast.getByText("Update Failed", { exact: true }).waitFor();
    await toast.getByText("The current password is not right").waitFor();
    await admin.leave();
  });

  it("a fault without words is told as Failed to update profile", async () => {
    const admin = await come();
    const { toast, field, save } = parts(admin);
    await admin.page.route("**/api/admin/profile/*", (route) =>
      route.request().method() === "PATCH" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    await field("Full name").fill("Amina W.");
    await save.click();
    await toast.getByText("Update Failed", { exact: true }).waitFor();
    expect(await toast.getByText("Failed to update profile", { exact: true }).count()).toBe(1);
    expect(await field("Full name").inputValue()).toBe("Amina W.");
    await admin.leave();
  });
});

describe("what is saved", () => {
  it("says Saving... once, then Profile Updated; frame and session record carry the new name and e-mail", async () => {
    const admin = await come();
    const { page } = admin;
    const { toast, field, save } = parts(admin);
    let sent = 0;
    await page.route("**/api/admin/profile/*", async (route) => {
      if (route.request().method() === "PATCH") {
        sent += 1;
        await expect.poll(() => save.textContent()).toBe("Saving...");
        expect(await save.isDisabled()).toBe(true);
      }
      await route.continue();
    });
    await field("Full name").fill("Amina Njeri");
    await field("Email address").fill("njeri@demo.example");
    await save.dblclick();
    await toast.getByText("Profile Updated", { exact: true }).waitFor();
    await toast.getByText("Your profile has been updated successfully.", { exact: true }).waitFor();
    expect(sent).toBe(1);
    expect(await record(admin)).toMatchObject({
      username: "demo",
      name: "Amina Njeri",
      email: "njeri@demo.example",
    });
    await page.getByText("Amina Njeri").first().waitFor();
    await page.reload();
    await expect.poll(() => field("Full name").inputValue()).toBe("Amina Njeri");
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("a new password signs in afterwards, the old one no more, and the fields are empty again", async () => {
    const { savanna } = site().seeded;
    const admin = await come({ provider: savanna });
    const { toast, field, save } = parts(admin);
    const before = savanna.admin;
    await field("Current password").fill(before.password);
    await field("New password").fill("a-better-password");
    await field("Confirm new password").fill("a-better-password");
    await save.click();
    await toast.getByText("Profile Updated", { exact: true }).waitFor();
    for (const label of ["Current password", "New password", "Confirm new password"])
      expect(await field(label).inputValue()).toBe("");
    const logIn = (password: string) =>
      ask(admin.origin, "/api/admin/login", { json: { username: before.username, password } });
    expect((await logIn("a-better-password")).status).toBe(200);
    expect((await logIn(before.password)).status).toBe(401);
    await admin.leave();
  });
});

it.each([
  [360, false],
  [360, true],
  [1280, false],
  [1280, true],
])("is accessible at %i px, dark: %s", async (width, dark) => {
  const admin = await come({ width, dark });
  await expectAccessible(admin.page);
  await admin.leave();
});
