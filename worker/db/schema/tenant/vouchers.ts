import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { imports } from "./imports.ts";
import { plans, type Terms } from "./plans.ts";
import { providerRouters } from "./routers.ts";

export const vouchers = sqliteTable(
  "vouchers",
  {
    id: text().primaryKey(),
    code: text().notNull(),
    batchId: text().notNull(),
    planId: text()
      .notNull()
      .references(() => plans.id),
    terms: text({ mode: "json" }).$type<Terms>().notNull(),
    createdAt: integer().notNull(),
    /** Use before. */
    expiresAt: integer(),
    revokedAt: integer(),
    /** hash(code, router, device) of the one redemption that won. */
    redemptionId: text(),
    usedAt: integer(),
    usedBy: text(),
    routerId: text().references(() => providerRouters.routerId),
    /** While it is assigned to a router, only that router's bridge decides about it. */
    offlineVoucherId: text(),
    /** The import that brought it, and its code as another system printed it; null = made here. */
    importId: text().references(() => imports.id),
    foreignCode: text(),
  },
  (table) => [
    uniqueIndex("vouchers_code").on(table.code),
    index("vouchers_imported").on(table.importId).where(sql`import_id IS NOT NULL`),
    index("vouchers_open").on(table.expiresAt).where(sql`used_at IS NULL AND revoked_at IS NULL`),
    // As payments_newest: in one order with it, and with what people search by.
    index("vouchers_used").on(table.usedAt, table.usedBy, table.code).where(sql`used_at IS NOT NULL`),
    // Those that were revoked unused are removed later; those that expired unused stand in `vouchers_open`.
    index("vouchers_revoked").on(table.revokedAt).where(sql`used_at IS NULL AND revoked_at IS NOT NULL`),
    index("vouchers_newest").on(table.createdAt),
  ],
);

/** offered: not acknowledged. assigned: its bridge decides. returning: asked for. freed: another bridge serves the router. */
export const offlineVouchers = sqliteTable(
  "offline_vouchers",
  {
    id: text().primaryKey(),
    voucherId: text()
      .notNull()
      .references(() => vouchers.id),
    routerId: text()
      .notNull()
      .references(() => providerRouters.routerId),
    bridgeId: text().notNull(),
    rev: integer().notNull(),
    state: text({ enum: ["offered", "assigned", "returning", "freed", "returned", "redeemed"] }).notNull(),
    createdAt: integer().notNull(),
    assignedAt: integer(),
    returningAt: integer(),
    /** It was revoked at this moment: that takes effect when it comes back. */
    revokeAt: integer(),
    endedAt: integer(),
  },
  (table) => [
    index("offline_vouchers_held")
      .on(table.bridgeId, table.routerId)
      .where(sql`state IN ('offered', 'assigned', 'returning', 'freed')`),
    index("offline_vouchers_waiting").on(table.createdAt).where(sql`state IN ('offered', 'returning')`),
  ],
);
