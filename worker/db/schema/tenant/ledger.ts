import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { providerRouters } from "./routers.ts";

/** Double entry, append-only by triggers; lines of one `journalId` sum to zero. `sales` lines feed `sales_daily` by a trigger. */
export const ledger = sqliteTable(
  "ledger",
  {
    journalId: text().notNull(),
    line: integer().notNull(),
    at: integer().notNull(),
    kind: text({ enum: ["sale", "taken-back", "diversion", "fee", "refund", "adjustment"] }).notNull(),
    account: text().notNull(),
    /** Debit positive, credit negative. */
    cents: integer().notNull(),
    paymentId: text(),
    routerId: text()
      .notNull()
      .references(() => providerRouters.routerId),
    method: text().notNull(),
    settlement: text({ enum: ["direct", "collected", "diverted"] }).notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.journalId, table.line] }),
    // What is held for a provider is read as a balance, on every look at its revenue.
    index("ledger_held")
      .on(table.account, table.cents)
      .where(sql`account IN ('owed to provider', 'diverted, not settled')`),
  ],
);

/** Journals that concern no payment and so no router: the platform's fees, and payouts. The same rules as for `ledger`. */
export const generalLedger = sqliteTable(
  "general_ledger",
  {
    journalId: text().notNull(),
    line: integer().notNull(),
    at: integer().notNull(),
    kind: text({ enum: ["fee", "payout", "customer"] }).notNull(),
    account: text().notNull(),
    /** Debit positive, credit negative. */
    cents: integer().notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.journalId, table.line] }),
    // What is owed is read with each look at a balance.
    index("general_ledger_account").on(table.account, table.cents),
  ],
);
