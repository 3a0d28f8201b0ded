import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
    /** Why it is suspended: for an overdue invoice; null = an operator said so. */
    suspendedFor: text({ enum: ["invoice"] }),
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

/** How a router is set up by a script of ours: one at a time, a newer one ends the one before it. */
export const routerSetups = sqliteTable(
  "router_setups",
  {
    routerId: text()
      .primaryKey()
      .references(() => routers.id),
    /** Names this set-up on the router and on the bridge's line; no secret. */
    id: text().notNull(),
    /** SHA-256 (hex) of the 128-bit token in the script's address. */
    tokenHash: text().notNull(),
    routerosVersion: text({ enum: ["7.x", "6.x"] }).notNull(),
    /** The router's interface that the hotspot serves. */
    interface: text().notNull(),
    /** From where alone the API user may log in; IPv4. */
    bridgeAddress: text().notNull(),
    /** Sealed JSON `{bootstrapPassword, password, macAuthPassword}`. */
    secrets: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** When its bridge first logged in by it: its address and the bootstrap password are worth nothing since. */
    usedAt: integer(),
  },
  (table) => [uniqueIndex("router_setups_token").on(table.tokenHash)],
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
    verificationFault: text(),
    /** Since when the gateway reports payments that were typed by hand (C2B addresses registered). */
    typedSince: integer(),
    typedFault: text(),
    createdAt: integer().notNull(),
    archivedAt: integer(),
  },
  (table) => [index("gateways_provider").on(table.providerId)],
);

/**
 * Diverts payments to a central account until a target is reached. A projection of its SwitchObject, applied only with a
 * higher `seq`; settings are written here first and told to the object.
 */
export const switches = sqliteTable("switches", {
  id: text().primaryKey(),
  name: text().notNull(),
  accountType: text({ enum: ["mobile_money", "bank"] }).notNull(),
  /** Id in the list of mobile money services or of banks. */
  centralPaymentGatewayId: text().notNull(),
  centralAccountNumber: text().notNull(),
  targetCents: integer().notNull(),
  switchMode: text({ enum: ["manual", "automatic"] }).notNull(),
  isRecurring: integer({ mode: "boolean" }).notNull().default(false),
  /** Lower-case names of days in Africa/Nairobi. */
  recurringDays: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  /** HH:MM in Africa/Nairobi. */
  recurringStartTime: text(),
  recurringEndTime: text(),
  allowEmergencyDeactivate: integer({ mode: "boolean" }).notNull().default(true),
  isActive: integer({ mode: "boolean" }).notNull().default(false),
  activatedAt: integer(),
  /** Rises with every activation after the target was reached; the counter begins anew with it. */
  cycle: integer().notNull().default(0),
  collectedCents: integer().notNull().default(0),
  reservedCents: integer().notNull().default(0),
  lastTargetReachedAt: integer(),
  /** What was said at the last emergency stop. */
  stopReason: text(),
  seq: integer().notNull().default(0),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  archivedAt: integer(),
});

/** What was diverted, each payment once, with the account as it was then. Rows are only added. */
export const switchTransactions = sqliteTable(
  "switch_transactions",
  {
    paymentId: text().primaryKey(),
    switchId: text().notNull(),
    cycle: integer().notNull(),
    providerId: text().notNull(),
    cents: integer().notNull(),
    centralPaymentGatewayId: text().notNull(),
    centralAccountNumber: text().notNull(),
    /** Paid after its reservation had been released: the only way past the target by more than one payment. */
    late: integer({ mode: "boolean" }).notNull().default(false),
    at: integer().notNull(),
  },
  (table) => [
    index("switch_transactions_newest").on(table.at),
    index("switch_transactions_switch").on(table.switchId, table.cycle),
  ],
);

/** What a provider owes the platform for its use: one row a provider. */
export const billingConfigs = sqliteTable("billing_configs", {
  providerId: text()
    .primaryKey()
    .references(() => providers.id),
  billingModel: text({ enum: ["percentage", "per_transaction", "monthly_fee"] }).notNull(),
  /** Hundredths of a percent, 0 to 10,000. */
  percentageBasisPoints: integer(),
  transactionFeeCents: integer(),
  monthlyFeeCents: integer(),
  billingCycle: text({ enum: ["monthly", "quarterly", "yearly"] }).notNull(),
  /** 1 to 28: the day of the month after the period by which its invoice is to be paid. */
  dueDay: integer().notNull(),
  paymentAccountNumber: text().notNull(),
  /** Separated by commas. */
  notificationEmails: text().notNull().default(""),
  /** The first day that is billed, YYYY-MM-DD in Africa/Nairobi. */
  billedFrom: text().notNull(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** One period's bill, computed once; what it stands on is kept in it and never changes. */
export const invoices = sqliteTable(
  "invoices",
  {
    id: text().primaryKey(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    /** [start, end) as days in Africa/Nairobi. */
    periodStart: text().notNull(),
    periodEnd: text().notNull(),
    /** The last day on which it can be paid in time. */
    dueDate: text().notNull(),
    /** The configuration as it was, and the rows that the console shows. */
    terms: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    rows: text({ mode: "json" }).$type<Record<string, unknown>[]>().notNull(),
    baseCount: integer().notNull(),
    baseCents: integer().notNull(),
    amountCents: integer().notNull(),
    paidCents: integer().notNull().default(0),
    issuedAt: integer().notNull(),
    paidAt: integer(),
    /** When the provider was suspended for it. */
    suspendedAt: integer(),
  },
  (table) => [
    uniqueIndex("invoices_period").on(table.providerId, table.periodStart),
    index("invoices_unpaid").on(table.dueDate).where(sql`paid_at IS NULL`),
  ],
);

/** A code by which a provider says it paid its bill; a person verifies or rejects it. */
export const paymentConfirmations = sqliteTable(
  "payment_confirmations",
  {
    id: text().primaryKey(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    amountCents: integer().notNull(),
    /** Upper case; counts once on the platform. */
    paymentCode: text().notNull(),
    status: text({ enum: ["pending", "verified", "rejected"] }).notNull(),
    notes: text(),
    submittedBy: text().notNull(),
    createdAt: integer().notNull(),
    decidedBy: text(),
    decidedAt: integer(),
  },
  (table) => [
    uniqueIndex("payment_confirmations_code").on(table.paymentCode).where(sql`status <> 'rejected'`),
    index("payment_confirmations_provider").on(table.providerId, table.createdAt),
    index("payment_confirmations_newest").on(table.createdAt),
  ],
);

/** What billing told a provider, in its console and by e-mail. */
export const billingNotifications = sqliteTable(
  "billing_notifications",
  {
    id: text().primaryKey(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    title: text().notNull(),
    message: text().notNull(),
    notificationType: text().notNull(),
    /** The event it is about: each is told once. */
    event: text().notNull(),
    createdAt: integer().notNull(),
    readAt: integer(),
  },
  (table) => [
    uniqueIndex("billing_notifications_event").on(table.event),
    index("billing_notifications_provider").on(table.providerId, table.createdAt),
    index("billing_notifications_newest").on(table.createdAt),
  ],
);

/** Letters on their way: written with what they tell, sent afterwards, at least once. */
export const mail = sqliteTable(
  "mail",
  {
    id: text().primaryKey(),
    /** One address. */
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** The event and the address: each letter is written once. */
    event: text().notNull(),
    createdAt: integer().notNull(),
    sentAt: integer(),
    attempts: integer().notNull().default(0),
    nextAt: integer().notNull(),
    fault: text(),
  },
  (table) => [
    uniqueIndex("mail_event").on(table.event),
    index("mail_waiting").on(table.nextAt).where(sql`sent_at IS NULL`),
  ],
);

/** What a payer types as account number: names one purchase at one pay bill. */
export const accountCodes = sqliteTable(
  "account_codes",
  {
    shortCode: text().notNull(),
    code: text().notNull(),
    gatewayId: text().notNull(),
    providerId: text().notNull(),
    paymentId: text().notNull(),
    cents: integer().notNull(),
    createdAt: integer().notNull(),
    /** From then on the code may be given to another purchase. */
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shortCode, table.code] }),
    index("account_codes_payment").on(table.paymentId),
  ],
);

/** Money that arrived at a pay bill, as the gateway confirmed it: typed by hand, or the second witness of a prompt. */
export const typedPayments = sqliteTable(
  "typed_payments",
  {
    shortCode: text().notNull(),
    receipt: text().notNull(),
    gatewayId: text().notNull(),
    providerId: text().notNull(),
    cents: integer().notNull(),
    /** What the payer typed. */
    accountTyped: text().notNull(),
    /** As the gateway shows it, often masked. */
    payer: text(),
    paidAt: integer().notNull(),
    receivedAt: integer().notNull(),
    /** `attributed` and `refunded` say what a person did with what matched nothing. */
    status: text({ enum: ["matched", "unmatched", "attributed", "refunding", "refunded"] }).notNull(),
    paymentId: text(),
    resolvedBy: text(),
    resolvedAt: integer(),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.shortCode, table.receipt] }),
    index("typed_payments_provider").on(table.providerId, table.receivedAt),
    index("typed_payments_unmatched").on(table.receivedAt).where(sql`status = 'unmatched'`),
  ],
);

/** One night's comparison of our books with gateways and objects. */
export const reconciliationRuns = sqliteTable("reconciliation_runs", {
  /** The Nairobi day that was compared, YYYY-MM-DD. */
  day: text().primaryKey(),
  startedAt: integer().notNull(),
  finishedAt: integer(),
  /** How far it is: what a run that was cut off goes on from. */
  cursor: text(),
  /** What was counted, by name; and under `faults` the statements that could not be had. */
  counts: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
});

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
