import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
    /** Chosen look of the super admin's pages; null = as the device says. */
    theme: text(),
    /** Sealed base32 key of the authenticator app; counts only once `totpSince` is set. */
    totpKey: text(),
    /** Since when a code is asked for beside the password; null = no second factor. */
    totpSince: integer(),
    /** The last time step (30 s) whose code was used: no code counts twice. */
    totpStep: integer(),
    /** Keyed hashes of the recovery codes that are left. */
    recoveryHashes: text({ mode: "json" }).$type<string[]>(),
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

/** One-time codes by which a super admin enters a provider's console. */
export const handoffCodes = sqliteTable("handoff_codes", {
  /** SHA-256 (hex) of the 256-bit code. */
  codeHash: text().primaryKey(),
  providerId: text().notNull(),
  /** Host with port where it may be exchanged. */
  host: text().notNull(),
  /** The super admin, and the session in which they asked for it. */
  actorId: text().notNull(),
  actorSession: text().notNull(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
  usedAt: integer(),
});

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
    /** Sealed JSON `{password, macAuthPassword, ovpnPassword}`. */
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
    /** The provider that added it at a bridge of its own; null = the platform did. */
    addedBy: text(),
    createdAt: integer().notNull(),
    archivedAt: integer(),
    /** How it comes in through the platform's OpenVPN server; null = it does not. */
    ovpnServerHost: text(),
    ovpnServerPort: integer(),
    ovpnUsername: text(),
    ovpnTunnelIp: text(),
    /** PEM; its private key was handed out once and is kept by nobody here. */
    ovpnCertificate: text(),
    ovpnCaFile: text(),
  },
  (table) => [index("routers_bridge").on(table.bridgeId)],
);

/** Certificate authorities of the platform's OpenVPN server: one key type each (EC; RSA for RouterOS 6). */
export const vpnAuthorities = sqliteTable("vpn_authorities", {
  id: text({ enum: ["ec", "rsa"] }).primaryKey(),
  /** PEM. */
  certificate: text().notNull(),
  /** Sealed PKCS#8, PEM. */
  privateKey: text().notNull(),
  /** Of the next certificate revocation list. */
  crlNumber: integer().notNull().default(1),
  createdAt: integer().notNull(),
});

/** A certificate, an address and a log-in for one router (or for a bridge beside the server: no tunnel address). */
export const vpnClients = sqliteTable(
  "vpn_clients",
  {
    id: text().primaryKey(),
    authority: text({ enum: ["ec", "rsa"] }).notNull(),
    /** Log-in name and common name of the certificate. */
    username: text().notNull(),
    routerName: text().notNull(),
    /** The router that was saved with it; null = generated and not used yet. */
    routerId: text(),
    /** `salt:SHA-256`, hex: the VPN host checks log-ins against it. */
    passwordHash: text().notNull(),
    tunnelIp: text().notNull(),
    /** Hex. */
    serial: text().notNull(),
    /** SHA-256 of the certificate, hex. */
    fingerprint: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
  },
  (table) => [
    uniqueIndex("vpn_clients_username").on(table.username),
    uniqueIndex("vpn_clients_tunnel_ip").on(table.tunnelIp).where(sql`revoked_at IS NULL`),
    uniqueIndex("vpn_clients_serial").on(table.serial),
  ],
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

/** What is said once for the whole platform, by name: `portal` is how the portal looks where no provider decides. */
export const platformSettings = sqliteTable("platform_settings", {
  name: text().primaryKey(),
  value: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
  updatedAt: integer().notNull(),
});

/** Small pictures (logos, images of advertisements), served by hash for ever. */
export const media = sqliteTable("media", {
  /** SHA-256 (hex) of the bytes. */
  hash: text().primaryKey(),
  type: text({ enum: ["image/webp", "image/png", "image/jpeg", "image/gif"] }).notNull(),
  bytes: blob({ mode: "buffer" }).notNull(),
  createdAt: integer().notNull(),
});

export const ads = sqliteTable("ads", {
  id: text().primaryKey(),
  title: text().notNull(),
  description: text().notNull().default(""),
  /** HTML, cleaned when it was saved. */
  content: text().notNull(),
  /** Own address of the stored picture, `/media/<hash>`. */
  imageUrl: text(),
  externalUrl: text(),
  /** Seconds. */
  displayDuration: integer().notNull(),
  /** 1 to 10; higher shows first. */
  priority: integer().notNull(),
  /** As it was given: a date (YYYY-MM-DD, a day in Africa/Nairobi) or an instant. */
  startDate: text(),
  endDate: text(),
  /** The same as moments: shown from `startsAt` on and before `endsAt`. */
  startsAt: integer(),
  endsAt: integer(),
  targetAudience: text({ enum: ["all", "new_users", "returning_users"] }).notNull(),
  isActive: integer({ mode: "boolean" }).notNull(),
  viewCount: integer().notNull().default(0),
  clickCount: integer().notNull().default(0),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  archivedAt: integer(),
});

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
    /** Network address of whoever did it; null = not known. */
    network: text(),
  },
  (table) => [index("audit_provider").on(table.providerId, table.at), index("audit_at").on(table.at)],
);
