import type { Page } from "playwright-core";

/** What was found where a row of docs/behaviour/visitor-portal.md was provoked. */
export type Evidence = {
  /** All that can be read, as it stands on the page. */
  text: string;
  /** Titles and texts of the toasts that were seen, in order. */
  toasts: string[];
  /** Whatever else was measured; times in ms unless the name says otherwise. */
  facts: Record<string, unknown>;
};

export async function readPage(page: Page, facts: Evidence["facts"] = {}): Promise<Evidence> {
  const text = (await page.locator("body").innerText()).replace(/\s+/g, " ");
  return { text, toasts: await toastsOf(page), facts };
}

/** Title and text of what is toasted right now, with " - " between; waits until there is one. */
export async function toastOf(page: Page): Promise<string> {
  const toast = page.locator(".toasts .toast-words");
  await toast.waitFor();
  return joined(await toast.locator(":scope > *").allInnerTexts());
}

async function toastsOf(page: Page): Promise<string[]> {
  const toasts = await page.locator(".toasts .toast-words").all();
  return Promise.all(toasts.map(async (toast) => joined(await toast.locator(":scope > *").allInnerTexts())));
}

const joined = (parts: string[]) => parts.map((part) => part.trim()).join(" - ");

/**
 * Lets the page's own clock run in small steps until something is so; answers how long that took on that clock. Between
 * the steps answers of the server may come in. The clock must have been installed and paused.
 */
export async function runUntil(
  page: Page,
  so: () => Promise<boolean> | boolean,
  { step = 100, limit = 20_000 }: { step?: number; limit?: number } = {},
): Promise<number> {
  for (let passed = 0; passed <= limit; passed += step) {
    if (await so()) return passed;
    await page.clock.runFor(step);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Number.POSITIVE_INFINITY;
}

/** Stops the page's clock where it is, or as soon after as this machine gets there: no clock is stopped in the past. */
export async function pauseClock(page: Page): Promise<void> {
  for (let ahead = 50; ; ahead *= 2) {
    const now = await page.evaluate<number>("Date.now()");
    try {
      return await page.clock.pauseAt(new Date(now + ahead));
    } catch (cause) {
      if (ahead > 800 || !String(cause).includes("to the past")) throw cause;
    }
  }
}
