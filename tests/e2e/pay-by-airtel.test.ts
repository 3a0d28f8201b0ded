import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AirtelPrompt } from "../simulators/airtel/airtel-world.ts";
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

const control = (path: string) => `${site().gatewayOrigin}/control/airtel/${path}`;

/** The payer's phone asks for a PIN, and gets this. @param phone 2547… */
async function answerPrompt(phone: string, outcome: string): Promise<AirtelPrompt> {
  const found = await until(
    "a prompt of Airtel",
    async () => {
      const answer = await fetch(control(`prompts?msisdn=${phone.slice(3)}&state=open`));
      return ((await answer.json()) as AirtelPrompt[])[0];
    },
    (prompt) => prompt !== undefined,
  );
  const answer = await fetch(control(`prompts/${found?.id}`), {
    method: "POST",
    body: JSON.stringify({ outcome }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as AirtelPrompt;
}

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
    const prompt = await answerPrompt(phone, "paid");
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
  await answerPrompt(phone, "paid");
  await until(
    "let out",
    () => visitors().isLetOut(mac),
    (online) => online,
  );
  await expectNoMpesa(phone);
  await context.close();
});

it("whoever refuses at the phone is told so and pays nothing", async () => {
  const { mac, phone } = newVisitor();
  const { page, context } = await openPage(browser, { origin: site().origin });
  await page.goto(`${site().origin}/?mac=${mac}&routerId=${visitors().routerId}`);
  await page.locator(".plan", { hasText: "3 Hours" }).getByText("Select Plan").click();
  await page.getByRole("tab", { name: "Airtel Money" }).click();
  await page.getByLabel("Airtel Money phone number").fill(phone);
  await page.getByRole("button", { name: /Pay KES 20/ }).click();
  await answerPrompt(phone, "cancelled");
  await page
    .getByText(/Payment Failed|cancelled/i)
    .first()
    .waitFor();
  expect(await visitors().isLetOut(mac)).toBe(false);
  await context.close();
});
