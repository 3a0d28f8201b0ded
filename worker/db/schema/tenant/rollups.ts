import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { copiedColumns } from "./copied.ts";

// Sums that triggers keep, so that no page adds up what they count.

/** Kept by a trigger on the ledger; every card and revenue call reads it. */
export const salesDaily = sqliteTable(
  "sales_daily",
  {
    routerId: text().notNull(),
    day: text().notNull(),
    method: text().notNull(),
    settlement: text().notNull(),
    count: integer().notNull(),
    cents: integer().notNull(),
    ...copiedColumns,
  },
  (table) => [
    primaryKey({ columns: [table.day, table.routerId, table.method, table.settlement] }),
    index("sales_daily_uncopied").on(table.copiedRev).where(sql`rev > copied_rev`),
  ],
);

/** Completed payments by the name under which the plan was sold; kept by triggers on `payments`. */
export const planDaily = sqliteTable(
  "plan_daily",
  {
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
    planName: text().notNull(),
    count: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.planName] })],
);

/** Who ever paid; kept by the same triggers, so that no report reads all payments to find a first one. */
export const customers = sqliteTable("customers", {
  phone: text().primaryKey(),
  firstPaidAt: integer().notNull(),
});

/** Redeemed vouchers by their plan's price; kept by a trigger on `vouchers`. No money that came in that day. */
export const voucherDaily = sqliteTable(
  "voucher_daily",
  {
    routerId: text().notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
    count: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.routerId] })],
);

/** How many payments are completed and failed; kept by triggers, so that no page counts a hundred thousand rows. */
export const paymentTallies = sqliteTable("payment_tallies", {
  status: text({ enum: ["completed", "failed"] }).primaryKey(),
  count: integer().notNull(),
});

/** Usage per device and Nairobi day; kept by a trigger on `usage`. */
export const usageDaily = sqliteTable(
  "usage_daily",
  {
    subject: text().notNull(),
    day: text().notNull(),
    bytesUp: integer().notNull(),
    bytesDown: integer().notNull(),
    seconds: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.day] })],
);

/** Usage of all devices per Nairobi day, and how many there were; kept by triggers on `usage_daily`. */
export const trafficDaily = sqliteTable("traffic_daily", {
  day: text().primaryKey(),
  bytesUp: integer().notNull(),
  bytesDown: integer().notNull(),
  seconds: integer().notNull(),
  devices: integer().notNull(),
});

export const reports = sqliteTable("reports", {
  id: text().primaryKey(),
  kind: text({ enum: ["revenue", "usage", "customers"] }).notNull(),
  fromDay: text().notNull(),
  toDay: text().notNull(),
  adminId: text().notNull(),
  at: integer().notNull(),
});
