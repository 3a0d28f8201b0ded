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
    seedManySales(tenantDatabase(demo.id), demo, { payments: 400, vouchers: 60, days: 40, now: Date.now() }),
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
