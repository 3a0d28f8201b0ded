import { brotliCompressSync, constants } from "node:zlib";
import type { Browser } from "playwright-core";
import { scriptsOf } from "../support/site/answers-of.ts";
import { ask } from "../support/site/ask.ts";
import { openPage } from "../support/site/browser.ts";
import type { Measure } from "./measure.ts";

// What the visitor's first answer weighs. Cloudflare compresses pages on the way at quality 4; files may be compressed
// harder, so scripts are given at both ends.

const rounded = (value: number) => Math.round(value * 10) / 10;

/** KB after brotli. */
export function squeezed(text: string, quality: number): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length / 1024;
}

/** @param origin of a provider with 12 plans, on a site with 3 advertisements */
export async function portalWeight(browser: Browser, origin: string): Promise<Measure[]> {
  const place = "mac=02:00:00:00:00:33";
  const first = await ask(origin, `/?${place}`);
  const styles = [...first.text.matchAll(/<style>([\s\S]*?)<\/style>/g)]
    .map(([, style = ""]) => style)
    .join("");
  const withAds = await weigh(browser, origin, "en-KE", `/?${place}`);
  return [
    { what: "first answer, 12 plans and 3 ads, brotli 4", value: squeezed(first.text, 4), budget: 12 },
    { what: "of it CSS, brotli 4", value: squeezed(styles, 4), budget: null },
    {
      what: "script of the home page, English, brotli 11",
      value: (await home(browser, origin, "en-KE"))(11),
      budget: 75,
    },
    {
      what: "script of the home page, Swahili, brotli 11",
      value: (await home(browser, origin, "sw-KE"))(11),
      budget: 75,
    },
    {
      what: "script of the home page, English, brotli 4",
      value: (await home(browser, origin, "en-KE"))(4),
      budget: null,
    },
    { what: "script with advertisements, English, brotli 11", value: withAds(11), budget: null },
  ].map((measure) => ({ ...measure, value: rounded(measure.value), unit: "KB" as const }));
}

const home = (browser: Browser, origin: string, language: string) =>
  weigh(browser, origin, language, "/?ads=seen&mac=02:00:00:00:00:34");

/** Every script that a page loads by itself. */
async function weigh(
  browser: Browser,
  origin: string,
  language: string,
  path: string,
): Promise<(quality: number) => number> {
  const { page, context } = await openPage(browser, { origin, language });
  const scripts = scriptsOf(page);
  await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
  const texts = await scripts();
  await context.close();
  return (quality) => texts.reduce((sum, text) => sum + squeezed(text, quality), 0);
}

/** How many requests have been answered when the first plan can be chosen: all others are held back. */
export async function requestsBeforePlans(browser: Browser, origin: string): Promise<Measure> {
  const { page, context } = await openPage(browser, { origin });
  let answered = 0;
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return;
    answered += 1;
    await route.continue();
  });
  await page.goto(`${origin}/?ads=seen&mac=02:00:00:00:00:35`, { waitUntil: "commit" });
  await page.locator(".plan").getByText("Select Plan").first().waitFor();
  await context.close();
  return { what: "requests before plans are visible", value: answered, unit: "requests", budget: 1 };
}
