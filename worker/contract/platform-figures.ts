import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { RouterParams } from "./routers.ts";
import { Said } from "./said.ts";
import { Day, ListQuery } from "./transactions.ts";

// The operator's figures: completed gateway payments in KES, in days of Africa/Nairobi
// (docs/behaviour/operator-console.md, OC-71).

const RevenueOfDay = z.object({ day: Day, revenue: z.number(), count: z.int() });

export const PlatformStats = z.object({
  totalProviders: z.int(),
  activeProviders: z.int(),
  totalRouters: z.int(),
  onlineRouters: z.int(),
  totalRevenue: z.number(),
  monthlyRevenue: z.number(),
  /** Until now, and the whole day before. */
  today: z.object({ revenue: z.number(), transactions: z.int(), yesterday: z.number() }),
  /** The last 30 days with today, oldest first. */
  days: z.array(RevenueOfDay),
  /** The same a while ago, from which the cards compute their trends; null where there was nothing to compare with. */
  trends: z.object({
    /** Providers and routers added in the last 30 days. */
    newProviders: z.int(),
    newRouters: z.int(),
    /** Percent: the last 30 whole days against the 30 before. */
    revenue: z.number().nullable(),
    /** Percent: this month so far against the same days of the month before. */
    month: z.number().nullable(),
  }),
});
export type PlatformStats = z.infer<typeof PlatformStats>;

export const platformStats = endpoint({
  name: "platformStats",
  summary: "The platform at a glance",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/stats",
  answer: PlatformStats,
});

export const ProviderRevenue = z.object({
  today: z.number(),
  /** Whether it sells. */
  selling: z.object({
    /** Payments that came in today. */
    count: z.int(),
    lastAt: Moment.nullable(),
    /** Of the payments asked for in the last 24 hours, those that ended so. */
    completed: z.int(),
    failed: z.int(),
    /** Paid, and what was bought is not let out yet. */
    notActivated: z.int(),
    /** Plans that visitors can buy. 0.2.1 does not say it, and may answer for a while beside this version. */
    plansOnSale: z.int().optional(),
  }),
  thisMonth: z.number(),
  allTime: z.number(),
  /** All completed payments of all time by where the money went; their sum less `refunded` is `allTime`. */
  settlements: z.object({ direct: z.number(), collected: z.number(), diverted: z.number() }),
  refunded: z.number(),
  /** What is open, by the books. */
  balances: z.object({
    /** Collected by the platform, less what went back of it. */
    owed: z.number(),
    /** Diverted to central accounts, less what went back of it: nothing is agreed about it. */
    divertedNotSettled: z.number(),
    /** Invoices, less what was verified as paid. */
    feesOwed: z.number(),
  }),
});
export type ProviderRevenue = z.infer<typeof ProviderRevenue>;

export const providerRevenue = endpoint({
  name: "providerRevenue",
  summary: "What one provider took, and whether it sells",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/revenue/providers/:id",
  params: z.object({ id: z.string().max(64) }),
  answer: ProviderRevenue,
});

export const RouterRevenue = z.object({ today: z.number(), thisMonth: z.number(), total: z.number() });
export type RouterRevenue = z.infer<typeof RouterRevenue>;

export const routerRevenue = endpoint({
  name: "routerRevenue",
  summary: "What was sold on one router, under whichever provider",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/routers/:id/revenue",
  params: RouterParams,
  answer: RouterRevenue,
});

export const routersRevenue = endpoint({
  name: "routersRevenue",
  summary: "The same for a page of routers; a router whose figures failed carries the reason",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/routers/revenue",
  /** Ids, separated by commas: at most 100. */
  query: z.object({ ids: optional(z.string().max(4_000)) }),
  answer: z.array(
    z.object({ routerId: z.string(), revenue: RouterRevenue.nullable(), error: Said.nullable() }),
  ),
});

const Days = { from: optional(Day), to: optional(Day) };

export const platformRevenue = endpoint({
  name: "platformRevenue",
  summary: "What all providers took in a range of days, of all time without one",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/revenue",
  query: z.strictObject(Days),
  answer: z.object({
    revenue: z.number(),
    transactions: z.int(),
    providers: z.int(),
    /** Revenue by provider, those without a sale counted. */
    average: z.number(),
    /** Up to 92 days one by one, else by month, named by its first day; the first is that of the first sale. */
    series: z.array(RevenueOfDay),
    by: z.enum(["day", "month"]),
  }),
});

export const RevenueOfProvider = z.object({
  providerId: z.string(),
  provider: z.string(),
  revenue: z.number(),
  transactions: z.int(),
});
export type RevenueOfProvider = z.infer<typeof RevenueOfProvider>;

export const revenueOfProviders = endpoint({
  name: "revenueOfProviders",
  summary: "Revenue per provider, most first; all providers, in a range of days or of all time",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/revenue/providers",
  query: ListQuery.extend(Days),
  answer: z.array(RevenueOfProvider),
});
