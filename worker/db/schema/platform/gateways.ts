import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";
import { gatewayTypes } from "../../../contract/values/gateway-types.ts";
import { providers } from "./providers.ts";

/** Ways a provider takes money. A router's own row beats the provider-wide one (`routerId` null). */
export const gateways = sqliteTable(
  "gateways",
  {
    id: text().primaryKey(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    routerId: text(),
    type: text({ enum: gatewayTypes }).notNull(),
    /** Which of that type, by its id in the lists (`equity`, `mpesa`); null = the type's only one. */
    service: text(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    environment: text({ enum: ["sandbox", "production"] }).notNull(),
    /** The platform's own credentials collect for this account. */
    useAutoApi: integer({ mode: "boolean" }).notNull(),
    /** Till or pay bill (M-Pesa), merchant code (Airtel Money), account (bank): where the money goes. */
    accountNumber: text().notNull(),
    /** As what the platform's app paid it KSh 1; null = not yet. */
    paidAs: text({ enum: ["till", "pay_bill"] }),
    /** The provider consented that the platform collects for it at its own pay bill; `stopped`: the platform collects for nobody now. */
    collected: text({ enum: ["on", "stopped"] }),
    /** Sealed JSON of the provider's own credentials, by type. */
    secrets: text(),
    /** Since when it may collect in production: its verification push of KSh 1 was paid. */
    verifiedAt: integer(),
    /** The verification push that was sent last, and what became of it. */
    verificationPaymentId: text(),
    verificationFault: text({ mode: "json" }).$type<FaultReport>(),
    /** It refused several sales in a row for a fault of this configuration: nothing is collected until it is verified anew. */
    suspendedAt: integer(),
    suspendedFor: text({ mode: "json" }).$type<FaultReport>(),
    /** Since when the gateway reports payments that were typed by hand (C2B addresses registered). */
    paybillSince: integer(),
    paybillFault: text(),
    createdAt: integer().notNull(),
    archivedAt: integer(),
  },
  (table) => [
    index("gateways_provider").on(table.providerId),
    // A consent given twice at once is one.
    uniqueIndex("gateways_collected")
      .on(table.providerId)
      .where(sql`collected IS NOT NULL AND archived_at IS NULL`),
  ],
);

/** With which root secret's address each pay bill was registered last at Safaricom. */
export const paybillAddresses = sqliteTable("paybill_addresses", {
  shortCode: text().primaryKey(),
  /** The id of the root secret. */
  version: text().notNull(),
  registeredAt: integer().notNull(),
});

/** Which payment a short callback address belongs to (docs/decisions/0020-short-callback-addresses.md). */
export const shortAddresses = sqliteTable(
  "short_addresses",
  {
    name: text().primaryKey(),
    paymentId: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index("short_addresses_at").on(table.at)],
);

/** Each payment once a subject: `gateway <id>`, `app mpesa production`, `host mpesa production`, `relay`; success sets them aside. */
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
  subject: text().primaryKey(),
  detail: text({ mode: "json" }).$type<FaultReport>().notNull(),
  trippedAt: integer().notNull(),
});
