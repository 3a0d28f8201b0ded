import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { swahili } from "#web/portal/messages/sw.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const classOf = (visitor: PortalVisitor) =>
  visitor.page.evaluate<string>("document.documentElement.className");
const address = (visitor: PortalVisitor) => visitor.page.evaluate<string>("location.href");

it("a visitor changes to Kiswahili and to dark by keyboard, and both stay on the way to what they have", async () => {
  const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { language: "en-KE" });
  const { page } = visitor;
  await visitor.seePlans();
  await page.locator(".choice-link", { hasText: "Kiswahili" }).press("Enter");
  await page.locator("h2", { hasText: swahili.home.choose }).waitFor();
  expect(await address(visitor)).toContain("lang=sw");

  const dark = page.locator(".choice-link", { hasText: swahili.choices.themes.dark });
  await page.locator(".choice-link[role=button]").first().waitFor();
  const before = await page.evaluate("performance.timeOrigin");
  await dark.press("Enter");
  await expect.poll(() => classOf(visitor)).toBe("theme-dark");
  expect(await dark.getAttribute("aria-current")).toBe("true");
  expect(await page.evaluate("performance.timeOrigin")).toBe(before);
  expect(await address(visitor)).toContain("lang=sw&theme=dark");

  await page.locator("a[href^='/claim']").first().click();
  await page.locator("h1", { hasText: swahili.claim.title }).waitFor();
  expect(await classOf(visitor)).toBe("theme-dark");
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
});

it("a look that only this browser remembers is put on by a page that says none", async () => {
  const visitor = await PortalVisitor.come(site(), browser, newVisitor());
  await visitor.context.addInitScript("localStorage.setItem('theme', 'cyberpunk')");
  await visitor.seePlans();
  await expect.poll(() => classOf(visitor)).toBe("theme-cyberpunk");
  await expect
    .poll(() => visitor.page.locator(".button-plan").first().getAttribute("href"))
    .toContain("theme=cyberpunk");
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
});

it("with scripts off every choice is a link that brings the same screen", async () => {
  const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { scripts: false });
  const { page } = visitor;
  await page.goto(visitor.address("/buy", { tab: "voucher" }));
  await page.locator(".choice-link", { hasText: "Kiswahili" }).click();
  await page.locator("button", { hasText: swahili.buy.redeem }).waitFor();
  await page.locator(".choice-link", { hasText: swahili.choices.themes.dark }).click();
  await page.locator("html.theme-dark").waitFor();
  expect(page.url()).toContain("/buy?");
  expect(await page.locator("form[action='/redeem'] input[name=lang]").getAttribute("value")).toBe("sw");
  await visitor.leave();
});
