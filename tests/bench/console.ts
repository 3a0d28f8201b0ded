import { nairobiDay } from "#contract/values/duration";
import { seedManySales } from "../seed/many-sales.ts";
import type { TwoProviders } from "../seed/two-providers.ts";
import { originOf, signIn } from "../support/site/console.ts";
import type { SiteDatabases } from "../support/site/open-database.ts";
import type { Site } from "../support/site/site.ts";

/** What the console lists here: a year of the other provider's trade, so that what visitors do is measured as before. */
export function fillConsole({ tenantDatabase }: SiteDatabases, { savanna }: TwoProviders): Promise<void> {
  return seedManySales(tenantDatabase(savanna.id), savanna, {
    payments: 100_000,
    vouchers: 10_000,
    days: 365,
    now: Date.now(),
  });
}

/** `isMain`: one of those by which the console is judged; the others are measured by `npm run bench -- console`. */
type ConsolePage = { what: string; isMain: boolean; host: string; path: string; cookie: string };

const main = [
  "first page of 106,000 transactions",
  "first page of 10,000 vouchers",
  "first page of 5,000 users",
  "dashboard figures",
  "revenue report, 30 days",
  "usage report, 30 days",
  "customer report, 30 days",
];

/** The calls behind the console's screens, by a signed-in admin. */
export async function consolePages(site: Site): Promise<ConsolePage[]> {
  const { savanna } = site.seeded;
  const cookie = await signIn(site, savanna);
  const { host } = new URL(originOf(site, savanna));
  const day = (ago: number) => nairobiDay(Date.now() - ago * 86_400_000);
  const month = `from=${day(29)}&to=${day(0)}`;
  const routerId = savanna.routers[0]?.id ?? "";
  const calls: [what: string, path: string][] = [
    ["first page of 106,000 transactions", "/transactions?page=1&pageSize=50"],
    ["newest 20 transactions", "/transactions/recent"],
    ["page 1,000 of the transactions", "/transactions?page=1000&pageSize=50"],
    ["transactions of a phone", "/transactions?page=1&pageSize=50&q=0700000042"],
    ["transactions of 30 days", `/transactions?page=1&pageSize=50&${month}`],
    ["first page of 10,000 vouchers", "/vouchers?page=1&pageSize=50"],
    ["voucher figures", "/vouchers/stats"],
    ["first page of 5,000 users", "/users?page=1&pageSize=50"],
    ["dashboard figures", "/stats"],
    ["figures of a router", `/routers/${routerId}/stats`],
    ["figures of the payments page", "/payments/stats"],
    ["revenue of 30 days", "/revenue/daily"],
    ["revenue report, 30 days", `/reports/revenue?${month}`],
    ["revenue report, a year", `/reports/revenue?from=${day(364)}&to=${day(0)}`],
    ["usage report, 30 days", `/reports/usage?${month}`],
    ["customer report, 30 days", `/reports/customers?${month}`],
  ];
  return calls.map(([what, path]) => ({
    what,
    isMain: main.includes(what),
    host,
    path: `/api/admin${path}`,
    cookie,
  }));
}
