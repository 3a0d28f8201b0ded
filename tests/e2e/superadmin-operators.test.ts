import { TOTP } from "otpauth";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, signInOperator } from "../support/site/console-operator.ts";
import type { SiteDatabases } from "../support/site/open-database.ts";
import { changeRows, readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// Who may sign in, where one is signed in, and the password that is asked for again, by a real site. What the pages say
// stands in tests/ui/superadmin/account.test.ts and frame.test.ts.

const { site } = testSite({ fill });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A second operator without a password. */
async function fill({ d1 }: SiteDatabases): Promise<void> {
  await d1
    .prepare(
      `INSERT INTO operators (id, username, username_key, name, email, role, password_hash, created_at)
      VALUES ('second', 'second', 'second', 'Second Operator', 'second@mlango.example', 'Super Administrator', '-', 1)`,
    )
    .run();
}

it("disables an operator after the password was given again, once; a phone's width", async () => {
  const operator = await ConsoleOperator.come(site(), browser, { width: 360, height: 740 });
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  const toast = page.locator(".mantine-Notification-root");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await operator.open("/superadmin/operators");
  await page.getByText("Second Operator").waitFor();
  await page.getByText("No earlier root secret is in use.").waitFor();
  await expectAccessible(page);
  await changeRows(site(), "UPDATE operator_sessions SET confirmed_at = 0");
  await button("Disable second").click();
  await dialog.getByRole("button", { name: "Disable", exact: true }).click();
  const again = page.getByRole("dialog", { name: "Enter your password again" });
  await again.waitFor();
  await expectAccessible(page);
  await again.getByLabel("Current password").fill("wrong password");
  await again.getByRole("button", { name: "Continue" }).click();
  await again.getByText("The current password is not right").waitFor();
  const out = () =>
    readRows(site(), "SELECT disabled_at IS NOT NULL AS out FROM operators WHERE id = 'second'");
  expect(await out()).toEqual([{ out: 0 }]);
  await again.getByLabel("Current password").fill(site().seeded.operator.password);
  await again.getByRole("button", { name: "Continue" }).click();
  await toast.getByText("second is signed out everywhere.").waitFor();
  expect(await out()).toEqual([{ out: 1 }]);
  // The password was given a moment ago.
  await button("Enable second").click();
  await toast.getByText("second can sign in again.").waitFor();
  await page.getByRole("switch", { name: "Every operator needs a second factor" }).click();
  await toast.getByText("Turn your own second factor on first, in your profile.").waitFor();
  expect(operator.faults.filter((fault) => !/40[03]/.test(fault))).toEqual([]);
  await operator.leave();
});

it("invites an operator by a link, who sets up password and second factor, and is signed out from the list", async () => {
  const operator = await ConsoleOperator.come(site(), browser, { width: 360, height: 740 });
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  await operator.open("/superadmin/operators");
  await page.getByRole("button", { name: "Invite an operator" }).click();
  await dialog.getByLabel("Full name").fill("Amina Odhiambo");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const shown = page.getByRole("dialog", { name: "Link for Amina Odhiambo" });
  const link = await shown.locator("pre").innerText();
  expect(link).toContain(`${site().main}/superadmin#invitation=`);
  await expectAccessible(page);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  await shown.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("by operator, good until").waitFor();

  const invited = await ConsoleOperator.come(site(), browser, { width: 360, height: 740, signedIn: false });
  const theirs = invited.page;
  await invited.open(link.slice(site().main.length));
  await theirs.getByText("operator invites you, Amina Odhiambo, to run this platform.").waitFor();
  await expectAccessible(theirs);
  await theirs.getByLabel("Username").fill("amina");
  await theirs.getByLabel("New password", { exact: true }).fill("a sentence of her own");
  await theirs.getByLabel("Confirm new password").fill("a sentence of her own");
  await theirs.getByRole("button", { name: "Accept and sign in" }).click();
  await theirs.getByRole("heading", { level: 1, name: "Set up your second factor" }).waitFor();
  await theirs.getByRole("button", { name: "Turn the second factor on" }).click();
  const form = theirs.getByRole("dialog");
  await form.getByLabel("Current password").fill("a sentence of her own");
  await form.getByRole("button", { name: "Continue" }).click();
  const key = await form.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText();
  const code = new TOTP({ secret: key.replaceAll(" ", "") }).generate();
  await form.getByLabel("Code of your authenticator app").fill(code);
  await form.getByRole("button", { name: "Turn on", exact: true }).click();
  await theirs.getByRole("button", { name: "I have kept them" }).click();
  await theirs.getByRole("button", { name: "Go on to the console" }).click();
  await theirs.getByRole("heading", { level: 1, name: "System Overview" }).waitFor();
  expect(invited.faults).toEqual([]);
  // The link is used up.
  const late = await ConsoleOperator.come(site(), browser, { width: 360, height: 740, signedIn: false });
  await late.open(link.slice(site().main.length));
  await late.page.getByRole("heading", { level: 1, name: "This invitation opens nothing" }).waitFor();
  await expectAccessible(late.page);
  await late.leave();

  await page.reload();
  await page.getByRole("button", { name: "Sessions of amina" }).click();
  await dialog.getByText(/Linux/).first().waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  const question = page.getByRole("dialog", { name: "Sign amina out everywhere?" });
  await question.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.locator(".mantine-Notification-root").getByText("amina is signed out everywhere.").waitFor();
  await theirs.reload();
  await theirs.getByRole("heading", { level: 1, name: "Super Admin Portal" }).waitFor();
  expect(operator.faults).toEqual([]);
  await invited.leave();
  await operator.leave();
});

it("leads who lacks the demanded second factor to setting it up", async () => {
  const rules = `INSERT INTO platform_settings (name, value, updated_at) VALUES ('operators', '{"secondFactor":"required"}', 1)`;
  await changeRows(site(), rules);
  const operator = await ConsoleOperator.come(site(), browser, { width: 360, height: 740 });
  await operator.open("/superadmin/providers");
  await operator.page.getByRole("heading", { level: 1, name: "Set up your second factor" }).waitFor();
  await expectAccessible(operator.page);
  await changeRows(site(), "DELETE FROM platform_settings WHERE name = 'operators'");
  await operator.leave();
});

it("signs another browser out, then all of them, this one last", async () => {
  const operator = await ConsoleOperator.come(site(), browser, { width: 360, height: 740 });
  const { page } = operator;
  const other = await signInOperator(site());
  await operator.open("/superadmin/profile");
  await page.getByText("This browser", { exact: true }).waitFor();
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^End session/ })
    .first()
    .click();
  await page.locator(".mantine-Notification-root").getByText("Signed out there").waitFor();
  const answer = await ask(site().main, "/api/superadmin/session", { headers: { cookie: other } });
  expect(answer.status).toBe(401);
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out everywhere" }).click();
  await page.getByRole("heading", { level: 1, name: "Super Admin Portal" }).waitFor();
  const left = "SELECT count(*) AS n FROM operator_sessions WHERE provider_id IS NULL AND revoked_at IS NULL";
  expect(await readRows(site(), left)).toEqual([{ n: 0 }]);
  await operator.leave();
});
