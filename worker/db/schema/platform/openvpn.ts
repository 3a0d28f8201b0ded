import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Certificate authorities of the platform's OpenVPN server, one key type each (EC; RSA for RouterOS 6), and that of the hosts. */
export const vpnAuthorities = sqliteTable("vpn_authorities", {
  id: text({ enum: ["ec", "rsa", "hosts"] }).primaryKey(),
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
