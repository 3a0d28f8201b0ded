import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

// What the operator lists and sums of all providers, copied from each provider's own tables (worker/features/copies). Nothing
// else writes here, and nothing is decided by it: the provider's row is the truth, the copy may be a minute older.

/** Of `sales_daily`. */
export const providerSales = sqliteTable(
  "provider_sales",
  {
    providerId: text().notNull(),
    routerId: text().notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
    method: text().notNull(),
    settlement: text().notNull(),
    count: integer().notNull(),
    cents: integer().notNull(),
    /** Of the row that was copied: a copy with a lower one changes nothing. */
    rev: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.day, table.routerId, table.method, table.settlement] }),
    index("provider_sales_router").on(table.routerId, table.day, table.cents),
  ],
);

/** Of `reviews`. */
export const providerReviews = sqliteTable(
  "provider_reviews",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    at: integer().notNull(),
    paymentId: text().notNull(),
    kind: text().notNull(),
    detail: text().notNull(),
    resolvedAt: integer(),
    resolvedBy: text(),
    resolution: text(),
    rev: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("provider_reviews_open").on(table.at).where(sql`resolved_at IS NULL`),
    index("provider_reviews_resolved").on(table.resolvedAt).where(sql`resolved_at IS NOT NULL`),
  ],
);

/** Of `refunds`, with the receipt of the payment that went back. */
export const providerRefunds = sqliteTable(
  "provider_refunds",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    paymentId: text().notNull(),
    cents: integer().notNull(),
    status: text().notNull(),
    reason: text().notNull(),
    detail: text(),
    receipt: text(),
    paidReceipt: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    rev: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("provider_refunds_newest").on(table.createdAt),
    index("provider_refunds_status").on(table.status, table.createdAt),
  ],
);

/** Of `credit_entries`. */
export const providerCredits = sqliteTable(
  "provider_credits",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    kind: text().notNull(),
    day: text().notNull(),
    at: integer().notNull(),
    cents: integer().notNull(),
    segments: integer(),
    state: text(),
    receipt: text(),
    rev: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("provider_credits_day").on(table.day),
  ],
);
