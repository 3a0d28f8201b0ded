import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { seedManySales } from "../seed/many-sales.ts";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// The dashboard in a real browser, of a provider with forty days of sales. What it says stands in
// tests/ui/admin/dashboard.test.ts.

const { site } = testSite({
  fill: ({ tenantDatabase }, { demo }) =>
    seedManySales(tenantDatabase(demo.id), demo, { payments: 440, vouchers: 60, days: 40, now: Date.now() }),
});
const browser = testBrowser();

it("shows the server's figures, and thirty days as a chart and a table with one sum, on a phone", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  await admin.open("/admin/dashboard");
  const read = <T>(path: string) =>
    page.evaluate<T>(`fetch("/api/admin/${path}").then((answer) => answer.json())`);
  const kes = (amount: number) => `KSh ${amount.toLocaleString("en-US", { maximumFractionDigits: 2 })}`;
  const { totalRevenue } = await read<{ totalRevenue: number }>("stats");
  expect(totalRevenue).toBeGreaterThan(0);
  const card = page.getByRole("main").getByRole("link", { name: /^Total Revenue/ });
  await card.getByText(kes(totalRevenue), { exact: true }).waitFor();
  const panel = page.getByRole("region", { name: "Revenue, last 30 days" });
  // Its files come when one scrolls to it, and nothing moves when it is drawn.
  const still = await panel.boundingBox();
  expect(await page.locator(".recharts-wrapper").count()).toBe(0);
  await panel.scrollIntoViewIfNeeded();
  await panel.locator(".recharts-bar-rectangle").first().waitFor({ state: "attached" });
  expect((await panel.boundingBox())?.height).toBe(still?.height);
  const days = await read<{ revenue: number }[]>("revenue/daily");
  const sum = kes(days.reduce((all, { revenue }) => all + revenue, 0));
  await panel.getByText(sum, { exact: true }).first().waitFor();
  expect(await panel.getByRole("table").getByRole("row").count()).toBe(31);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page);
  }
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("begins with yesterday, whose lines open their rows, and leads to where it is sent from each morning", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  await admin.open("/admin/dashboard");
  const { morning } = await page.evaluate<{ morning: { day: string; revenue: number; notRenewed: number } }>(
    `fetch("/api/admin/stats").then((answer) => answer.json())`,
  );
  expect(morning.revenue).toBeGreaterThan(0);
  const card = page.getByRole("region", { name: "Yesterday" });
  const money = card.getByRole("link", { name: /^KSh / });
  await card.locator("summary").waitFor();
  // It is folded from noon on.
  if (!(await money.isVisible())) await card.locator("summary").click();
  await money.waitFor();
  const amount = morning.revenue.toLocaleString("en-US", { maximumFractionDigits: 2 });
  expect(await money.textContent()).toBe(`KSh ${amount}`);
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN;
  expect(await top(card)).toBeLessThan(await top(page.getByRole("link", { name: /^Today / })));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page);
  }
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  await card.getByRole("link", { name: "Have it sent to you each morning" }).click();
  await page
    .getByRole("radiogroup", { name: "Each morning by" })
    .getByText("E-mail", { exact: true })
    .click();
  await page.getByLabel("At", { exact: true }).selectOption("08:00");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Settings Saved").waitFor();
  await page.getByRole("switch", { name: /^SMS when a router is away/ }).click();
  await page.getByText(/^No SMS account is typed yet\./).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page);
  }
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
