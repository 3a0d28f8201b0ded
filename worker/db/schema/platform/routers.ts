import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { providers } from "./providers.ts";

export const bridges = sqliteTable("bridges", {
  id: text().primaryKey(),
  /** The provider that enrolled it; null = enrolled by the platform for several providers. */
  providerId: text(),
  name: text().notNull(),
  /** Raw Ed25519 public key, base64. */
  publicKey: text().notNull(),
  enrolledAt: integer().notNull(),
  revokedAt: integer(),
});

export const bridgeCodes = sqliteTable("bridge_codes", {
  /** SHA-256 (hex) of the 80-bit code. */
  codeHash: text().primaryKey(),
  providerId: text(),
  name: text().notNull(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
  usedAt: integer(),
  bridgeId: text(),
});

export const routers = sqliteTable(
  "routers",
  {
    /** Lower-case UUID: it may stand as a host label. */
    id: text().primaryKey(),
    name: text().notNull(),
    host: text().notNull(),
    port: integer().notNull(),
    username: text().notNull(),
    /** Sealed JSON: `RouterSecrets`. */
    secrets: text().notNull(),
    /** The provider whose own bridges may have its log-in; null = bridges of the platform alone. */
    logInSharedWith: text(),
    /** A provider that could read its log-in and has the router no more; null once it was renewed. */
    logInKnownTo: text(),
    routerosVersion: text({ enum: ["7.x", "6.x"] })
      .notNull()
      .default("7.x"),
    connectionType: text({ enum: ["direct", "ovpn_client", "tunnel"] })
      .notNull()
      .default("direct"),
    status: text({ enum: ["active", "suspended"] })
      .notNull()
      .default("active"),
    bridgeId: text().references(() => bridges.id),
    /** The provider that has it now and alone sells at it; null = none. */
    providerId: text().references(() => providers.id),
    /** Where that provider has it, in words. */
    location: text(),
    servingEpoch: integer().notNull().default(1),
    lastSeenAt: integer(),
    /** Since when its bridge reaches it, as the bridge's object last wrote; null = it does not. For counts alone. */
    onlineSince: integer(),
    /** Things on its checklist that keep visitors from buying, as its bridge's object last wrote. For counts alone. */
    blocks: integer().notNull().default(0),
    /** The provider that added it at a bridge of its own; null = the platform did. */
    addedBy: text(),
    createdAt: integer().notNull(),
    archivedAt: integer(),
    /** How it comes in by a generated OpenVPN configuration; null = it does not. */
    ovpnServerHost: text(),
    ovpnServerPort: integer(),
    ovpnUsername: text(),
    ovpnTunnelIp: text(),
    /** PEM; its private key was handed out once and is kept by nobody here. */
    ovpnCertificate: text(),
    ovpnCaFile: text(),
  },
  (table) => [index("routers_bridge").on(table.bridgeId), index("routers_provider").on(table.providerId)],
);

/** A provider that sold at a router while this bridge served it, until one of the two changed. Written by a trigger. */
export const routerSellers = sqliteTable(
  "router_sellers",
  {
    routerId: text().notNull(),
    /** Empty for none. */
    bridgeId: text().notNull(),
    providerId: text().notNull(),
    leftAt: integer().notNull(),
    /** When to look next whether it has anything left there. */
    lookAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.routerId, table.providerId, table.bridgeId] }),
    index("router_sellers_bridge").on(table.bridgeId),
    index("router_sellers_look").on(table.lookAt),
  ],
);

/** A provider's own devices at a router, which pass its hotspot without paying while the provider has the router. */
export const ownDevices = sqliteTable(
  "own_devices",
  {
    routerId: text()
      .notNull()
      .references(() => routers.id),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    /** Upper case with colons. */
    mac: text().notNull(),
    name: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.routerId, table.providerId, table.mac] }),
    index("own_devices_provider").on(table.providerId),
  ],
);

/** Users of another system that a provider lets its bridge take over at a router, while it has the router. */
export const handedOverUsers = sqliteTable(
  "handed_over_users",
  {
    routerId: text()
      .notNull()
      .references(() => routers.id),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    /** Upper case with colons; empty = of every device. */
    mac: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.routerId, table.providerId, table.mac] }),
    index("handed_over_users_provider").on(table.providerId),
  ],
);

/** How a router is set up by a script of ours: one at a time, a newer one ends the one before it. */
export const routerSetups = sqliteTable(
  "router_setups",
  {
    routerId: text()
      .primaryKey()
      .references(() => routers.id),
    /** Names this set-up on the router and on the bridge's link; no secret. */
    id: text().notNull(),
    /** SHA-256 (hex) of the 128-bit token in the script's address. */
    tokenHash: text().notNull(),
    routerosVersion: text({ enum: ["7.x", "6.x"] }).notNull(),
    /** The router's interface that the hotspot serves. */
    interface: text().notNull(),
    /** From where alone the API user may log in; IPv4, or the network of the platform's hosts. */
    bridgeAddress: text().notNull(),
    /** Sealed JSON `{bootstrapPassword, password, macAuthPassword}`. */
    secrets: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** When its bridge first logged in by it: its address and the bootstrap password are worth nothing since. */
    usedAt: integer(),
    /** When the router fetched the script, when it ran to its end, and when and why it stopped, as the script says. */
    fetchedAt: integer(),
    /** The network of the first fetch, which alone has the script from then on. */
    fetchedFrom: text(),
    /** When another network was first refused it. */
    refusedAt: integer(),
    doneAt: integer(),
    stoppedAt: integer(),
    stoppedFor: text(),
  },
  (table) => [uniqueIndex("router_setups_token").on(table.tokenHash)],
);
