import * as z from "zod";
import type { Subject } from "./values/subject.ts";

// Values of the bridge's link that many of its messages hold.

export const Id = z.string().min(1).max(80);
/** Also for spans of time and for bytes. */
export const Count = z.int().min(0);
/**
 * Who is let out. Any short text passes, so that a kind which this version does not know spoils no frame: its reader asks `parseSubject`.
 */
export const SubjectText = z.custom<Subject>((value) => typeof value === "string" && value.length <= 80);

/** A way in at a router. `session` and `connection` are what runs without one of the others. */
export const AccessKind = z.enum(["binding", "user", "secret", "session", "connection"]);
export type AccessKind = z.infer<typeof AccessKind>;

export const BridgeRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("test"), routerId: Id }),
  z.object({ kind: z.literal("kick"), routerId: Id, subject: SubjectText }),
  z.object({ kind: z.literal("hosts"), routerId: Id }),
  /** Which devices does the router list that it lets out neither by a log-in nor as an own device? Answered with `WaitingDevices`. */
  z.object({ kind: z.literal("waiting_devices"), routerId: Id }),
  /** What the device's running session has used by now: read from the router, answered with `SessionTotals` or null. */
  z.object({ kind: z.literal("session"), routerId: Id, subject: SubjectText }),
  /** By which address of its own does the bridge's machine reach this router? Nothing is sent to find out. */
  z.object({ kind: z.literal("address"), routerId: Id }),
  /** Which MikroTik devices announce themselves in the bridge's own networks (MNDP)? Takes about five seconds. */
  z.object({ kind: z.literal("discover") }),
  /** Logs in at a router with an address or password that is not saved yet: it is tried first. */
  z.object({
    kind: z.literal("try_router"),
    host: z.string().max(255),
    port: z.int().min(1).max(65_535),
    username: z.string().max(100),
    password: z.string().max(200),
  }),
  /** The router's own IPv4 addresses, as it says itself: answered with `AddressesResult`. */
  z.object({ kind: z.literal("addresses"), routerId: Id }),
  /** Which of these addresses, of those in the bridge's own networks, is the router that lets this log-in in: `FoundHere`. */
  z.object({
    kind: z.literal("find_router"),
    hosts: z.array(z.string().max(64)).max(32),
    port: z.int().min(1).max(65_535),
    username: z.string().max(100),
    passwords: z.array(z.string().max(200)).min(1).max(2),
  }),
  /** Tries the API ports in the bridge's own networks; answered at once with `ScanBegun`, then told by `scan`. */
  z.object({ kind: z.literal("scan"), scanId: Id }),
  z.object({ kind: z.literal("cancel_scan"), scanId: Id }),
  /** Reads what is known to trap people; answered at once, then told by `preflight`. */
  z.object({ kind: z.literal("preflight"), routerId: Id }),
  /** An offline voucher's code was entered at the portal, on this router's WiFi: answered with `OfflineVoucherAnswer`. */
  z.object({ kind: z.literal("redeem"), routerId: Id, offlineVoucherId: Id, subject: SubjectText }),
  /** The same on the WiFi of another router. */
  z.object({ kind: z.literal("give_back"), routerId: Id, offlineVoucherId: Id }),
  /** How the tunnel of this key stands at this host: answered with `TunnelResult`. */
  z.object({ kind: z.literal("tunnel"), publicKey: z.string().max(50) }),
  /** The same of OpenVPN, by the router's certificate. */
  z.object({ kind: z.literal("openvpn_tunnel"), certificate: z.string().max(64) }),
  /** What gives access at this router, paid or not: answered with `AccessFacts` (router-access.ts). Nothing is written. */
  z.object({ kind: z.literal("access"), routerId: Id }),
  /**
   * Ends one way in that `access` told of, by its row and by what it was called: another row of that id is left alone. A pass is removed,
   * a user or a name that dials in is switched off and not deleted; what runs by it ends.
   */
  z.object({
    kind: z.literal("end_access"),
    routerId: Id,
    what: AccessKind,
    id: z.string().max(20),
    name: z.string().max(140),
  }),
  /** Who dials in at this router over PPPoE, with passwords: answered with `RouterSecrets` (router-secrets.ts). Nothing is written. */
  z.object({ kind: z.literal("secrets"), routerId: Id }),
  /** When the last dial by this name was refused there for its password: answered with `RefusedDials`. Nothing is written. */
  z.object({ kind: z.literal("refused_dials"), routerId: Id, login: z.string().max(100) }),
  /** Which networks does this router have, and which devices are in them: answered with `RouterNetworks` (router-networks.ts). Nothing is written. */
  z.object({ kind: z.literal("networks"), routerId: Id }),
  /** Replace yourself by the server's signed version, which is this one. Answered at once; then it dials in anew, or says `update_failed`. */
  z.object({ kind: z.literal("update"), version: z.string().max(40) }),
]);
export type BridgeRequest = z.infer<typeof BridgeRequest>;

/**
 * What a bridge of this version can be asked; it says so in its `hello`, without `update` where its machine does not let it update
 * itself. One that says nothing knows the first three.
 */
export const bridgeRequests: readonly BridgeRequest["kind"][] = [
  "test",
  "kick",
  "hosts",
  "session",
  "address",
  "discover",
  "scan",
  "cancel_scan",
  "preflight",
  "try_router",
  "addresses",
  "find_router",
  "redeem",
  "give_back",
  "tunnel",
  "openvpn_tunnel",
  "waiting_devices",
  "access",
  "end_access",
  "secrets",
  "refused_dials",
  "networks",
  "update",
];

/** The `result` of `tunnel` and `openvpn_tunnel`: since the last handshake, or since it connected; null for none. */
export const TunnelResult = z.object({ handshakeAgeMs: Count.nullable() });

/** The `result` of `redeem` and `give_back`, journalled before it is said: who has it, or that the cloud decides again. */
export const OfflineVoucherAnswer = z.discriminatedUnion("state", [
  z.object({ state: z.literal("redeemed"), subject: SubjectText, ageMs: Count }),
  z.object({ state: z.literal("returned") }),
]);
export type OfflineVoucherAnswer = z.infer<typeof OfflineVoucherAnswer>;

/** The `result` of `refused_dials`; null: the router's log has none. */
export const RefusedDials = z.object({ sinceMs: Count.nullable() });

/** Without their networks' lengths. */
export const AddressesResult = z.array(z.string().max(64)).max(32);
export type AddressesResult = z.infer<typeof AddressesResult>;

/** The `result` of `find_router`; `password`: which one of those that were sent. */
export const FoundHere = z.object({ host: z.string().max(64), password: z.int().min(0).max(1) });

export const HostsResult = z.array(z.string().max(17)).max(20_000);
export type HostsResult = z.infer<typeof HostsResult>;

/** A device that is there and not let out. `name`: by which it asked for an address; a stranger's word, without control characters. */
export const WaitingDevice = z.object({
  mac: z.string().max(17),
  name: z.string().max(60).nullable(),
  /** Since its last packet. */
  idleMs: Count,
});
export type WaitingDevice = z.infer<typeof WaitingDevice>;

/** The liveliest first. */
export const WaitingDevices = z.array(WaitingDevice).max(200);

/** Never more devices than this in one answer, whatever a network says. */
export const mostFound = 256;

/** A device that announced itself. Its words are a stranger's: plain text without control characters. */
export const Neighbour = z.object({
  /** IPv4 where it has one, else IPv6. */
  address: z.string().max(64),
  mac: z.string().max(17).nullable(),
  identity: z.string().max(100).nullable(),
  version: z.string().max(100).nullable(),
  board: z.string().max(100).nullable(),
});
export type Neighbour = z.infer<typeof Neighbour>;

export const DiscoverResult = z.array(Neighbour).max(mostFound);

/** The `result` of a `scan` request that begins. Subnets like "192.168.88.0/24". */
export const ScanBegun = z.object({ subnets: z.array(z.string().max(40)).max(32), total: Count });
export type ScanBegun = z.infer<typeof ScanBegun>;

/** An address on which at least one of these ports answered. */
export const OpenPorts = z.object({ address: z.string().max(64), ports: z.array(z.int()).max(8) });
export type OpenPorts = z.infer<typeof OpenPorts>;
