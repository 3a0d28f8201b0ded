import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

// Tables of the platform: one row of them may concern any provider. No statement joins them with tenant tables, so
// that tenants can move to databases of their own. Times are UTC ms.

export const providers = sqliteTable(
  "providers",
  {
    id: text().primaryKey(),
    businessName: text().notNull(),
    contactName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text(),
    kraPin: text(),
    businessLicense: text(),
    subdomain: text().notNull(),
    status: text({ enum: ["active", "suspended"] })
      .notNull()
      .default("active"),
    /** JSON: what the provider set for its portal; absent keys fall back to defaults. */
    captivePortalSettings: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [uniqueIndex("providers_subdomain").on(table.subdomain)],
);

/** People who sign in: a provider's admins (`providerId` set) and the platform's (`providerId` null). */
export const admins = sqliteTable(
  "admins",
  {
    id: text().primaryKey(),
    providerId: text().references(() => providers.id),
    username: text().notNull(),
    /** Lower case: usernames are unique over the platform in any case. */
    usernameKey: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    role: text().notNull(),
    /** PHC string of scrypt. */
    passwordHash: text().notNull(),
    createdAt: integer().notNull(),
    disabledAt: integer(),
  },
  (table) => [
    uniqueIndex("admins_username").on(table.usernameKey),
    index("admins_provider").on(table.providerId),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 (hex) of the 256-bit token that only the browser holds. */
    tokenHash: text().primaryKey(),
    adminId: text()
      .notNull()
      .references(() => admins.id),
    audience: text({ enum: ["provider", "platform"] }).notNull(),
    providerId: text(),
    /** The host the cookie was set on; a session is worth nothing on another. */
    host: text().notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
    /** The super admin who acts through this session, if any. */
    actingAs: text(),
  },
  (table) => [index("sessions_admin").on(table.adminId)],
);

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
    /** Sealed JSON `{password, macAuthPassword}`. */
    secrets: text().notNull(),
    routerosVersion: text({ enum: ["7.x", "6.x"] })
      .notNull()
      .default("7.x"),
    connectionType: text({ enum: ["direct", "ovpn_client"] })
      .notNull()
      .default("direct"),
    status: text({ enum: ["active", "suspended"] })
      .notNull()
      .default("active"),
    bridgeId: text().references(() => bridges.id),
    servingEpoch: integer().notNull().default(1),
    lastSeenAt: integer(),
    createdAt: integer().notNull(),
    archivedAt: integer(),
  },
  (table) => [index("routers_bridge").on(table.bridgeId)],
);

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
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    environment: text({ enum: ["sandbox", "production"] }).notNull(),
    /** The platform's own credentials collect for this account. */
    useAutoApi: integer({ mode: "boolean" }).notNull(),
    /** Till or pay bill (M-Pesa), merchant code (Airtel Money), account (bank): where the money goes. */
    accountNumber: text().notNull(),
    /** Sealed JSON of the provider's own credentials, by type. */
    secrets: text(),
    verifiedAt: integer(),
    createdAt: integer().notNull(),
    archivedAt: integer(),
  },
  (table) => [index("gateways_provider").on(table.providerId)],
);

export const audit = sqliteTable(
  "audit",
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    actor: text({ enum: ["provider", "platform", "bridge", "system"] }).notNull(),
    actorId: text(),
    providerId: text(),
    action: text().notNull(),
    subject: text(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>(),
  },
  (table) => [index("audit_provider").on(table.providerId, table.at)],
);
