import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, launchBrowser, openPage } from "../support/site/browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Every way a payment does not happen ends in words that the visitor understands, and in another try.

const { site, visitors } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function pay(mac: string, phone: string) {
  const watch = await openPage(browser, { origin: site().origin });
  const { page } = watch;
  await page.goto(`${site().origin}/?mac=${mac}&routerId=${visitors().routerId}`);
  await page.locator(".plan", { hasText: "3 Hours" }).getByText("Select Plan").click();
  await page.getByLabel("M-Pesa phone number").fill(phone);
  await page.getByRole("button", { name: /Pay KES 20/ }).click();
  await page.getByText("Check your phone").first().waitFor();
  return watch;
}

it.each([
  ["wrong-pin", /PIN was wrong/],
  ["cancelled", /cancelled/],
  ["insufficient", /not enough money/],
  ["unreachable", /could not reach your phone/],
] as const)(
  "%s ends in the failure screen with its reason, and Try Again gets a new prompt",
  async (outcome, reason) => {
    const { mac, phone } = newVisitor();
    const { page, context } = await pay(mac, phone);
    const first = await visitors().openPrompt(phone);
    await visitors().answerPrompt(first.id, outcome);
    await page.getByText("Payment Unsuccessful").first().waitFor();
    await expect.poll(() => page.locator("body").innerText()).toMatch(reason);
    await expectAccessible(page);
    // The form opens over its plan, with the number that was asked.
    await page.getByRole("button", { name: "Try Again" }).click();
    expect((await page.getByLabel("M-Pesa phone number").inputValue()).replace(/\D/g, "")).toBe(
      `0${phone.slice(3)}`,
    );
    await page.getByRole("button", { name: /Pay KES 20/ }).click();
    const second = await visitors().openPrompt(phone);
    expect(second.id).not.toBe(first.id);
    expect(await visitors().isLetOut(mac)).toBe(false);
    await visitors().answerPrompt(second.id, "cancelled");
    await context.close();
  },
);

it("no answer in 120 s ends in the failure screen, keeps checking, and a late success still turns it to success", async () => {
  const { mac, phone } = newVisitor();
  await visitors().gateway({ expireAfterMs: 600_000 });
  const { page, context } = await pay(mac, phone);
  const prompt = await visitors().openPrompt(phone);
  await page.getByText("Payment Unsuccessful").first().waitFor({ timeout: 135_000 });
  await expect.poll(() => page.locator("body").innerText()).toMatch(/keep checking/i);
  await visitors().answerPrompt(prompt.id, "paid");
  await page.getByText("Payment Successful!").first().waitFor();
  await expect.poll(() => visitors().isLetOut(mac)).toBe(true);
  await context.close();
}, 200_000);
