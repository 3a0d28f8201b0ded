import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { systemBrowser } from "../provide.mjs";

/** Without these flags Chromium looks up hosts of its own at every start. */
const flags = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export function launchBrowser(): Promise<Browser> {
  const executablePath = systemBrowser();
  return chromium.launch({ args: flags, ...(executablePath ? { executablePath } : {}) });
}

export type PageWatch = { page: Page; context: BrowserContext; faults: string[] };

/** A page that remembers what went wrong in it: errors, refused loads, requests to anybody but the portal's own host. */
export async function openPage(
  browser: Browser,
  options: { width?: number; height?: number; scripts?: boolean; origin: string },
): Promise<PageWatch> {
  const { width = 360, height = 740, scripts = true, origin } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    javaScriptEnabled: scripts,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A refused voucher or payment is an answer, not a fault; the browser logs its status by itself.
    if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== new URL(origin).origin)
      faults.push(`foreign: ${request.url()}`);
  });
  return { page, context, faults };
}

/** WCAG 2.2 AA, and no sideways scroll. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual(
    [],
  );
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow).toBe(0);
}
