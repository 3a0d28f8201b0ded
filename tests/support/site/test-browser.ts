import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { expectAccessible, launchBrowser } from "./browser.ts";

/** A browser for one test file. Call it once, after the site that its pages are of. */
export function testBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error("the browser is not running");
    return browser;
  };
}

/** What a button says and does not show: its own words are wider than the place for them. */
const cutButtons = `Array.from(document.querySelectorAll("button, a"), (one) => one.querySelector(".mantine-Button-label"))
  .filter((label) => label !== null && label.scrollWidth > label.clientWidth + 1)
  .map((label) => label.textContent)`;

/** Everybody can read it, and nothing stands beside the window. */
export async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  const width = await page.evaluate("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  expect(await page.evaluate(cutButtons)).toEqual([]);
}
