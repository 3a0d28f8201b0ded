import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";

/**
 * Faults of ways to take money, each payment once for each subject: `gateway <id>`, `app mpesa production`, `host mpesa
 * production`, `relay`. Those that count lie in a row: what works sets them aside.
 */
export const gatewayFaults = sqliteTable(
  "gateway_faults",
  {
    subject: text().notNull(),
    paymentId: text().notNull(),
    kind: text({ enum: ["account", "credentials", "unreachable", "busy"] }).notNull(),
    detail: text({ mode: "json" }).$type<FaultReport>().notNull(),
    at: integer().notNull(),
    counted: integer({ mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.paymentId] }),
    index("gateway_faults_counted").on(table.subject, table.at).where(sql`counted = 1`),
    index("gateway_faults_age").on(table.at),
  ],
);

/** Apps of the platform, and its relay, that are known to be out of order; a row leaves when it works again. */
export const gatewayBreakers = sqliteTable("gateway_breakers", {
  /** `app mpesa production`, `relay`. */
  subject: text().primaryKey(),
  detail: text({ mode: "json" }).$type<FaultReport>().notNull(),
  trippedAt: integer().notNull(),
});
