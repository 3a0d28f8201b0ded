import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cleanAdHtml } from "#worker/features/ads/clean-html";
import { xssPayloads } from "../seed/xss-payloads.ts";
import { launchBrowser, openPage } from "../support/site/browser.ts";
import { putAds } from "../support/site/fill-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// Whatever stands in an advertisement, nothing of it runs. Cleaner and page are tried apart from each
// other, so that one alone is enough.

const raw = xssPayloads.map((payload, index) => ({
  id: `raw-${index}`,
  title: payload,
  description: payload,
  content: payload,
  externalUrl:
    index % 2 === 0 ? "javascript:window.__xss=1" : "data:text/html,<script>window.__xss=1</script>",
  displayDuration: 300,
}));

const { site, visitors } = testSite({ fill: ({ d1 }) => putAds(d1, raw) });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Counts what runs in any frame of a context. */
async function countRuns(context: BrowserContext): Promise<{ runs: string[] }> {
  const counted: { runs: string[] } = { runs: [] };
  await context.exposeBinding("executed", (_source, what: string) => {
    counted.runs.push(what);
  });
  await context.addInitScript(`
    Object.defineProperty(window, "__xss", { set() { window.executed(document.title || "page"); } });
    for (const name of ["alert", "confirm", "prompt"]) window[name] = () => window.executed(name);
  `);
  return counted;
}

/** A page without any protection that asks nobody for anything. */
async function bare(): Promise<{ page: Page; counted: { runs: string[] }; asked: string[] }> {
  const context = await browser.newContext();
  const counted = await countRuns(context);
  const asked: string[] = [];
  await context.route("**/*", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  return { page: await context.newPage(), counted, asked };
}

it("the hook counts what runs without any protection", async () => {
  const { page, counted } = await bare();
  await page.setContent(`<title>control</title>${xssPayloads[0]}<svg onload="alert(1)"></svg>`);
  await expect.poll(() => counted.runs.length).toBeGreaterThanOrEqual(2);
  await page.context().close();
});

it("cleaned content runs nothing and asks nobody, even on a page without protection", async () => {
  const { page, counted, asked } = await bare();
  const guilty: string[] = [];
  for (const payload of xssPayloads) {
    await page.setContent(`<title>cleaned</title>${cleanAdHtml(payload)}`, { waitUntil: "commit" });
    const before = counted.runs.length;
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 5))");
    if (counted.runs.length > before || asked.length > 0) guilty.push(payload);
    asked.length = 0;
  }
  expect(guilty).toEqual([]);
  expect(counted.runs).toEqual([]);
  await page.context().close();
});

it("raw markup in title, text and content of an advertisement runs nothing on the portal", async () => {
  const { page, context, faults } = await openPage(browser, { origin: site().origin });
  const counted = await countRuns(context);
  await page.goto(`${site().origin}/?mac=02:00:00:00:00:15&routerId=${visitors().routerId}`);
  await page.locator(".ad-press").waitFor();
  const counter = page.locator(".ad-count");
  for (const index of raw.keys()) {
    expect(await counter.innerText()).toBe(`Advertisement ${index + 1} of ${raw.length}`);
    // As text, to the letter.
    if (index % 25 === 0) expect(await page.locator("#ads h1").textContent()).toBe(raw[index]?.title);
    await page.evaluate("document.querySelector('.ad-buttons .button-main').click()");
  }
  await page.locator("#ads").waitFor({ state: "detached" });
  expect(counted.runs).toEqual([]);
  // What the policy blocks it also reports; that is its work, not a fault.
  const blocked =
    /Content Security Policy|sandboxed|Failed to load|Unsafe attempt|attachShadow|Blocked|Refused|may not be used as base URLs/;
  expect(faults.filter((fault) => !blocked.test(fault))).toEqual([]);
  await context.close();
});

it("and nothing in the first answer, whichever advertisement it shows", async () => {
  const { page, context, faults } = await openPage(browser, { origin: site().origin });
  const counted = await countRuns(context);
  for (let index = 0; index < raw.length; index += 12) {
    await page.goto(`${site().origin}/?ad=${index}&mac=02:00:00:00:00:16&routerId=${visitors().routerId}`);
    await page.locator("#ads iframe").waitFor();
  }
  expect(counted.runs).toEqual([]);
  expect(faults.filter((fault) => fault.startsWith("foreign") || fault.startsWith("dialog"))).toEqual([]);
  await context.close();
});

it("addresses of scripts are no website to visit", async () => {
  const { page, context } = await openPage(browser, { origin: site().origin });
  await page.goto(`${site().origin}/?mac=02:00:00:00:00:17&routerId=${visitors().routerId}`);
  await page.locator(".ad-press").waitFor();
  expect(await page.getByText("Visit Website").count()).toBe(0);
  expect(await page.locator("[href^='javascript'], [href^='data:text']").count()).toBe(0);
  await context.close();
});
