import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// Revenue analytics in a real browser; what the page says stands in tests/ui/superadmin/revenue.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("ranks the site's providers on a phone, and saves them as a file", async () => {
  const operator = await ConsoleOperator.come(site(), browser, { width: 360 });
  const { page } = operator;
  await operator.open("/superadmin/revenue");
  const list = page.getByRole("list", { name: "Provider Revenue Breakdown" });
  await list.getByRole("listitem").filter({ hasText: "Demo WiFi" }).waitFor();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines.length - 1).toBe(await list.getByRole("listitem").count());
  expect(operator.faults).toEqual([]);
  await operator.leave();
});
