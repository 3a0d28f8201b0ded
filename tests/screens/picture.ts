import type { Page } from "playwright-core";

const patienceMs = 4_000;

/** As the page looks for whoever has it before them now, without what moves. */
const snap = (page: Page) => page.screenshot({ animations: "disabled", caret: "hide" });

/**
 * A picture of a page that has come to rest: another width may ask for a table or a chart that is a file of its own, and
 * what counts the seconds never rests. Skeletons are waited for unless they are what is shown.
 * @throws Error when rows are still awaited after ten seconds
 */
export async function pictureOf(page: Page, isReading: boolean): Promise<Buffer> {
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  if (!isReading) {
    await page
      .locator(".mantine-Skeleton-root:visible")
      .first()
      .waitFor({ state: "hidden", timeout: 10_000 });
    // Pictures that are on the page already; those further down are loaded when they are scrolled to.
    await page.waitForFunction(
      '[...document.images].every((image) => image.complete || image.loading === "lazy")',
      undefined,
      { timeout: 10_000 },
    );
  }
  let picture = await snap(page);
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    const next = await snap(page);
    const awaited = isReading ? 0 : await page.locator(".mantine-Skeleton-root:visible").count();
    if (awaited === 0 && next.equals(picture)) return next;
    picture = next;
  }
  return picture;
}
