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
import type { Terms } from "./plans.ts";
import { providerRouters } from "./routers.ts";

/** `rev` rises with every change for the router. cut_off: time runs on. lapsed: never started within 30 days. */
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
    /** `<id of the root secret>:` and SHA-256 (hex) of the recovery code that the buyer was shown. */
    recoveryHash: text(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    uniqueIndex("entitlements_recovery")
      .on(table.providerId, table.recoveryHash)
      .where(sql`recovery_hash IS NOT NULL`),
    index("entitlements_ended").on(table.routerId, table.endedAt).where(sql`ended_at IS NOT NULL`),
    index("entitlements_buyer").on(table.providerId, table.buyerHash).where(sql`buyer_hash IS NOT NULL`),
    index("entitlements_device").on(table.providerId, table.mac, table.createdAt),
    index("entitlements_live")
      .on(table.routerId, table.updatedAt)
      .where(sql`state IN ('waiting', 'running', 'cut_off')`),
    // Those that end next; under no end those that have not started, oldest first.
    index("entitlements_due")
      .on(table.providerId, table.endsAt, table.createdAt)
      .where(sql`state IN ('waiting', 'running', 'cut_off')`),
    index("entitlements_unconfirmed")
      .on(table.providerId, table.updatedAt)
      .where(sql`rev > confirmed_rev AND mac IS NOT NULL`),
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

/** At one router done at once; between two when the old one confirmed the device off, and goes on as `toEntitlementId`. */
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
    index("moves_open").on(table.providerId, table.at).where(sql`done_at IS NULL`),
    foreignKey({
      columns: [table.providerId, table.entitlementId],
      foreignColumns: [entitlements.providerId, entitlements.id],
    }),
  ],
);
