import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { control } from "../support/site/control.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until, Visitors } from "../support/site/visitor.ts";

// Minutes for nothing by a real site, on a phone: turned on in the console, tried with and without scripts. What may go wrong stands
// in tests/worker/trials, what the console says in tests/ui/admin/trial.test.ts.

const { site } = testSite();
const browser = testBrowser();

const picture = (page: Page, name: string) =>
  process.env.TRIAL_PICTURES
    ? page.screenshot({ path: `${process.env.TRIAL_PICTURES}/${name}.png`, fullPage: true })
    : null;

async function codeFor(phone: string): Promise<string> {
  type Sms = { to: string; message: string };
  const found = (await control<Sms[]>(site(), "/control/sms")).find(({ to }) => to === `+${phone}`);
  return /\b\d{6}\b/.exec(found?.message ?? "")?.[0] ?? "";
}

async function call(page: Page, method: string, path: string, body: unknown): Promise<void> {
  const options = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  await page.evaluate(`fetch("${path}", ${JSON.stringify(options)}).then((answer) => answer.text())`);
}

it("an owner offers it from the menu, once the SMS account took a test", async () => {
  const owner = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = owner;
  await owner.open("/admin/settings");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog").getByText("More tools", { exact: true }).click();
  await page.getByRole("link", { name: "Free trial" }).click();
  await page.getByText("Codes go out by your own SMS account.").waitFor();
  await expectFits(page);
  const { username, apiKey } = site().secrets.smsAccount;
  await call(page, "PUT", "/api/admin/messages/account", { username, apiKey });
  await call(page, "POST", "/api/admin/messages/test", { phoneNumber: "0712345678" });
  await page.reload();
  await page.getByRole("switch", { name: /^Offer a free trial/ }).check();
  await page.getByLabel("Minutes").fill("20");
  await page.getByText(/At most 40 codes a day at each router/).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".mantine-Notification-root").getByText("Settings Saved").waitFor();
  await expectFits(page);
  await picture(page, "console");
  expect(owner.faults).toEqual([]);
  await owner.leave();
});

it.each([true, false])(
  "a visitor types a number and a code, and is let out (scripts: %s)",
  async (scripts) => {
    const device = newVisitor();
    const visitor = await PortalVisitor.come(site(), browser(), device, { scripts });
    const { page } = visitor;
    await page.goto(visitor.address());
    const offer = page.getByRole("link", { name: "Try 20 minutes free" });
    await offer.waitFor();
    if (scripts) await expectFits(page);
    await picture(page, `home-${scripts}`);
    await offer.click();
    await page.getByRole("heading", { level: 1, name: "20 minutes free" }).waitFor();
    if (scripts) await expectFits(page);
    await picture(page, `phone-${scripts}`);
    await page.getByLabel("Phone number").fill(`0${device.phone.slice(3)}`);
    await page.getByLabel("Phone number").press("Enter");
    await page.waitForURL(/\/trial\/[0-9a-f]{32}\?/);
    await page.getByText("We sent a code by SMS to").waitFor();
    const code = await codeFor(device.phone);
    await page.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: "Go online" }).click();
    await page.getByText("This is not the code.").waitFor();
    if (scripts) await expectFits(page);
    await picture(page, `wrong-${scripts}`);
    await page.getByLabel("Code").fill(code);
    await page.getByRole("button", { name: "Go online" }).click();
    await page.waitForURL(/\/pay\//);
    await until(
      "let out",
      () => new Visitors(site()).isLetOut(device.mac),
      (online) => online,
    );
    await picture(page, `online-${scripts}`);
    expect(visitor.faults).toEqual([]);
    await visitor.leave();
  },
);

it("its owner sees who tried, and what was given today", async () => {
  const owner = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = owner;
  await owner.open("/admin/trial");
  await page.getByText("2 of 20 trials, 2 of 40 codes").waitFor();
  await expectFits(page);
  await owner.open("/admin/users");
  await page
    .getByRole("main")
    .getByText(/Free trial/)
    .first()
    .waitFor();
  await picture(page, "users");
  await owner.leave();
});
