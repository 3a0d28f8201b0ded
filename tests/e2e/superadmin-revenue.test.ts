import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// Revenue analytics of the super admin console.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const listed = [
  { providerId: "a", provider: "Amani WiFi", revenue: 7_500, transactions: 300 },
  { providerId: "b", provider: "=Baraka Net", revenue: 2_000.5, transactions: 41 },
  { providerId: "c", provider: "Chui", revenue: 0, transactions: 0 },
];
const total = { revenue: 9_500.5, transactions: 341, providers: 3, average: 3_166.83 };

async function come(width = 1280, asked: string[] = []) {
  const operator = await ConsoleOperator.come(site(), browser, { width });
  await operator.page.route(/\/api\/superadmin\/revenue(\?|\/providers|$)/, async (route) => {
    const url = new URL(route.request().url());
    asked.push(`${url.pathname}${url.search}`);
    if (!url.pathname.endsWith("/providers")) return route.fulfill({ json: total });
    const size = Number(url.searchParams.get("pageSize") ?? 1_000);
    const q = (url.searchParams.get("q") ?? "").toLowerCase();
    const found = listed.filter(({ provider }) => provider.toLowerCase().includes(q));
    const headers = { "x-total-count": String(found.length) };
    return route.fulfill({ json: found.slice(0, size), headers });
  });
  const trends = { newProviders: 0, newRouters: 0, revenue: null, month: null };
  const stats = {
    ...{ totalProviders: 3, activeProviders: 3, totalRouters: 20, onlineRouters: 17 },
    ...{ totalRevenue: 9_500.5, monthlyRevenue: 0, trends },
  };
  await operator.page.route("**/api/superadmin/stats", (route) => route.fulfill({ json: stats }));
  return operator;
}

it.each([360, 1280])(
  "ranks the providers with their share, four figures above them, %i px wide",
  async (width) => {
    const operator = await come(width);
    const { page } = operator;
    await operator.open("/superadmin/revenue");
    await page.getByRole("heading", { level: 1, name: "Revenue Analytics" }).waitFor();
    const card = (name: string) =>
      page.locator(".mantine-Card-root").filter({ has: page.getByText(name, { exact: true }) });
    for (const [name, text] of [
      ["Total System Revenue", /KSh 9,500\.50\s+All time/],
      ["Total Transactions", /341\s+All time/],
      ["Average per Provider", /KSh 3,166\.83\s+3 providers/],
      ["Active Routers", /17\s+online right now/],
    ] as const)
      await expect.poll(() => card(name).innerText()).toMatch(text);
    const top = page.getByRole("region", { name: "Top Performing Provider" });
    await expect
      .poll(() => top.innerText())
      .toMatch(/Amani WiFi[\s\S]*300 transactions · 78\.9 % of all revenue/);
    const rows =
      width < 640
        ? page.getByRole("list", { name: "Provider Revenue Breakdown" }).getByRole("listitem")
        : page.locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(3);
    const said = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    for (const [place, parts] of [
      ["1", "Amani WiFi", "KSh 7,500", "78.9 %"],
      ["2", "=Baraka Net", "KSh 2,000.50", "21.1 %"],
      ["3", "Chui", "KSh 0", "0.0 %"],
    ].entries())
      for (const part of parts) expect(said[place]).toContain(part);
    expect(await rows.first().getByRole("link").getAttribute("href")).toBe("/superadmin/providers/a/profile");
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  },
);

it("asks for the chosen days, keeps them in the address, and searches by name", async () => {
  const asked: string[] = [];
  const operator = await come(1280, asked);
  const { page } = operator;
  await operator.open("/superadmin/revenue?from=2026-11-01&to=2026-11-20");
  await page.getByText("1 Nov 2026 – 20 Nov 2026").first().waitFor();
  expect(asked).toContain("/api/superadmin/revenue?from=2026-11-01&to=2026-11-20");
  await page.getByRole("searchbox", { name: "Search providers" }).fill("chui");
  await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("q")).toBe("chui");
  await page.getByRole("searchbox", { name: "Search providers" }).fill("nobody");
  await page.getByText("No provider of this name").waitFor();
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect.poll(() => page.locator("tbody tr").count()).toBe(3);
  await operator.leave();
});

it("saves all providers as a file, in which nothing runs", async () => {
  const operator = await come();
  const { page } = operator;
  await operator.open("/superadmin/revenue?from=2026-11-01&to=2026-11-20");
  await page.locator("tbody tr").first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("revenue-2026-11-01-to-2026-11-20.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("Rank,Provider,Revenue (KES),Transactions,Share (%)");
  expect(lines[1]).toBe("1,Amani WiFi,7500,300,78.9");
  expect(lines[2]).toContain("'=Baraka Net");
  await page.getByText("Exported").waitFor();
  await operator.leave();
});

it("says when it cannot be read, and reads again when asked to", async () => {
  const operator = await ConsoleOperator.come(site(), browser);
  const { page } = operator;
  let broken = true;
  await page.route(/\/api\/superadmin\/revenue/, (route) =>
    broken ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await operator.open("/superadmin/revenue");
  await page.getByText("Error Loading Revenue").waitFor();
  broken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("tbody tr").filter({ hasText: "Demo WiFi" }).waitFor();
  await operator.leave();
});
