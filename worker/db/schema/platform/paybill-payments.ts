import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a payer types as account number: names one purchase at one pay bill. */
export const accountCodes = sqliteTable(
  "account_codes",
  {
    shortCode: text().notNull(),
    code: text().notNull(),
    gatewayId: text().notNull(),
    providerId: text().notNull(),
    paymentId: text().notNull(),
    cents: integer().notNull(),
    createdAt: integer().notNull(),
    /** From then on the code may be given to another purchase. */
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shortCode, table.code] }),
    index("account_codes_payment").on(table.paymentId),
  ],
);

/** Money that arrived at a pay bill, as the gateway confirmed it: typed by hand, or the second witness of a prompt. */
export const paybillPayments = sqliteTable(
  "paybill_payments",
  {
    shortCode: text().notNull(),
    receipt: text().notNull(),
    gatewayId: text().notNull(),
    providerId: text().notNull(),
    cents: integer().notNull(),
    accountTyped: text().notNull(),
    /** As the gateway shows it, often masked. */
    payer: text(),
    paidAt: integer().notNull(),
    receivedAt: integer().notNull(),
    /** `attributed` and `refunded` say what a person did with what matched nothing. */
    status: text({ enum: ["matched", "unmatched", "attributed", "refunding", "refunded"] }).notNull(),
    paymentId: text(),
    resolvedBy: text(),
    resolvedAt: integer(),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.shortCode, table.receipt] }),
    index("paybill_payments_provider").on(table.providerId, table.receivedAt),
    index("paybill_payments_unmatched").on(table.receivedAt).where(sql`status = 'unmatched'`),
  ],
);

/** One night's comparison of our books with gateways and objects. */
export const reconciliationRuns = sqliteTable(
  "reconciliation_runs",
  {
    /** The Nairobi day that was compared, YYYY-MM-DD. */
    day: text().primaryKey(),
    startedAt: integer().notNull(),
    finishedAt: integer(),
    /** How far it is: what a run that was cut off goes on from. */
    cursor: text(),
    /** What was counted, by name; and under `faults` the statements that could not be had. */
    counts: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index("reconciliation_runs_open").on(table.day).where(sql`finished_at IS NULL`)],
);

/** The numbers of customers of all providers. Never removed: one that was given is never given again. */
export const customerNumbers = sqliteTable("customer_numbers", {
  number: text().primaryKey(),
  providerId: text().notNull(),
  givenAt: integer().notNull(),
});
