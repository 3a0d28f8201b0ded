import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { providers } from "./providers.ts";

/** The one account from which the platform pays out, and by whose credentials. */
export const payoutAccounts = sqliteTable("payout_accounts", {
  id: text({ enum: ["mpesa"] }).primaryKey(),
  shortCode: text().notNull(),
  /** Sealed JSON. */
  secrets: text().notNull(),
  updatedAt: integer().notNull(),
});

/** Where a provider's payouts go. */
export const payoutDestinations = sqliteTable("payout_destinations", {
  providerId: text()
    .primaryKey()
    .references(() => providers.id),
  kind: text({ enum: ["phone", "pay_bill", "till"] }).notNull(),
  account: text().notNull(),
  /** The account number that is typed at a pay bill; null elsewhere. */
  reference: text(),
  /** Nothing is paid there for a day from then on. */
  changedAt: integer().notNull(),
});

/** Of `payouts`: a copy, like those of `copies.ts`. */
export const providerPayouts = sqliteTable(
  "provider_payouts",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    status: text().notNull(),
    cents: integer().notNull(),
    feeCents: integer().notNull(),
    kind: text().notNull(),
    account: text().notNull(),
    reference: text(),
    told: text(),
    receipt: text(),
    detail: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    rev: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("provider_payouts_newest").on(table.createdAt),
    index("provider_payouts_status").on(table.status, table.createdAt),
  ],
);
