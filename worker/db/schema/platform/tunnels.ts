import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { routers } from "./routers.ts";

/** A machine of the platform at which routers' tunnels end, with a bridge of the platform beside it. */
export const tunnelHosts = sqliteTable(
  "tunnel_hosts",
  {
    /** "1" to "6": its number, and the last part of its address in the tunnels. */
    id: text().primaryKey(),
    /** Also that of its bridge: whichever enrols under it last is this host's. */
    name: text().notNull(),
    /** Where routers reach it: a name in DNS, or IPv4. */
    address: text().notNull(),
    /** Of WireGuard. The same for a machine that takes the place of another: routers need nothing new. */
    publicKey: text().notNull(),
    /** Sealed. */
    privateKey: text().notNull(),
    /** The bridge beside it; null before the first one enrolled. */
    bridgeId: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex("tunnel_hosts_name").on(table.name),
    uniqueIndex("tunnel_hosts_bridge").on(table.bridgeId),
  ],
);

/** A router's end of its tunnels, the same at every host: by WireGuard or, with RouterOS 6, by OpenVPN. */
export const tunnelPeers = sqliteTable(
  "tunnel_peers",
  {
    routerId: text()
      .primaryKey()
      .references(() => routers.id),
    /** By WireGuard; that by OpenVPN follows from it. */
    address: text().notNull(),
    /** Made on the router; null until its set-up posted it, and where it comes in by OpenVPN. */
    publicKey: text(),
    /** SHA-256 of its certificate, hex; null where it comes in by WireGuard. */
    certificate: text(),
    createdAt: integer().notNull(),
    /** When the router last had its key or certificate confirmed. */
    keyedAt: integer(),
    /** The router has a tunnel to each host that stood then: when the line that it last ran was made. Null before. */
    hostsAsOf: integer(),
  },
  (table) => [
    uniqueIndex("tunnel_peers_address").on(table.address),
    uniqueIndex("tunnel_peers_key").on(table.publicKey),
    uniqueIndex("tunnel_peers_certificate").on(table.certificate),
  ],
);
