import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
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

export type PageOptions = {
  origin: string;
  width?: number;
  height?: number;
  scripts?: boolean;
  /** As the phone's settings say it; English unless told. */
  language?: string;
  dark?: boolean;
  userAgent?: string;
  /** The sheet of an iPhone: storage throws, cookies are not kept, windows do not open. */
  captiveSheet?: boolean;
};

export type PageWatch = {
  page: Page;
  context: BrowserContext;
  faults: string[];
  /** Everything that was asked for, `GET /path`, in order. */
  requests: string[];
  /** Those that have had no answer yet, or whose answer has not ended. */
  waiting: Set<Request>;
};

/** A page that remembers what it asked for and what went wrong in it: errors, refused loads, requests to anybody else. */
export async function openPage(browser: Browser, options: PageOptions): Promise<PageWatch> {
  const { width = 360, height = 740, scripts = true, origin, language = "en-KE", dark, userAgent } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    javaScriptEnabled: scripts,
    reducedMotion: "reduce",
    locale: language,
    colorScheme: dark ? "dark" : "light",
    ...(userAgent ? { userAgent } : {}),
  });
  // A machine with a load of 20 was seen to take 15 s for a page that it draws in one.
  context.setDefaultTimeout(30_000);
  if (options.captiveSheet) await likeACaptiveSheet(context);
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  const waiting = new Set<Request>();
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // A refused voucher or payment is an answer, not a fault; the browser logs its status by itself.
    if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on("requestfinished", (request) => waiting.delete(request));
  page.on("requestfailed", (request) => waiting.delete(request));
  page.on("request", (request) => {
    waiting.add(request);
    const url = new URL(request.url());
    requests.push(`${request.method()} ${url.pathname}`);
    if (url.protocol.startsWith("http") && url.origin !== new URL(origin).origin)
      faults.push(`foreign: ${request.url()}`);
  });
  return { page, context, faults, requests, waiting };
}

/** Opens a console's page and waits for its heading. @throws Error with what is there instead of one */
export async function openHeaded({ page, faults, waiting }: PageWatch, address: string): Promise<void> {
  await page.goto(address);
  try {
    await page.locator("h1").first().waitFor();
  } catch (cause) {
    const text = await page.locator("body").innerText();
    const unanswered = Array.from(waiting, (request) => request.url());
    const found = JSON.stringify({ text, faults, unanswered });
    throw new Error(`no heading at ${address}: ${found}`, { cause });
  }
}

const withoutStorage = `
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
    });
  }
  window.open = () => null;
`;

async function likeACaptiveSheet(context: BrowserContext): Promise<void> {
  await context.addInitScript(withoutStorage);
  // Asked in the browser's place under another name of this machine: cookies of that name are never sent to the site's.
  await context.route("**/*", async (route) => {
    const { host, port, pathname, search } = new URL(route.request().url());
    const headers = { ...route.request().headers(), host };
    const response = await route.fetch({
      url: `http://127.0.0.1:${port}${pathname}${search}`,
      headers,
      maxRedirects: 0,
    });
    const { "set-cookie": _refused, ...answered } = response.headers();
    await route.fulfill({ response, headers: answered });
  });
}

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] as const;

/** WCAG 2.2 AA, and no sideways scroll. @param without selector of what is left out */
export async function expectAccessible(page: Page, without?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags([...wcag]);
  await expectNoFault(page, without === undefined ? axe : axe.exclude(without));
}

/**
 * The same of what stands above a page: what it brings along must not be a second head of the page.
 * @param within selector of what alone is looked at
 */
export async function expectAccessibleAbove(page: Page, within?: string): Promise<void> {
  const rules = { "landmark-no-duplicate-banner": { enabled: true } };
  await expectNoFault(page, axeWithin(page, within).options({ runOnly: [...wcag], rules }));
}

/** The same for a page that is known to be accessible, in other colours: what depends on them. */
export async function expectReadable(page: Page, within?: string): Promise<void> {
  await expectNoFault(page, axeWithin(page, within).withRules(["color-contrast", "link-in-text-block"]));
}

/** Of a part it is a tenth of the time: the page behind is not walked, and no page is opened to put frames together. */
function axeWithin(page: Page, within: string | undefined): AxeBuilder {
  const axe = new AxeBuilder({ page });
  return within === undefined ? axe : axe.include(within).setLegacyMode(true);
}

/** Colours of a theme that was just chosen fade in: in between a contrast is of neither. Spinners, and what goes by scrolling, have no end. */
export async function fadesEnd(page: Page): Promise<void> {
  await page.evaluate(fadesEnded);
}

const fadesEnded = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 5000)
    .map((one) => one.finished)))`;

async function expectNoFault(page: Page, axe: AxeBuilder): Promise<void> {
  await fadesEnd(page);
  // Where no script may run axe waits for one for ever.
  const { violations } = await axe.exclude("iframe[sandbox='']").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual(
    [],
  );
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow).toBe(0);
}
