import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, launchBrowser, openPage } from "../support/site/browser.ts";
import { onRouter } from "../support/site/librouteros.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// The main job as its user does it: a real browser, a prompt on the payer's phone, and an independent look at the router.

const { site, visitors } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const portal = (mac: string) => `${site().origin}/?mac=${mac}&routerId=${visitors().routerId}`;
const threeHours = { name: "3 Hours", limitUptime: "3h", rateLimit: "5M/5M" };

async function expectLetOut(mac: string): Promise<void> {
  const { active, user, profile } = await onRouter(site(), mac);
  expect(active).toMatchObject({ "mac-address": mac });
  expect(user).toMatchObject({ name: mac, "mac-address": mac, "limit-uptime": threeHours.limitUptime });
  expect(profile).toMatchObject({ "rate-limit": threeHours.rateLimit });
  expect(await visitors().isLetOut(mac)).toBe(true);
}

/** Types a PIN on the phone page, as the payer. */
async function typePin(phone: string, pin: string): Promise<void> {
  await visitors().openPrompt(phone);
  const { page, context } = await openPage(browser, { origin: site().gatewayOrigin });
  await page.goto(`${site().gatewayOrigin}/phone?number=${phone}`);
  await page.getByLabel("M-Pesa PIN").fill(pin);
  await page.getByRole("button", { name: "Send" }).click();
  await context.close();
}

describe.each([360, 1280])("at %i px", (width) => {
  it("a visitor chooses a plan, pays by M-Pesa and is let out with the speed and the time that was bought", async () => {
    const { mac, phone } = newVisitor();
    const { page, context, faults } = await openPage(browser, { width, origin: site().origin });
    await page.goto(portal(mac));
    await expectAccessible(page);
    await page.locator(".plan", { hasText: threeHours.name }).getByText("Select Plan").click();
    await page
      .getByLabel("M-Pesa phone number")
      .fill(`0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: /Pay KES 20/ }).click();
    await page.getByText("Check your phone").first().waitFor();
    await expectAccessible(page);
    await typePin(phone, "1234");
    await page.getByText("Payment Successful!").first().waitFor();
    await page.getByRole("link", { name: /Start Browsing the Internet/ }).waitFor();
    await expectAccessible(page);
    await expectLetOut(mac);
    await page.getByRole("link", { name: /Start Browsing the Internet/ }).click();
    await page.waitForURL(/\/connected/);
    await page.getByText(threeHours.name).first().waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it("a voucher lets its visitor out the same way", async () => {
  const { mac } = newVisitor();
  const { page, context, faults } = await openPage(browser, { origin: site().origin });
  await page.goto(portal(mac));
  await page.getByText("Enter voucher code").click();
  await page.getByRole("textbox").fill(site().stock.demoVouchers[0]?.toLowerCase().replace("-", "") ?? "");
  await page.keyboard.press("Enter");
  await page.getByText("Payment Successful!").first().waitFor();
  await page.getByRole("link", { name: /Start Browsing the Internet/ }).waitFor();
  await expectLetOut(mac);
  expect(faults).toEqual([]);
  await context.close();
});

it("a wrong voucher says so and leaves the visitor where they can try again", async () => {
  const { page, context } = await openPage(browser, { origin: site().origin });
  await page.goto(portal("02:00:00:00:00:01"));
  await page.getByText("Enter voucher code").click();
  await page.getByRole("textbox").fill("ZZZZZ-ZZZZZ");
  await page.keyboard.press("Enter");
  await page.getByText("This voucher code is not known here.").first().waitFor();
  await context.close();
});

it("with scripts off a visitor pays and is let out", async () => {
  const { mac, phone } = newVisitor();
  const { page, context } = await openPage(browser, { scripts: false, origin: site().origin });
  await page.goto(portal(mac));
  await page.locator(".plan", { hasText: threeHours.name }).getByText("Select Plan").click();
  await page.getByLabel("M-Pesa phone number").fill(phone);
  await page.getByRole("button", { name: /Pay KES 20/ }).click();
  await page.waitForURL(/\/pay\//);
  await typePin(phone, "1234");
  await until(
    "the page that reloads itself",
    () => page.locator("body").innerText(),
    (text) => text.includes("Payment Successful!"),
  );
  await until(
    "let out",
    () => visitors().isLetOut(mac),
    (online) => online,
  );
  await expectLetOut(mac);
  await context.close();
});

it("with scripts off a voucher works as well", async () => {
  const { mac } = newVisitor();
  const { page, context } = await openPage(browser, { scripts: false, origin: site().origin });
  await page.goto(portal(mac));
  await page.locator(".plan", { hasText: threeHours.name }).getByText("Select Plan").click();
  await page
    .getByRole("tab", { name: "Voucher" })
    .or(page.getByRole("link", { name: "Voucher", exact: true }))
    .first()
    .click();
  await page
    .getByLabel(/voucher/i)
    .first()
    .fill(site().stock.demoVouchers[1] ?? "");
  await page.getByRole("button", { name: /redeem/i }).click();
  await page.waitForURL(/\/pay\//);
  await until(
    "let out",
    () => visitors().isLetOut(mac),
    (online) => online,
  );
  await expectLetOut(mac);
  await context.close();
});

it("a page that is reloaded in the middle of a payment goes on with it", async () => {
  const { mac, phone } = newVisitor();
  const { page, context } = await openPage(browser, { origin: site().origin });
  await page.goto(portal(mac));
  await page.locator(".plan", { hasText: threeHours.name }).getByText("Select Plan").click();
  await page.getByLabel("M-Pesa phone number").fill(phone);
  await page.getByRole("button", { name: /Pay KES 20/ }).click();
  await page.waitForURL(/\/pay\//);
  await page.reload();
  await page.getByText("Check your phone").first().waitFor();
  await page.goto(portal(mac));
  await page.waitForURL(/\/pay\//);
  await typePin(phone, "1234");
  await page.getByText("Payment Successful!").first().waitFor();
  expect((await visitors().prompts()).filter((prompt) => prompt.phoneNumber === phone)).toHaveLength(1);
  await context.close();
});
