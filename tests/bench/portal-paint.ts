import type { Browser, Page } from "playwright-core";
import { openPage } from "../support/site/browser.ts";
import { type Measure, median } from "./measure.ts";

// How long a cheap phone on an EDGE line waits, as DevTools emulate both: 240 kbit/s, 840 ms, a sixth of this processor.

const bytesPerSecond = 240_000 / 8;
const edge = {
  offline: false,
  latency: 840,
  downloadThroughput: bytesPerSecond,
  uploadThroughput: bytesPerSecond,
};

type Try = { firstPaint: number; firstPaintOfAds: number; form: number; scripted: number };

/** @param origin of the portal behind the compressing edge; medians of 3 */
export async function portalPaint(browser: Browser, origin: string): Promise<Measure[]> {
  const tries: Try[] = [];
  for (let count = 0; count < 3; count += 1) tries.push(await oneTry(browser, origin, count));
  const row = (what: string, name: keyof Try, budget: number | null): Measure => ({
    what: `${what}, EDGE`,
    value: Math.round(median(tries.map((one) => one[name]))),
    unit: "ms",
    budget,
  });
  return [
    row("first contentful paint of the plans", "firstPaint", 1_600),
    row("first contentful paint of an advertisement", "firstPaintOfAds", 1_600),
    row("payment form after a tap on the first plan at once", "form", 2_600),
    row("page answers in place, without loading", "scripted", null),
  ];
}

async function oneTry(browser: Browser, origin: string, count: number): Promise<Try> {
  const mac = `02:00:00:00:01:0${count}`;
  const plans = `${origin}/?ads=seen&mac=${mac}`;
  const firstPaint = await onSlowPhone(browser, origin, async (page) => {
    await page.goto(plans, { waitUntil: "load" });
    return paintOf(page);
  });
  const firstPaintOfAds = await onSlowPhone(browser, origin, async (page) => {
    await page.goto(`${origin}/?mac=02:00:00:00:02:0${count}`, { waitUntil: "load" });
    return paintOf(page);
  });
  const form = await onSlowPhone(browser, origin, async (page) => {
    const began = performance.now();
    await page.goto(plans, { waitUntil: "commit" });
    await page.locator(".plan .button-plan").first().click({ noWaitAfter: true });
    await page.locator("#phone").waitFor();
    return performance.now() - began;
  });
  const scripted = await onSlowPhone(browser, origin, async (page) => {
    const began = performance.now();
    await page.goto(plans, { waitUntil: "commit" });
    await page.locator("dialog.sheet").waitFor({ state: "attached", timeout: 60_000 });
    return performance.now() - began;
  });
  return { firstPaint, firstPaintOfAds, form, scripted };
}

async function onSlowPhone(
  browser: Browser,
  origin: string,
  measure: (page: Page) => Promise<number>,
): Promise<number> {
  const { page, context } = await openPage(browser, { origin });
  page.setDefaultTimeout(60_000);
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", edge);
  await line.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  try {
    return await measure(page);
  } finally {
    await context.close();
  }
}

async function paintOf(page: Page): Promise<number> {
  const paint = "performance.getEntriesByName('first-contentful-paint')[0]";
  await page.waitForFunction(paint);
  return page.evaluate<number>(`${paint}.startTime`);
}
