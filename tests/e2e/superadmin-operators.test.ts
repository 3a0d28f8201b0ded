import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, signInOperator } from "../support/site/console-operator.ts";
import { changeRows, readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// Who may sign in, where one is signed in, and the password that is asked for again.

const { site } = testSite({ fill });
const shots = process.env.SHOTS;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A second operator, whose password nobody needs here. */
async function fill(d1: D1Database): Promise<void> {
  await d1
    .prepare(
      `INSERT INTO admins (id, provider_id, username, username_key, name, email, role, password_hash, created_at)
      VALUES ('second', NULL, 'second', 'second', 'Second Operator', 'second@mlango.example', 'Super Administrator', '-', 1)`,
    )
    .run();
}

const come = async () => {
  const operator = await ConsoleOperator.come(site(), browser, { width: 360, height: 740 });
  const { page } = operator;
  return {
    operator,
    page,
    dialog: page.getByRole("dialog"),
    toast: page.locator(".mantine-Notification-root"),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    async shoot(name: string) {
      if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
    },
  };
};

it("lists operators, and disables one after the password was given again, once", async () => {
  const { operator, page, dialog, toast, button, shoot } = await come();
  await operator.open("/superadmin/operators");
  await page.getByText("Second Operator").waitFor();
  expect(await button("Disable operator").count()).toBe(0);
  const secrets = page.getByRole("region", { name: "Root secret" });
  await secrets.getByText("No earlier root secret is in use.").waitFor();
  await secrets.getByText("In use", { exact: true }).waitFor();
  await shoot("operators");
  await expectAccessible(page);

  await changeRows(site(), "UPDATE sessions SET confirmed_at = 0");
  await button("Disable second").click();
  await dialog.getByRole("button", { name: "Disable", exact: true }).click();
  const again = page.getByRole("dialog", { name: "Enter your password again" });
  await again.waitFor();
  await expectAccessible(page);
  await shoot("password-again");
  await again.getByLabel("Current password").fill("wrong password");
  await again.getByRole("button", { name: "Continue" }).click();
  await again.getByText("The current password is not right").waitFor();
  await again.getByLabel("Current password").fill(site().seeded.operator.password);
  await again.getByRole("button", { name: "Continue" }).click();
  await toast.getByText("second is signed out everywhere.").waitFor();
  expect(
    await readRows(site(), "SELECT disabled_at IS NOT NULL AS out FROM admins WHERE id = 'second'"),
  ).toEqual([{ out: 1 }]);

  // The password was given a moment ago.
  await button("Enable second").click();
  await toast.getByText("second can sign in again.").waitFor();
  expect(operator.faults.filter((fault) => !/40[03]/.test(fault))).toEqual([]);
  await operator.leave();
});

it("does nothing when the password is not given, and says so", async () => {
  const { operator, page, dialog, toast, button } = await come();
  await operator.open("/superadmin/operators");
  await changeRows(site(), "UPDATE sessions SET confirmed_at = 0");
  await button("Disable second").click();
  await dialog.getByRole("button", { name: "Disable", exact: true }).click();
  const again = page.getByRole("dialog", { name: "Enter your password again" });
  await again.getByRole("button", { name: "Cancel" }).click();
  await toast.getByText("Enter your password again to go on.").waitFor();
  expect(await readRows(site(), "SELECT disabled_at FROM admins WHERE id = 'second'")).toEqual([
    { disabled_at: null },
  ]);
  await operator.leave();
});

it("asks for one's own second factor before it is demanded of everybody", async () => {
  const { operator, page, toast, button } = await come();
  await changeRows(site(), `UPDATE sessions SET confirmed_at = ${Date.now()}`);
  await operator.open("/superadmin/operators");
  await page.getByRole("switch", { name: "Every operator needs a second factor" }).click();
  await toast.getByText("Turn your own second factor on first, in your profile.").waitFor();
  expect(await page.getByRole("switch").isChecked()).toBe(false);
  expect(await button("Disable second").count()).toBe(1);
  await operator.leave();
});

it("leads who lacks the demanded second factor to setting it up, on every page", async () => {
  const { operator, page, button, shoot } = await come();
  await changeRows(
    site(),
    `INSERT INTO platform_settings (name, value, updated_at) VALUES ('operators', '{"secondFactor":"required"}', 1)`,
  );
  for (const path of ["/superadmin/dashboard", "/superadmin/providers"]) {
    await operator.open(path);
    await page.getByRole("heading", { level: 1, name: "Set up your second factor" }).waitFor();
    expect(await button("Go on to the console").isDisabled()).toBe(true);
  }
  await shoot("second-factor-first");
  await expectAccessible(page);
  await changeRows(site(), "DELETE FROM platform_settings WHERE name = 'operators'");
  await operator.leave();
});

it("shows where one is signed in, signs another browser out, then all of them, this one last", async () => {
  const { operator, page, dialog, toast, button, shoot } = await come();
  const other = await signInOperator(site());
  await operator.open("/superadmin/profile");
  await page.getByText("This browser", { exact: true }).waitFor();
  await shoot("sessions");
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^End session/ })
    .first()
    .click();
  await toast.getByText("Signed out there").waitFor();
  const answer = await ask(site().main, "/api/superadmin/session", { headers: { cookie: other } });
  expect(answer.status).toBe(401);
  await button("Log out everywhere").click();
  await dialog.getByRole("button", { name: "Log out everywhere" }).click();
  await page.getByRole("heading", { level: 1, name: "Super Admin Portal" }).waitFor();
  expect(
    await readRows(
      site(),
      "SELECT count(*) AS n FROM sessions WHERE provider_id IS NULL AND revoked_at IS NULL",
    ),
  ).toEqual([{ n: 0 }]);
  await operator.leave();
});
