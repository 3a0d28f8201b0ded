import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What providers ask the operator to give back, since an account of the platform received it or no gateway gives it back. */
export const refundAppeals = sqliteTable(
  "refund_appeals",
  {
    id: text().primaryKey(),
    providerId: text().notNull(),
    paymentId: text().notNull(),
    receipt: text(),
    planName: text().notNull(),
    /** What was left to give back when it was asked for, and what had gone back: more than that answers it. */
    cents: integer().notNull(),
    backCents: integer().notNull(),
    reason: text().notNull(),
    status: text({ enum: ["open", "done", "declined"] }).notNull(),
    askedAt: integer().notNull(),
    decidedAt: integer(),
    /** The operator's, to the provider. */
    note: text(),
  },
  (table) => [
    uniqueIndex("refund_appeals_open").on(table.paymentId).where(sql`status = 'open'`),
    index("refund_appeals_waiting").on(table.askedAt).where(sql`status = 'open'`),
    index("refund_appeals_payment").on(table.paymentId, table.askedAt),
  ],
);
