import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { copiedColumns } from "./copied.ts";

/** What of the money that the platform collected is sent to the provider. Each row is one payout: sent once at most. */
export const payouts = sqliteTable(
  "payouts",
  {
    /** 32 hex digits; with dashes the name under which it is sent. */
    id: text().primaryKey(),
    /** Rises with every change. */
    seq: integer().notNull(),
    status: text({
      enum: ["reserved", "sending", "sent", "unclear", "paid", "failed", "reversed"],
    }).notNull(),
    /** Whole shillings that the receiver gets; the fee is taken off the balance beside it. */
    cents: integer().notNull(),
    feeCents: integer().notNull(),
    /** Frozen: to whom, and from which account of the platform. */
    kind: text({ enum: ["phone", "pay_bill", "till"] }).notNull(),
    account: text().notNull(),
    reference: text(),
    environment: text({ enum: ["sandbox", "production"] }).notNull(),
    shortCode: text().notNull(),
    /** The gateway's name for it (OriginatorConversationID); of a phone's it is ours and known from the start. */
    handle: text(),
    /** The gateway acknowledged it under this name. */
    conversation: text(),
    /** What its result said; proves nothing by itself. */
    told: text({ enum: ["paid", "failed"] }),
    receipt: text(),
    /** The gateway's own words, or a person's. */
    detail: text(),
    requestedBy: text().notNull(),
    /** The caller's Idempotency-Key. */
    key: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    sentAt: integer(),
    /** When it was paid, or had failed for sure. */
    endedAt: integer(),
    /** Questions to the gateway. */
    asks: integer().notNull().default(0),
    askedAt: integer(),
    /** The gateway's name for the newest question, where the answer may give the money back. */
    askedAs: text(),
    /** When something is to be done next; null = nothing by itself. */
    nextAt: integer(),
    ...copiedColumns,
  },
  (table) => [
    index("payouts_newest").on(table.createdAt),
    index("payouts_due").on(table.nextAt).where(sql`next_at IS NOT NULL`),
    index("payouts_open")
      .on(table.createdAt)
      .where(sql`status IN ('reserved', 'sending', 'sent', 'unclear')`),
    uniqueIndex("payouts_key").on(table.key).where(sql`key IS NOT NULL`),
    // A receipt is of one payout.
    uniqueIndex("payouts_receipt").on(table.receipt).where(sql`receipt IS NOT NULL`),
    index("payouts_uncopied").on(table.copiedRev).where(sql`rev > copied_rev`),
  ],
);
