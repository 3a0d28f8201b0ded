import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { providers } from "./providers.ts";

/** What a provider owes the platform for its use: one row a provider. */
export const billingConfigs = sqliteTable(
  "billing_configs",
  {
    providerId: text()
      .primaryKey()
      .references(() => providers.id),
    billingModel: text({ enum: ["percentage", "per_transaction", "monthly_fee"] }).notNull(),
    /** Hundredths of a percent, 0 to 10,000. */
    percentageBasisPoints: integer(),
    transactionFeeCents: integer(),
    monthlyFeeCents: integer(),
    billingCycle: text({ enum: ["monthly", "quarterly", "yearly"] }).notNull(),
    /** 1 to 28: the day of the month after the period by which its invoice is to be paid. */
    dueDay: integer().notNull(),
    /** Named with its payment: no two providers have the same, however it is written. */
    paymentAccountNumber: text().notNull(),
    /** Separated by commas. */
    notificationEmails: text().notNull().default(""),
    /** The first day that is billed, YYYY-MM-DD in Africa/Nairobi. */
    billedFrom: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  () => [uniqueIndex("billing_configs_account").on(sql`upper(payment_account_number)`)],
);

/** One period's bill, computed once; what it stands on is kept in it and never changes. */
export const invoices = sqliteTable(
  "invoices",
  {
    id: text().primaryKey(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    /** [start, end) as days in Africa/Nairobi. */
    periodStart: text().notNull(),
    periodEnd: text().notNull(),
    /** The last day on which it can be paid in time. */
    dueDate: text().notNull(),
    /** The configuration as it was, and the rows that the console shows. */
    terms: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    rows: text({ mode: "json" }).$type<Record<string, unknown>[]>().notNull(),
    baseCount: integer().notNull(),
    baseCents: integer().notNull(),
    amountCents: integer().notNull(),
    paidCents: integer().notNull().default(0),
    /** The sum of its credit notes: what is owed is the amount less this. */
    creditedCents: integer().notNull().default(0),
    issuedAt: integer().notNull(),
    paidAt: integer(),
    /** When the provider was suspended for it. */
    suspendedAt: integer(),
  },
  (table) => [
    uniqueIndex("invoices_period").on(table.providerId, table.periodStart),
    index("invoices_unpaid").on(table.dueDate).where(sql`paid_at IS NULL`),
  ],
);

/** An invoice is never changed: what was billed wrongly is taken off it by notes. Rows are only added. */
export const creditNotes = sqliteTable(
  "credit_notes",
  {
    id: text().primaryKey(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    invoiceId: text()
      .notNull()
      .references(() => invoices.id),
    amountCents: integer().notNull(),
    /** The provider reads it. */
    reason: text().notNull(),
    createdBy: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("credit_notes_invoice").on(table.invoiceId),
    index("credit_notes_provider").on(table.providerId),
  ],
);

/** A code by which a provider says it paid its bill; a person verifies or rejects it. An operator notes what came another way. */
export const paymentConfirmations = sqliteTable(
  "payment_confirmations",
  {
    id: text().primaryKey(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    amountCents: integer().notNull(),
    /** Upper case; counts once on the platform. */
    paymentCode: text().notNull(),
    status: text({ enum: ["pending", "verified", "rejected"] }).notNull(),
    notes: text(),
    submittedBy: text().notNull(),
    createdAt: integer().notNull(),
    decidedBy: text(),
    decidedAt: integer(),
    /** Verified by mistake: since when, and by whom, it is rejected after all. */
    takenBackAt: integer(),
    takenBackBy: text(),
  },
  (table) => [
    uniqueIndex("payment_confirmations_code").on(table.paymentCode).where(sql`status <> 'rejected'`),
    index("payment_confirmations_provider").on(table.providerId, table.createdAt),
    index("payment_confirmations_newest").on(table.createdAt),
  ],
);

export const billingNotifications = sqliteTable(
  "billing_notifications",
  {
    id: text().primaryKey(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    title: text().notNull(),
    message: text().notNull(),
    /** Title and message as texts, for the console in its reader's language; the columns above are their English. */
    texts: text().notNull().default("{}"),
    notificationType: text().notNull(),
    /** The event it is about: each is told once. */
    event: text().notNull(),
    createdAt: integer().notNull(),
    readAt: integer(),
  },
  (table) => [
    uniqueIndex("billing_notifications_event").on(table.event),
    index("billing_notifications_provider").on(table.providerId, table.createdAt),
    index("billing_notifications_newest").on(table.createdAt),
  ],
);
