import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

// Tables of a tenant: every row belongs to one provider, every key starts with it, and references between them carry it,
// so that a row of one provider can never point at another's. Money is integer cents, times are UTC ms.

/** What a sale promised, frozen when it was made; later changes of the plan do not touch it. */
export type Terms = {
  planId: string;
  planName: string;
  priceCents: number;
  durationMs: number;
  upKbps: number;
  downKbps: number;
  /** Both directions together; null = unlimited. */
  dataBytes: number | null;
  devices: number;
};

/** The routers a provider owns or owned: its history refers to this pair, never to the router alone. Never deleted. */
export const providerRouters = sqliteTable(
  "provider_routers",
  {
    providerId: text().notNull(),
    routerId: text().notNull(),
    location: text(),
    assignedAt: integer().notNull(),
    unassignedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.routerId] }),
    uniqueIndex("provider_routers_current").on(table.routerId).where(sql`unassigned_at IS NULL`),
  ],
);

export const plans = sqliteTable(
  "plans",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    priceCents: integer().notNull(),
    durationHours: integer().notNull(),
    downKbps: integer().notNull(),
    upKbps: integer().notNull(),
    dataBytes: integer(),
    devices: integer().notNull().default(1),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    archivedAt: integer(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.id] })],
);

/** One try to pay. A projection of its PaymentObject, applied only with a higher `seq`. */
export const payments = sqliteTable(
  "payments",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    seq: integer().notNull(),
    routerId: text().notNull(),
    planId: text().notNull(),
    terms: text({ mode: "json" }).$type<Terms>().notNull(),
    mac: text(),
    phone: text().notNull(),
    amountCents: integer().notNull(),
    method: text({ enum: ["mpesa", "airtel_money", "bank"] }).notNull(),
    settlement: text({ enum: ["direct", "collected", "diverted"] }).notNull(),
    gatewayId: text().notNull(),
    /** The switch that diverted it, and the account it went to; null = it was not diverted. */
    switchId: text(),
    centralAccount: text(),
    /** What was given back of it. */
    refundedCents: integer().notNull().default(0),
    status: text({ enum: ["created", "submitting", "pending", "completed", "failed"] }).notNull(),
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
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    // With what people search by, so that a search passes over this index alone.
    index("payments_newest").on(table.providerId, table.createdAt, table.phone, table.mac),
    index("payments_open").on(table.updatedAt).where(sql`status IN ('created', 'submitting', 'pending')`),
    uniqueIndex("payments_receipt")
      .on(table.providerId, table.method, table.receipt)
      .where(sql`receipt IS NOT NULL`),
    foreignKey({
      columns: [table.providerId, table.routerId],
      foreignColumns: [providerRouters.providerId, providerRouters.routerId],
    }),
    foreignKey({ columns: [table.providerId, table.planId], foreignColumns: [plans.providerId, plans.id] }),
  ],
);

/**
 * Double entry, append-only (triggers refuse UPDATE and DELETE). A journal is all lines with one `journalId`; their
 * `cents` sum to zero. The `sales` line of a journal feeds `sales_daily` through a trigger.
 */
export const ledger = sqliteTable(
  "ledger",
  {
    providerId: text().notNull(),
    journalId: text().notNull(),
    line: integer().notNull(),
    at: integer().notNull(),
    kind: text({ enum: ["sale", "diversion", "fee", "refund", "adjustment"] }).notNull(),
    account: text().notNull(),
    /** Debit positive, credit negative. */
    cents: integer().notNull(),
    paymentId: text(),
    routerId: text().notNull(),
    method: text().notNull(),
    settlement: text({ enum: ["direct", "collected", "diverted"] }).notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.journalId, table.line] }),
    foreignKey({
      columns: [table.providerId, table.routerId],
      foreignColumns: [providerRouters.providerId, providerRouters.routerId],
    }),
  ],
);

/** Journals that concern no payment and so no router: the platform's fees. The same rules as for `ledger`. */
export const generalLedger = sqliteTable(
  "general_ledger",
  {
    providerId: text().notNull(),
    journalId: text().notNull(),
    line: integer().notNull(),
    at: integer().notNull(),
    kind: text({ enum: ["sale", "diversion", "fee", "refund", "adjustment"] }).notNull(),
    account: text().notNull(),
    /** Debit positive, credit negative. */
    cents: integer().notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.journalId, table.line] })],
);

/** Kept by a trigger on the ledger; every card and revenue call reads it. */
export const salesDaily = sqliteTable(
  "sales_daily",
  {
    providerId: text().notNull(),
    routerId: text().notNull(),
    day: text().notNull(),
    method: text().notNull(),
    settlement: text().notNull(),
    count: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.day, table.routerId, table.method, table.settlement] }),
  ],
);

/** Completed payments by the name under which the plan was sold; kept by triggers on `payments`. */
export const planDaily = sqliteTable(
  "plan_daily",
  {
    providerId: text().notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
    planName: text().notNull(),
    count: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.day, table.planName] })],
);

/** Who ever paid; kept by the same triggers, so that no report reads all payments to find a first one. */
export const customers = sqliteTable(
  "customers",
  {
    providerId: text().notNull(),
    phone: text().notNull(),
    firstPaidAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.phone] })],
);

/** Redeemed vouchers by their plan's price; kept by a trigger on `vouchers`. No money that came in that day. */
export const voucherDaily = sqliteTable(
  "voucher_daily",
  {
    providerId: text().notNull(),
    routerId: text().notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
    count: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.day, table.routerId] })],
);

/** How many payments are pending, completed, failed; kept by triggers, so that no page counts a hundred thousand rows. */
export const paymentTallies = sqliteTable(
  "payment_tallies",
  {
    providerId: text().notNull(),
    status: text({ enum: ["pending", "completed", "failed"] }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.status] })],
);

/** Reports that somebody made, to make them again with one touch. */
export const reports = sqliteTable(
  "reports",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    kind: text({ enum: ["revenue", "usage", "customers"] }).notNull(),
    fromDay: text().notNull(),
    toDay: text().notNull(),
    adminId: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.id] })],
);

export const vouchers = sqliteTable(
  "vouchers",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    code: text().notNull(),
    batchId: text().notNull(),
    planId: text().notNull(),
    terms: text({ mode: "json" }).$type<Terms>().notNull(),
    createdAt: integer().notNull(),
    /** Use before. */
    expiresAt: integer(),
    revokedAt: integer(),
    /** hash(code, router, device) of the one redemption that won. */
    redemptionId: text(),
    usedAt: integer(),
    usedBy: text(),
    routerId: text(),
    /** While it is lent to a router: nobody but that router's bridge decides about it. */
    loanId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    uniqueIndex("vouchers_code").on(table.providerId, table.code),
    index("vouchers_open")
      .on(table.providerId, table.expiresAt)
      .where(sql`used_at IS NULL AND revoked_at IS NULL`),
    // As payments_newest: in one order with it, and with what people search by.
    index("vouchers_used")
      .on(table.providerId, table.usedAt, table.usedBy, table.code)
      .where(sql`used_at IS NOT NULL`),
    index("vouchers_newest").on(table.providerId, table.createdAt),
    foreignKey({ columns: [table.providerId, table.planId], foreignColumns: [plans.providerId, plans.id] }),
    foreignKey({
      columns: [table.providerId, table.routerId],
      foreignColumns: [providerRouters.providerId, providerRouters.routerId],
    }),
  ],
);

/**
 * A voucher that is lent to a router, so that it works there without the internet. offered: sent, not acknowledged; lent:
 * its bridge alone decides; recalling: asked for, not given back; freed: another bridge serves the router, and the first one
 * does not know it yet; returned, redeemed: over.
 */
export const voucherLoans = sqliteTable(
  "voucher_loans",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    voucherId: text().notNull(),
    routerId: text().notNull(),
    bridgeId: text().notNull(),
    rev: integer().notNull(),
    state: text({ enum: ["offered", "lent", "recalling", "freed", "returned", "redeemed"] }).notNull(),
    createdAt: integer().notNull(),
    lentAt: integer(),
    recalledAt: integer(),
    /** It was revoked at this moment: that takes effect when it comes back. */
    revokeAt: integer(),
    endedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("voucher_loans_held")
      .on(table.bridgeId)
      .where(sql`state IN ('offered', 'lent', 'recalling', 'freed')`),
    foreignKey({
      columns: [table.providerId, table.voucherId],
      foreignColumns: [vouchers.providerId, vouchers.id],
    }),
    foreignKey({
      columns: [table.providerId, table.routerId],
      foreignColumns: [providerRouters.providerId, providerRouters.routerId],
    }),
  ],
);

/**
 * One purchase of access, immutable in what was bought; `rev` rises with every change of what the router shall do.
 * `state`: waiting (not started: queued behind another, or the router has not confirmed yet), running, cut_off
 * (time runs on), ended, moved, lapsed (never started within 30 days).
 */
export const entitlements = sqliteTable(
  "entitlements",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    rev: integer().notNull(),
    /** The rev that the bridge reported as made true on the router. */
    confirmedRev: integer().notNull().default(0),
    routerId: text().notNull(),
    /** Null while a purchase waits for its device. */
    mac: text(),
    source: text({ enum: ["payment", "voucher"] }).notNull(),
    sourceId: text().notNull(),
    terms: text({ mode: "json" }).$type<Terms>().notNull(),
    state: text({ enum: ["waiting", "running", "cut_off", "ended", "moved", "lapsed"] }).notNull(),
    endReason: text({ enum: ["time", "data", "cut_off", "moved", "lapsed"] }),
    usedBytes: integer().notNull().default(0),
    createdAt: integer().notNull(),
    startedAt: integer(),
    endsAt: integer(),
    endedAt: integer(),
    updatedAt: integer().notNull(),
    /** SHA-256 (hex) of the buyer's cookie. */
    buyerHash: text(),
    /** SHA-256 (hex) of the recovery code that the buyer was shown. */
    recoveryHash: text(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    uniqueIndex("entitlements_recovery")
      .on(table.providerId, table.recoveryHash)
      .where(sql`recovery_hash IS NOT NULL`),
    index("entitlements_ended").on(table.routerId, table.endedAt).where(sql`ended_at IS NOT NULL`),
    index("entitlements_buyer").on(table.providerId, table.buyerHash).where(sql`buyer_hash IS NOT NULL`),
    index("entitlements_unstarted")
      .on(table.providerId, table.createdAt)
      .where(sql`started_at IS NULL AND state = 'waiting'`),
    index("entitlements_device").on(table.providerId, table.mac, table.createdAt),
    index("entitlements_live")
      .on(table.routerId, table.updatedAt)
      .where(sql`state IN ('waiting', 'running', 'cut_off')`),
    index("entitlements_unconfirmed").on(table.updatedAt).where(sql`rev > confirmed_rev`),
    foreignKey({
      columns: [table.providerId, table.routerId],
      foreignColumns: [providerRouters.providerId, providerRouters.routerId],
    }),
  ],
);

/** The devices a purchase is attached to; a plan for n devices has up to n rows that are not detached. */
export const devices = sqliteTable(
  "devices",
  {
    providerId: text().notNull(),
    entitlementId: text().notNull(),
    mac: text().notNull(),
    attachedAt: integer().notNull(),
    detachedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.entitlementId, table.mac] }),
    index("devices_mac").on(table.providerId, table.mac),
    foreignKey({
      columns: [table.providerId, table.entitlementId],
      foreignColumns: [entitlements.providerId, entitlements.id],
    }),
  ],
);

/**
 * A purchase that changed its device. Done at once where the router stays the same; between two routers it is done when
 * the old one confirmed that the device is off, and the rest goes on as `toEntitlementId`.
 */
export const moves = sqliteTable(
  "moves",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    entitlementId: text().notNull(),
    toEntitlementId: text().notNull(),
    /** Null: a further device was attached, none left. */
    fromMac: text(),
    toMac: text().notNull(),
    fromRouterId: text().notNull(),
    toRouterId: text().notNull(),
    by: text({ enum: ["receipt", "voucher", "recovery", "provider"] }).notNull(),
    at: integer().notNull(),
    doneAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("moves_entitlement").on(table.providerId, table.entitlementId, table.at),
    index("moves_open").on(table.at).where(sql`done_at IS NULL`),
    foreignKey({
      columns: [table.providerId, table.entitlementId],
      foreignColumns: [entitlements.providerId, entitlements.id],
    }),
  ],
);

/** What a device was shown of an advertisement on one Nairobi day; an empty `adId` says that it skipped them. */
export const adExposures = sqliteTable(
  "ad_exposures",
  {
    providerId: text().notNull(),
    mac: text().notNull(),
    day: text().notNull(),
    adId: text().notNull(),
    views: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    /** Longest single view. */
    seconds: integer().notNull().default(0),
    interacted: integer({ mode: "boolean" }).notNull().default(false),
    /** Its website was asked for; it opens once the device is online. */
    wantsWebsite: integer({ mode: "boolean" }).notNull().default(false),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.mac, table.day, table.adId] })],
);

/** A device at a provider: what the consoles list as a user. Its access is read from its entitlements. */
export const hotspotUsers = sqliteTable(
  "hotspot_users",
  {
    providerId: text().notNull(),
    mac: text().notNull(),
    routerId: text().notNull(),
    phone: text(),
    entitlementId: text(),
    bytesUp: integer().notNull().default(0),
    bytesDown: integer().notNull().default(0),
    seconds: integer().notNull().default(0),
    firstSeenAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.mac] }),
    index("hotspot_users_seen").on(table.providerId, table.lastSeenAt),
    index("hotspot_users_without").on(table.providerId, table.mac).where(sql`entitlement_id IS NULL`),
    foreignKey({
      columns: [table.providerId, table.routerId],
      foreignColumns: [providerRouters.providerId, providerRouters.routerId],
    }),
  ],
);

/** Running totals of one session on a router; only ever raised, so that a repeated report changes nothing. */
export const usage = sqliteTable(
  "usage",
  {
    providerId: text().notNull(),
    routerId: text().notNull(),
    boot: text().notNull(),
    session: text().notNull(),
    mac: text().notNull(),
    entitlementId: text().notNull(),
    bytesUp: integer().notNull(),
    bytesDown: integer().notNull(),
    seconds: integer().notNull(),
    startedAt: integer().notNull(),
    updatedAt: integer().notNull(),
    endedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.routerId, table.boot, table.session] }),
    index("usage_entitlement").on(table.providerId, table.entitlementId),
    foreignKey({
      columns: [table.providerId, table.entitlementId],
      foreignColumns: [entitlements.providerId, entitlements.id],
    }),
  ],
);

/** Usage per device and Nairobi day; kept by a trigger on `usage`. */
export const usageDaily = sqliteTable(
  "usage_daily",
  {
    providerId: text().notNull(),
    mac: text().notNull(),
    day: text().notNull(),
    bytesUp: integer().notNull(),
    bytesDown: integer().notNull(),
    seconds: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.mac, table.day] })],
);

/** Usage of all devices per Nairobi day, and how many there were; kept by triggers on `usage_daily`. */
export const trafficDaily = sqliteTable(
  "traffic_daily",
  {
    providerId: text().notNull(),
    day: text().notNull(),
    bytesUp: integer().notNull(),
    bytesDown: integer().notNull(),
    seconds: integer().notNull(),
    devices: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.day] })],
);

/** Money that needs a person: a success that the gateway denied, another amount than asked, a push without any answer. */
export const reviews = sqliteTable(
  "reviews",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    at: integer().notNull(),
    paymentId: text().notNull(),
    kind: text({
      enum: [
        ...["denied", "amount", "phone", "receipt", "lost", "dead-letter"],
        // Paid twice for one purchase; in the gateway's statement and not here; here and not there; D1 and object differ.
        ...["double", "unknown-receipt", "not-in-statement", "projection"],
        // The gateway refused a sale for a fault of the configuration: it collects no more until it is verified.
        "configuration",
        // A statement of a day could not be had until the gateway had forgotten it.
        "statement",
      ] as const,
    }).notNull(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    resolvedAt: integer(),
    /** Who closed it, and how. */
    resolvedBy: text(),
    resolution: text(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("reviews_open").on(table.at).where(sql`resolved_at IS NULL`),
  ],
);

/**
 * Money that goes back to a payer. A projection of its payment's object, applied only with a higher `seq`. `unknown`: the
 * gateway's answer was lost, and nothing more may be given back of this payment until somebody knows.
 */
export const refunds = sqliteTable(
  "refunds",
  {
    providerId: text().notNull(),
    id: text().notNull(),
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
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("refunds_payment").on(table.providerId, table.paymentId),
    index("refunds_newest").on(table.createdAt),
  ],
);
