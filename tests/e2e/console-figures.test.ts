import { expect, it } from "vitest";
import { seedManySales } from "../seed/many-sales.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// Every figure of the provider console opens exactly the rows that make it: all of them are pressed, and the rows that the
// page then reads are added up.

const { site } = testSite({
  fill: ({ tenantDatabase }, { demo }) =>
    seedManySales(tenantDatabase(demo.id), demo, { payments: 400, vouchers: 60, days: 40, now: Date.now() }),
});
const browser = testBrowser();

type Row = { amount?: number; refunded?: number };
type Read = { total: number; sum: number };
const lists: Record<string, string> = {
  "/admin/payments": "/api/admin/transactions",
  "/admin/users": "/api/admin/users",
  "/admin/vouchers": "/api/admin/vouchers",
};
const figureOf = (text: string) => Number(/(?:KSh )?([\d,]+(?:\.\d+)?)/.exec(text)?.[1]?.replaceAll(",", ""));

/** Opens a figure's address and adds up all rows of the list that the page reads there. */
async function rowsBehind(admin: ConsoleAdmin, address: string): Promise<Read> {
  const call = lists[address.split("?")[0] ?? ""];
  const [answer] = await Promise.all([
    admin.page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return pathname === call && searchParams.get("pageSize") === "25";
    }),
    admin.open(address),
  ]);
  const asked = new URL(answer.url());
  asked.searchParams.set("pageSize", "1000");
  const rows = await admin.page.evaluate<Row[]>(
    `fetch(${JSON.stringify(asked.pathname + asked.search)}).then((answer) => answer.json())`,
  );
  const sum = rows.reduce((all, { amount = 0, refunded = 0 }) => all + amount - refunded, 0);
  return { total: Number(answer.headers()["x-total-count"]), sum: Math.round(sum * 100) / 100 };
}

it("the rows behind every figure of dashboard, payments, users and vouchers add up to it", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  const wrong: string[] = [];
  let walked = 0;
  for (const from of ["dashboard", "payments", "users", "vouchers"]) {
    await admin.open(`/admin/${from}`);
    await page.waitForLoadState("networkidle");
    const links =
      from === "dashboard"
        ? "main a[href^='/admin/payments?'], main a[href^='/admin/users?']"
        : "nav[aria-label=Figures] a";
    const figures = await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll(${JSON.stringify(links)})].map((link) => [link.textContent, link.getAttribute("href")])`,
    );
    for (const [text, address] of figures) {
      const { total, sum } = await rowsBehind(admin, address);
      walked += 1;
      if (text.includes("%")) {
        const all = await rowsBehind(admin, "/admin/payments?type=payment&status=completed");
        const rate = Math.floor((all.total / (all.total + total)) * 1_000) / 10;
        if (Math.abs(rate - figureOf(text)) > 0.05) wrong.push(`${from}: ${text} is ${rate}`);
      } else {
        const counted = text.includes("KSh") ? sum : total;
        if (counted !== figureOf(text)) wrong.push(`${from}: ${text} (${address}) is ${counted}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(walked).toBeGreaterThanOrEqual(17);
  await admin.leave();
}, 240_000);
