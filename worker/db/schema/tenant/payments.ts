import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { gatewayTypes } from "../../../contract/values/gateway-types.ts";
import { copiedColumns } from "./copied.ts";
import { plans, type Terms } from "./plans.ts";
import { providerRouters } from "./routers.ts";

/** One try to pay. A projection of its PaymentObject, applied only with a higher `seq`. */
export const payments = sqliteTable(
  "payments",
  {
    id: text().primaryKey(),
    seq: integer().notNull(),
    routerId: text()
      .notNull()
      .references(() => providerRouters.routerId),
    planId: text()
      .notNull()
      .references(() => plans.id),
    terms: text({ mode: "json" }).$type<Terms>().notNull(),
    subject: text(),
    phone: text().notNull(),
    amountCents: integer().notNull(),
    method: text({ enum: gatewayTypes }).notNull(),
    settlement: text({ enum: ["direct", "collected", "diverted"] }).notNull(),
    gatewayId: text().notNull(),
    /** The switch that diverted it, and the account it went to; null = it was not diverted. */
    switchId: text(),
    centralAccount: text(),
    /** What was given back of it. */
    refundedCents: integer().notNull().default(0),
    status: text({ enum: ["pending", "completed", "failed"] }).notNull(),
    reason: text(),
    /** The gateway's own words, for the provider; never shown to visitors. */
    detail: text(),
    receipt: text(),
    /** Completed on the callback's word because the gateway's query gave no definite answer yet. */
    unverified: integer({ mode: "boolean" }).notNull().default(false),
    /** Completed after it had been called failed. */
    late: integer({ mode: "boolean" }).notNull().default(false),
    entitlementId: text(),
    createdAt: integer().notNull(),
    completedAt: integer(),
    updatedAt: integer().notNull(),
    /** Of the page on which it was bought, for messages; null = none was read. */
    language: text({ enum: ["en", "sw"] }),
    /** The purchase that it was to give more data, and how much it gives that; null of a purchase of its own. */
    topUpOf: text(),
    topUpBytes: integer(),
  },
  (table) => [
    // With what people search by, so that a search passes over this index alone.
    index("payments_newest").on(table.createdAt, table.phone, table.subject),
    index("payments_open").on(table.updatedAt).where(sql`status = 'pending'`),
    uniqueIndex("payments_receipt").on(table.method, table.receipt).where(sql`receipt IS NOT NULL`),
    index("payments_top_ups").on(table.topUpOf).where(sql`top_up_of IS NOT NULL`),
    index("payments_fresh")
      .on(table.completedAt, table.amountCents, table.refundedCents)
      .where(sql`status = 'completed' AND settlement = 'collected'`),
  ],
);

/** A projection of its payment's object, applied only with a higher `seq`. `unknown`: its answer was lost; it blocks others. */
export const refunds = sqliteTable(
  "refunds",
  {
    id: text().primaryKey(),
    seq: integer().notNull(),
    paymentId: text().notNull(),
    cents: integer().notNull(),
    status: text({ enum: ["requested", "submitting", "pending", "done", "failed", "unknown"] }).notNull(),
    reason: text().notNull(),
    /** The gateway's own words. */
    detail: text(),
    /** The gateway's name for it, and its receipt. */
    handle: text(),
    receipt: text(),
    requestedBy: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    ...copiedColumns,
  },
  (table) => [
    index("refunds_payment").on(table.paymentId),
    index("refunds_newest").on(table.createdAt),
    index("refunds_open")
      .on(table.updatedAt)
      .where(sql`status IN ('requested', 'submitting', 'pending', 'unknown')`),
    index("refunds_uncopied").on(table.copiedRev).where(sql`rev > copied_rev`),
  ],
);

/** Money that needs a person: a success that the gateway denied, another amount than asked, a push without any answer. */
export const reviews = sqliteTable(
  "reviews",
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    paymentId: text().notNull(),
    kind: text({
      enum: [
        ...["denied", "amount", "phone", "receipt", "lost", "dead-letter"],
        // Paid twice for one purchase; in the gateway's statement and not here; here and not there; D1 and object differ.
        ...["double", "unknown-receipt", "not-in-statement", "projection"],
        // Paid for a top-up, too late, where nothing is sold any more.
        "unserved",
        // A statement of a day could not be had until the gateway had forgotten it.
        "statement",
      ] as const,
    }).notNull(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    resolvedAt: integer(),
    /** Who closed it, and how. */
    resolvedBy: text(),
    resolution: text(),
    /** Its line for the platform's audit, until it stands there. */
    auditLine: text({ mode: "json" }).$type<Record<string, unknown>>(),
    ...copiedColumns,
  },
  (table) => [
    index("reviews_open").on(table.at).where(sql`resolved_at IS NULL`),
    index("reviews_unrecorded").on(table.at).where(sql`audit_line IS NOT NULL`),
    index("reviews_uncopied").on(table.copiedRev).where(sql`rev > copied_rev`),
  ],
);
