import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Day } from "./transactions.ts";

export const ReportKind = z.enum(["revenue", "usage", "customers"]);
export type ReportKind = z.infer<typeof ReportKind>;

/** Both days count, in Africa/Nairobi; at most 366 of them. */
export const ReportQuery = z.object({ from: Day, to: Day });

const range = { from: Day, to: Day };

export const RevenueReport = z.object({
  ...range,
  totals: z.object({
    payments: z.int(),
    revenue: z.number(),
    vouchers: z.int(),
    voucherSales: z.number(),
    /** Given to try, for nothing. */
    trials: z.int(),
  }),
  days: z.array(
    z.object({
      day: Day,
      payments: z.int(),
      revenue: z.number(),
      vouchers: z.int(),
      voucherSales: z.number(),
    }),
  ),
  routers: z.array(
    z.object({ routerId: z.string(), name: z.string(), payments: z.int(), revenue: z.number() }),
  ),
  plans: z.array(z.object({ planName: z.string(), payments: z.int(), revenue: z.number() })),
  /** The parts of the revenue: hotspot plans, lines of homes and offices by gateways, and cash for lines. They add up to it. */
  services: z.array(
    z.object({ service: z.enum(["hotspot", "lines", "cash"]), payments: z.int(), revenue: z.number() }),
  ),
});
export type RevenueReport = z.infer<typeof RevenueReport>;

export const UsageReport = z.object({
  ...range,
  totals: z.object({
    bytesUploaded: z.number(),
    bytesDownloaded: z.number(),
    seconds: z.number(),
    devices: z.int(),
  }),
  days: z.array(
    z.object({
      day: Day,
      bytesUploaded: z.number(),
      bytesDownloaded: z.number(),
      seconds: z.number(),
      devices: z.int(),
    }),
  ),
});
export type UsageReport = z.infer<typeof UsageReport>;

export const CustomerReport = z.object({
  ...range,
  totals: z.object({ customers: z.int(), fresh: z.int(), returning: z.int(), revenue: z.number() }),
  customers: z.array(
    z.object({
      phoneNumber: z.string(),
      payments: z.int(),
      revenue: z.number(),
      firstPayment: Moment,
      lastPayment: Moment,
    }),
  ),
});
export type CustomerReport = z.infer<typeof CustomerReport>;

const report = {
  audience: ["provider"],
  roles: ["owner"],
  scope: "read:reports",
  method: "GET",
  query: ReportQuery,
} as const;

export const revenueReport = endpoint({
  ...report,
  name: "revenueReport",
  summary: "Completed payments and redeemed vouchers per day, router and plan",
  path: "/api/admin/reports/revenue",
  answer: RevenueReport,
});

export const usageReport = endpoint({
  ...report,
  name: "usageReport",
  summary: "Traffic, time online and devices per day",
  path: "/api/admin/reports/usage",
  answer: UsageReport,
});

export const customerReport = endpoint({
  ...report,
  scope: "read:visitors",
  name: "customerReport",
  summary: "Payers of the range by what they paid",
  path: "/api/admin/reports/customers",
  answer: CustomerReport,
});

export const RecentReport = z.object({
  id: z.string(),
  kind: ReportKind,
  from: Day,
  to: Day,
  at: Moment,
  by: z.string(),
});
export type RecentReport = z.infer<typeof RecentReport>;

export const recentReports = endpoint({
  name: "recentReports",
  summary: "The last 20 reports that this provider made",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/reports",
  answer: z.array(RecentReport),
});

export const noteReport = endpoint({
  name: "noteReport",
  summary: "A report was made: it is listed among the recent ones",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/reports",
  body: z.strictObject({ kind: ReportKind, from: Day, to: Day }),
  answer: RecentReport,
});
