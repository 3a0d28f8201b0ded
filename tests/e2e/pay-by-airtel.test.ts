import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerAirtel } from "../support/site/airtel-phone.ts";
import { expectAccessible, launchBrowser, openPage } from "../support/site/browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A visitor whose money is at Airtel: the second tab, a prompt on that phone, and out. Prompts wait for an answer.

const { site, visitors } = testSite({ airtel: {} });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function expectNoMpesa(phone: string): Promise<void> {
  expect((await visitors().prompts()).filter((prompt) => prompt.phoneNumber === phone)).toEqual([]);
}

describe.each([360, 1280])("at %i px", (width) => {
  it("a visitor picks the Airtel tab, pays and is let out", async () => {
    const { mac, phone } = newVisitor();
    const { page, context, faults } = await openPage(browser, { width, origin: site().origin });
    await page.goto(`${site().origin}/?mac=${mac}&routerId=${visitors().routerId}`);
    await page.locator(".plan", { hasText: "3 Hours" }).getByText("Select Plan").click();
    await page.getByRole("tab", { name: "Airtel Money" }).click();
    await page.getByLabel("Airtel Money phone number").fill(`0${phone.slice(3)}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: /Pay KES 20/ }).click();
    await page.getByText("Check your phone").first().waitFor();
    await expectAccessible(page);
    const prompt = await answerAirtel(site(), phone, "paid");
    expect(prompt).toMatchObject({ amount: 20, state: "paid" });
    await page.getByText("Payment Successful!").first().waitFor();
    await page.getByRole("link", { name: /Start Browsing the Internet/ }).waitFor();
    expect(await visitors().isLetOut(mac)).toBe(true);
    await expectNoMpesa(phone);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it("with scripts off the tab is a link to a form of its own", async () => {
  const { mac, phone } = newVisitor();
  const { page, context } = await openPage(browser, { scripts: false, origin: site().origin });
  await page.goto(`${site().origin}/?mac=${mac}&routerId=${visitors().routerId}`);
  await page.locator(".plan", { hasText: "3 Hours" }).getByText("Select Plan").click();
  await page.getByRole("link", { name: "Airtel Money", exact: true }).click();
  await page.getByLabel("Airtel Money phone number").fill(phone);
  await page.getByRole("button", { name: /Pay KES 20/ }).click();
  await page.waitForURL(/\/pay\//);
  await answerAirtel(site(), phone, "paid");
  await until(
    "let out",
    () => visitors().isLetOut(mac),
    (online) => online,
  );
  await expectNoMpesa(phone);
  await context.close();
});

it.each([
  ["cancelled", "The request was cancelled on your phone."],
  ["wrong-pin", "The Airtel Money PIN was wrong."],
  ["insufficient", "There is not enough money in your Airtel Money account for this plan."],
])("%s at the phone is said by the service's name, and nobody is let out", async (outcome, said) => {
  const { mac, phone } = newVisitor();
  const { page, context } = await openPage(browser, { origin: site().origin });
  await page.goto(`${site().origin}/?mac=${mac}&routerId=${visitors().routerId}`);
  await page.locator(".plan", { hasText: "3 Hours" }).getByText("Select Plan").click();
  await page.getByRole("tab", { name: "Airtel Money" }).click();
  await page.getByLabel("Airtel Money phone number").fill(phone);
  await page.getByRole("button", { name: /Pay KES 20/ }).click();
  await answerAirtel(site(), phone, outcome);
  await page.getByText(said).first().waitFor();
  expect(await visitors().isLetOut(mac)).toBe(false);
  await context.close();
});
