import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";
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
    type: text({ enum: ["mpesa", "airtel_money", "bank"] }).notNull(),
    /** Which of that type, by its id in the lists (`equity`, `mpesa`); null = the type's only one. */
    service: text(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    environment: text({ enum: ["sandbox", "production"] }).notNull(),
    /** The platform's own credentials collect for this account. */
    useAutoApi: integer({ mode: "boolean" }).notNull(),
    /** Till or pay bill (M-Pesa), merchant code (Airtel Money), account (bank): where the money goes. */
    accountNumber: text().notNull(),
    /** Sealed JSON of the provider's own credentials, by type. */
    secrets: text(),
    /** Since when it may collect in production: its verification push of KES 1 was paid. */
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
  (table) => [index("gateways_provider").on(table.providerId)],
);
