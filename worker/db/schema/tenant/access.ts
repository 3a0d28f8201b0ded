import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Terms } from "./plans.ts";
import { providerRouters } from "./routers.ts";

/** `rev` rises with every change for the router. cut_off: time runs on. lapsed: never started within 30 days. */
export const entitlements = sqliteTable(
  "entitlements",
  {
    id: text().primaryKey(),
    rev: integer().notNull(),
    /** The rev that the bridge reported as made true on the router. */
    confirmedRev: integer().notNull().default(0),
    routerId: text()
      .notNull()
      .references(() => providerRouters.routerId),
    /** Null while a purchase waits for its device. */
    subject: text(),
    /** `import`: the time that a device had left in another system. */
    source: text({ enum: ["payment", "voucher", "trial", "import"] }).notNull(),
    sourceId: text().notNull(),
    terms: text({ mode: "json" }).$type<Terms>().notNull(),
    state: text({ enum: ["waiting", "running", "cut_off", "ended", "moved", "lapsed"] }).notNull(),
    endReason: text({ enum: ["time", "data", "cut_off", "moved", "lapsed"] }),
    usedBytes: integer().notNull().default(0),
    /** What its top-ups add to the data of its terms: always the sum of those that are paid and were not taken back. */
    topUpBytes: integer().notNull().default(0),
    createdAt: integer().notNull(),
    startedAt: integer(),
    endsAt: integer(),
    endedAt: integer(),
    /** When its time was over before it was given more, or withheld and given back: [from, until] in UTC ms, in order. Null: it never was. */
    gaps: text({ mode: "json" }).$type<[from: number, until: number][]>(),
    updatedAt: integer().notNull(),
    /** SHA-256 (hex) of the buyer's cookie. */
    buyerHash: text(),
    /** `<id of the root secret>:` and SHA-256 (hex) of the recovery code that the buyer was shown. */
    recoveryHash: text(),
  },
  (table) => [
    uniqueIndex("entitlements_recovery").on(table.recoveryHash).where(sql`recovery_hash IS NOT NULL`),
    index("entitlements_ended").on(table.routerId, table.endedAt).where(sql`ended_at IS NOT NULL`),
    index("entitlements_buyer").on(table.buyerHash).where(sql`buyer_hash IS NOT NULL`),
    // What lives, which is little: those that end next; under no end those that have not started, oldest first.
    index("entitlements_due")
      .on(table.endsAt, table.createdAt)
      .where(sql`state IN ('waiting', 'running', 'cut_off')`),
    index("entitlements_imported").on(table.sourceId).where(sql`source = 'import'`),
    index("entitlements_unconfirmed")
      .on(table.updatedAt)
      .where(sql`rev > confirmed_rev AND subject IS NOT NULL`),
  ],
);

/** The devices a purchase is attached to; a plan for n devices has up to n rows that are not detached. */
export const devices = sqliteTable(
  "devices",
  {
    entitlementId: text()
      .notNull()
      .references(() => entitlements.id),
    subject: text().notNull(),
    attachedAt: integer().notNull(),
    detachedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.entitlementId, table.subject] }),
    index("devices_subject").on(table.subject),
  ],
);

/** At one router done at once; between two when the old one confirmed the device off, and goes on as `toEntitlementId`. */
export const moves = sqliteTable(
  "moves",
  {
    id: text().primaryKey(),
    entitlementId: text()
      .notNull()
      .references(() => entitlements.id),
    toEntitlementId: text().notNull(),
    /** Null: none left; a further one was attached, or the same went to another router. */
    fromSubject: text(),
    /** Empty: a device was removed, none came. */
    toSubject: text().notNull(),
    fromRouterId: text().notNull(),
    toRouterId: text().notNull(),
    by: text({ enum: ["receipt", "voucher", "recovery", "provider", "buyer", "roam"] }).notNull(),
    at: integer().notNull(),
    doneAt: integer(),
  },
  (table) => [
    index("moves_entitlement").on(table.entitlementId, table.at),
    index("moves_open").on(table.at).where(sql`done_at IS NULL`),
  ],
);

/** A router that its buyers were without, until it was back. What they lost of their time is given back once, or not at all. */
export const outages = sqliteTable(
  "outages",
  {
    routerId: text().notNull(),
    beganAt: integer().notNull(),
    endedAt: integer().notNull(),
    /** UTC ms; null = not settled. */
    settledAt: integer(),
    /** How many were given time; 0 = it was left so. */
    purchases: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.routerId, table.beganAt] }),
    index("outages_ended").on(table.endedAt),
  ],
);

/**
 * A bridge or a router that was away long enough to be told of. open: no alarm yet; told: one was written; untold: it will get none;
 * back: there again, and that is to be told; over: nothing is left to do.
 */
export const absences = sqliteTable(
  "absences",
  {
    /** The bridge's id, or the router's. */
    what: text().notNull(),
    beganAt: integer().notNull(),
    /** As it was called then. */
    name: text().notNull(),
    isBridge: integer({ mode: "boolean" }).notNull(),
    /** The provider's routers there. */
    routers: text({ mode: "json" }).$type<{ id: string; name: string }[]>().notNull(),
    state: text({ enum: ["open", "told", "untold", "back", "over"] }).notNull(),
    /** When it went, or came back, as this provider's object learned it. */
    changedAt: integer().notNull(),
    endedAt: integer(),
    /** The message by which it was told. */
    messageId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.what, table.beganAt] }),
    index("absences_open").on(table.changedAt).where(sql`state <> 'over'`),
  ],
);
