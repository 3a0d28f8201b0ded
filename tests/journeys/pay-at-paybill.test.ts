import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { operatorCookie } from "../support/site/console-operator.ts";
import { control } from "../support/site/control.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Paid by hand at the provider's own pay bill: in the M-Pesa menu, with the account code of the purchase. Each test goes on
// where the one before it stopped.

const { site, visitors } = testSite();
const late = newVisitor();
const twice = newVisitor();
const friend = newVisitor();
let browser: Browser;

/** The demo provider's first router collects at a pay bill of its own from now on, and Safaricom reports what is typed. */
beforeAll(async () => {
  browser = await launchBrowser();
  const { shortCode, ...configuration } = site().secrets.savannaApp;
  const gateways = `/api/superadmin/providers/${site().seeded.demo.id}/payment-gateway`;
  const { id } = await operator(gateways, {
    gatewayId: "mpesa",
    environment: "sandbox",
    useAutoApi: false,
    accountNumber: shortCode,
    routerId: visitors().routerId,
    configuration,
  });
  expect(await operator(`${gateways}/${id}/register-paybill`, {})).toMatchObject({ success: true });
});
afterAll(() => browser.close());

async function operator(path: string, json: unknown) {
  const headers = { cookie: await operatorCookie(site()) };
  const answer = await ask(site().main, path, { method: "POST", json, headers });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

/** What a payer enters in the M-Pesa menu, by hand. */
function type(phone: string, account: string): Promise<{ state: string; validation: string }> {
  const { shortCode } = site().secrets.savannaApp;
  return control(site(), "/control/typed", { shortCode, account, amount: 20, phone });
}

/** The pay bill and the account as the visitor's page says them. */
async function shown({ page }: PortalVisitor): Promise<{ paybill: string; account: string }> {
  const rows = page.locator(".by-hand dd span:first-child");
  await rows.first().waitFor();
  const [paybill = "", account = ""] = await rows.allInnerTexts();
  return { paybill, account };
}

it("who lets the prompt pass is told what to type; a mistyped code is refused before money moves", async () => {
  const visitor = await PortalVisitor.come(site(), browser, late, { width: 360 });
  await visitor.seePlans();
  const prompt = await visitor.pay();
  const waiting = await shown(visitor);
  expect(waiting.paybill).toBe(site().secrets.savannaApp.shortCode);
  expect(waiting.account).toMatch(/^\d{4} \d{4}$/);
  await expectAccessible(visitor.page);
  await visitors().answerPrompt(prompt.id, "unreachable");
  await visitor.page
    .getByText(/could not reach your phone/)
    .first()
    .waitFor();
  const { account } = await shown(visitor);
  expect(account).toBe(waiting.account);
  await expectAccessible(visitor.page);

  const code = account.replace(" ", "");
  const mistyped = `${code.slice(0, 7)}${(Number(code[7]) + 1) % 10}`;
  expect(await type(late.phone, mistyped)).toMatchObject({ state: "refused", validation: "C2B00012" });
  expect(await visitors().isLetOut(late.mac)).toBe(false);

  expect(await type(late.phone, code)).toMatchObject({ state: "paid", validation: "0" });
  await expect.poll(() => visitors().isLetOut(late.mac)).toBe(true);
  await visitor.page.goto(visitor.address("/connected"));
  await visitor.page.getByText("3 Hours").first().waitFor();
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
});

it("who pays by hand and then enters the PIN as well is let in once; the second money waits for the provider", async () => {
  const visitor = await PortalVisitor.come(site(), browser, twice, { width: 360 });
  await visitor.seePlans();
  const prompt = await visitor.pay();
  const { account } = await shown(visitor);
  expect(await type(twice.phone, account.replace(" ", ""))).toMatchObject({ state: "paid" });
  await visitor.page.getByText("Payment Successful!").first().waitFor();
  await visitors().answerPrompt(prompt.id, "paid");
  await visitor.leave();
});

it("the provider gives that money to a friend's device, which is let in by it", async () => {
  const admin = await ConsoleAdmin.come(site(), browser, { width: 360, height: 740 });
  const { page } = admin;
  await admin.open("/admin/payments");
  const section = page.getByRole("region", { name: /^Money without a purchase/ });
  await section.getByRole("button", { name: /^Money without a purchase/ }).click({ timeout: 60_000 });
  await section.getByText("Its purchase was paid before.").waitFor({ timeout: 60_000 });
  await expectAccessible(page);
  await section.getByRole("button", { name: /^Give to a purchase: / }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /A new purchase/ }).click();
  await dialog.getByRole("button", { name: "Give KSh 20", exact: true }).click();
  await dialog.getByText("This is not a device address.").waitFor();
  const choose = async (select: string, option: RegExp) => {
    await dialog.getByRole("combobox", { name: select }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await choose("Plan", /^3 Hours/);
  await choose("Router", /^Main Gate/);
  await dialog.getByLabel("Phone of the buyer").fill(`0${friend.phone.slice(3)}`);
  await dialog.getByLabel("Device (MAC address)").fill(friend.mac);
  await dialog.getByText(`buys 3 Hours for ${friend.mac}. This cannot be undone.`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Give KSh 20", exact: true }).click();
  await page.getByText("Money given to a purchase", { exact: true }).waitFor();
  await section.waitFor({ state: "detached" });
  await expect.poll(() => visitors().isLetOut(friend.mac)).toBe(true);
  await page.getByText("3 transactions", { exact: true }).waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
