import { type Answers, answer } from "./answer.ts";
import { at, come, done, type Provoke, refused } from "./world.ts";

// Revenue analytics.

const listed = [
  { providerId: "p1", provider: "Coast WiFi", revenue: 7_500, transactions: 300 },
  { providerId: "p2", provider: "Hill WiFi", revenue: 2_500, transactions: 50 },
];
const stats = {
  ...{ totalProviders: 2, activeProviders: 2, totalRouters: 20, onlineRouters: 17 },
  ...{ totalRevenue: 10_000, monthlyRevenue: 10_000 },
  trends: { newProviders: 0, newRouters: 0, revenue: null, month: null },
};
const answers: Answers = {
  "GET superadmin/revenue": {
    json: { revenue: 10_000, transactions: 350, providers: 2, average: 5_000 },
  },
  "GET superadmin/revenue/providers": { json: listed },
  "GET superadmin/stats": { json: stats },
};

export const revenueProvocations = {
  async "revenue analytics"(world) {
    const operator = await at(world, "revenue", { answers });
    const { page } = operator;
    await page.getByRole("region", { name: "Top Performing Provider" }).waitFor();
    await page.getByText("17", { exact: true }).waitFor();
    const rows = await page.locator("tbody tr").allInnerTexts();
    return done(operator, { rows: rows.map((text) => text.replace(/\s+/g, " ")) });
  },

  async "revenue that cannot be read"(world) {
    const operator = await come(world);
    await answer(operator, { ...answers, "GET superadmin/revenue/providers": refused });
    await operator.open("/superadmin/revenue");
    await operator.page.getByText("Error Loading Revenue").waitFor();
    return done(operator);
  },
} satisfies Record<string, Provoke>;
