import type { Page, Request } from "playwright-core";

/**
 * Stops the page's clock, so that polling can be counted: answers that take long on a slow machine take no time of the
 * page's. Call it before the page is opened.
 */
export async function stoppableClock(page: Page): Promise<{
  /** Everything that was due is read; from now on time stands still. */
  stop(): Promise<void>;
  /** Lets this many seconds pass, one by one, and waits for the answers of each. */
  pass(seconds: number): Promise<void>;
}> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  const startedAt = Date.now();
  await page.clock.install({ time: startedAt });
  const settle = async () => {
    const end = Date.now() + 15_000;
    // Asked twice: the first answer lets the page ask for more.
    for (let quiet = 0; quiet < 2; quiet = open.size === 0 ? quiet + 1 : 0) {
      if (Date.now() > end) throw new Error("the page never stops asking");
      await page.evaluate("Promise.resolve()");
      if (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    async stop() {
      await page.clock.pauseAt(startedAt + 3_600_000);
      await settle();
    },
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1_000);
        await settle();
      }
    },
  };
}
