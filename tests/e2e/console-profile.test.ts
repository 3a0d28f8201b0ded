import { expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// The profile page in a real browser; what it says stands in tests/ui/admin/profile.test.ts.

const { site } = testSite();
const browser = testBrowser();

it("name and password are changed on a phone; the new password signs in, the old one no more", async () => {
  const { savanna } = site().seeded;
  const admin = await ConsoleAdmin.come(site(), browser(), { provider: savanna, width: 360, height: 740 });
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

it("a forgotten password: the address is confirmed, then a mailed link sets a new one", async () => {
  const { demo } = site().seeded;
  const admin = await ConsoleAdmin.come(site(), browser(), { provider: demo, width: 360, height: 740 });
  const { page } = admin;
  const linkIn = async (kind: string): Promise<string> => {
    const link = new RegExp(`http\\S+/admin#${kind}=[0-9a-f]{64}`);
    const seen = async () => link.exec((await ask(site().gatewayOrigin, "/control/mail")).text)?.[0] ?? "";
    await expect.poll(seen).not.toBe("");
    return seen();
  };
  await admin.open("/admin/profile");
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("A link is on its way to your address. Open it within a day.").waitFor();
  await page.goto(await linkIn("confirm"));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await page.getByText("Your email address is confirmed.").waitFor();
  await admin.leave();

  const stranger = await ConsoleAdmin.come(site(), browser(), {
    provider: demo,
    signedIn: false,
    width: 360,
  });
  await stranger.open("/admin");
  const at = stranger.page;
  await at.getByRole("button", { name: "Forgotten your password?" }).click();
  await at.getByLabel("Username").fill(demo.admin.username);
  await expectAccessible(at);
  await at.getByRole("button", { name: "Send the link" }).click();
  await at.getByText("If this username has a confirmed email address").waitFor();
  await at.goto(await linkIn("reset"));
  await at.getByLabel("New password", { exact: true }).fill("remembered-from-now-on");
  await at.getByLabel("Confirm new password", { exact: true }).fill("remembered-from-now-on");
  await expectAccessible(at);
  await at.getByRole("button", { name: "Save the password" }).click();
  await at.getByText("Your new password is set. Sign in with it.").waitFor();
  await at.getByRole("link", { name: "To the sign-in page" }).click();
  await stranger.logIn({ username: demo.admin.username, password: "remembered-from-now-on" });
  await at.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  expect(stranger.faults).toEqual([]);
  await stranger.leave();
});
