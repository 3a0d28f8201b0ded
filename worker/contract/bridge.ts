import * as z from "zod";
import { DesiredLine, LineTotals } from "./bridge-lines.ts";
import { UpdatedBy } from "./bridge-release.ts";
import {
  BridgeRequest,
  bridgeRequests,
  Count,
  Id,
  mostFound,
  OpenPorts,
  SubjectText,
} from "./bridge-requests.ts";
import { RouterFacts } from "./router-facts.ts";
import { en as siteTexts } from "./texts/site.ts";
import type { Text } from "./texts.ts";
import { lineHindrances } from "./values/line-hindrances.ts";
import { dayMs } from "./values/time.ts";

// Every message of the link between a bridge and its worker, both directions. Fields are only ever added: worker and
// bridge speak this version and the one before. Unknown keys are stripped; what else is unknown is read by bridge-frames.ts.
// The link carries ages and remainders, never wall times: neither side trusts the other's clock.

export const bridgeProtocol = 1;

/** How often each side shows it is alive; the worker answers pings without waking its object. */
export const heartbeatMs = 25_000;
export const pingText = "ping";
export const pongText = "pong";

/** Who was not heard for this long has missed two heartbeats; ten seconds are for the way. */
export const silentAfterMs = 2 * heartbeatMs + 10_000;

/** The longest span in which bridges come back after a new version or an outage. */
export const redialWithinMostMs = 60_000;

/** From so many bytes on (both directions, all devices) the purchase runs at these speeds. Older bridges do not slow it. */
const FairUse = z.object({ afterBytes: Count, upKbps: z.int().positive(), downKbps: z.int().positive() });

/** `serve`: these devices are let out; `remainingMs` null = the clock starts when the router confirms. `end`: they are not. */
export const EntitlementSpec = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("serve"),
    subjects: z.array(SubjectText).max(20),
    upKbps: z.int().positive(),
    downKbps: z.int().positive(),
    durationMs: Count,
    remainingMs: Count.nullable(),
    /** The cap in bytes, both directions together; null = unlimited. */
    dataBytes: Count.nullable(),
    fairUse: FairUse.optional(),
    /** Open each day for `openMs`, since `openedAgoMs` or since then; `durationMs` is spent while it is open. Absent = day and night. */
    hours: z.object({ openMs: z.int().min(1).max(dayMs), openedAgoMs: Count.max(dayMs) }).optional(),
    /** What the worker knows to be used already; the bridge takes the greater of this and its own count. */
    usedBytes: Count,
  }),
  z.object({
    kind: z.literal("end"),
    subjects: z.array(SubjectText).max(20),
    reason: z.enum(["ended", "cut_off", "moved", "unknown"]),
  }),
]);
export type EntitlementSpec = z.infer<typeof EntitlementSpec>;

/** One entitlement as the bridge shall hold it. The higher `rev` wins; `order` is the place in its device's queue. */
export const DesiredEntitlement = z.object({
  id: Id,
  routerId: Id,
  rev: Count,
  order: z.number(),
  spec: EntitlementSpec,
});
export type DesiredEntitlement = z.infer<typeof DesiredEntitlement>;

export const RouterAssignment = z.object({
  routerId: Id,
  /** Rises when the router gets another bridge or its bridge enrols anew; a bridge that reads a greater one on the router stops touching it. */
  servingEpoch: Count,
  host: z.string(),
  port: z.int(),
  username: z.string(),
  password: z.string(),
  /** Password of the router's MAC login (`mac-auth-password` of its hotspot profile). */
  macAuthPassword: z.string(),
  /** By one of them the login pages lead to its provider's portal. Absent from workers of before 0.2. */
  portalHosts: z.array(z.string().max(300)).max(4).optional(),
  /** The address of the bridge's machine for which the router was last set up by script; absent where it was not. */
  bridgeAddress: z.string().optional(),
  /** MAC addresses that pass the hotspot without paying: exactly these of ours. Absent from workers of before 0.2. */
  ownDevices: z.array(z.string().max(40)).max(100).optional(),
  /** Devices whose foreign hotspot user is replaced by ours when the device is to be let in. */
  takesOver: z.union([z.literal("all"), z.array(z.string().max(40)).max(500)]).optional(),
  /** The script made `username` with `bootstrapPassword`: the bridge logs in by it, sets `password` and says `set_up`. */
  setup: z
    .object({ id: Id, username: z.string(), bootstrapPassword: z.string(), password: z.string() })
    .optional(),
});
export type RouterAssignment = z.infer<typeof RouterAssignment>;

/** A voucher assigned to a router: until `returned` its bridge alone decides. The higher `rev` wins; absence means nothing. */
export const OfflineVoucher = z.object({
  id: Id,
  routerId: Id,
  rev: Count,
  spec: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("assign"),
      /** Key of this one voucher. `hash` is the HMAC-SHA-256 of the code (stored form, no dash) by this key; both hex. */
      key: z.string().max(128),
      hash: z.string().max(128),
      /** What its redemption makes, here and there. */
      entitlementId: Id,
      /** Until it can no longer be redeemed; null = for ever. */
      expiresInMs: Count.nullable(),
      planName: z.string().max(200),
      upKbps: z.int().positive(),
      downKbps: z.int().positive(),
      durationMs: Count,
      dataBytes: Count.nullable(),
      fairUse: FairUse.optional(),
    }),
    /** Give it back, unless it is redeemed. */
    z.object({ kind: z.literal("return") }),
  ]),
});
export type OfflineVoucher = z.infer<typeof OfflineVoucher>;

/** A router's end of a tunnel at this host: its WireGuard public key, and the one address that it has in there. */
export const TunnelPeer = z.object({ publicKey: z.string().max(50), address: z.string().max(15) });
export type TunnelPeer = z.infer<typeof TunnelPeer>;

/** The same of a router that comes in by OpenVPN: SHA-256 of its certificate, in hex. */
export const OpenvpnPeer = z.object({ certificate: z.string().max(64), address: z.string().max(15) });
export type OpenvpnPeer = z.infer<typeof OpenvpnPeer>;

/** What changes of a host's tunnels, of both ways. */
export type TunnelChange = {
  peers: TunnelPeer[];
  gone: string[];
  openvpn: { peers: OpenvpnPeer[]; gone: string[] };
};

export const ToBridge = z.discriminatedUnion("type", [
  z.object({ type: z.literal("challenge"), protocol: z.int(), nonce: z.string() }),
  z.object({
    type: z.literal("welcome"),
    /** `drop`: this journal is older than what it already reported (an old disk). Forget it, take the worker's state, read the router first. */
    journal: z.enum(["keep", "drop"]),
    ackedSeq: Count,
    routers: z.array(RouterAssignment),
    /** The version of the server, which is also that of the bridge it hands out; missing before 0.1.0's first update. */
    version: z.string().max(40).optional(),
    /** When the worker ends the link or refuses it, the bridge comes back anywhere in this span: as long as all bridges take. */
    redialWithinMs: Count.max(redialWithinMostMs).optional(),
    /** How often to show that it is alive, where that is more often than usual: at a host of the platform. */
    heartbeatMs: z.int().min(1_000).max(heartbeatMs).optional(),
  }),
  /** The link closes after it. `duplicate`: another running bridge answers with this key. */
  z.object({
    type: z.literal("refused"),
    reason: z.enum(["duplicate", "revoked", "signature", "protocol"]),
    message: z.string(),
  }),
  /** A delta or a whole sync, no difference: absence means nothing. */
  z.object({ type: z.literal("desired"), desiredEntitlements: z.array(DesiredEntitlement) }),
  /** Only to a bridge that can be asked to `redeem`. */
  z.object({ type: z.literal("offline_vouchers"), offlineVouchers: z.array(OfflineVoucher).max(500) }),
  /** Only to a bridge that `keepsLines`, fixed devices only to one that `keepsDevices`. A delta or a whole sync: absence means nothing. */
  z.object({ type: z.literal("lines"), lines: z.array(DesiredLine).max(500) }),
  z.object({ type: z.literal("ack"), seq: Count }),
  z.object({ type: z.literal("assign"), routers: z.array(RouterAssignment) }),
  z.object({ type: z.literal("forget"), routerId: Id }),
  z.object({ type: z.literal("request"), id: Id, request: BridgeRequest }),
  /**
   * Only to a host of the platform. All peers come in parts, `more` until the `last`: what is in none of them is to go. A
   * `change` names what is new and which keys are gone.
   */
  z.object({
    type: z.literal("tunnels"),
    mode: z.enum(["more", "last", "change"]),
    peers: z.array(TunnelPeer).max(1_000),
    gone: z.array(z.string().max(50)).max(1_000),
    /** Missing before 0.1.0's first update: then nothing is said of OpenVPN. */
    openvpn: z
      .object({
        peers: z.array(OpenvpnPeer).max(1_000),
        gone: z.array(z.string().max(64)).max(1_000),
      })
      .optional(),
  }),
  /** Asked of a silent holder of the link before another may take it over; answered at once with `here`. */
  z.object({ type: z.literal("are_you_there") }),
]);
export type ToBridge = z.infer<typeof ToBridge>;

/** A newer bridge may know any number of others. */
const knownRequests = (kinds: readonly string[]) => bridgeRequests.filter((kind) => kinds.includes(kind));

const short = z.union([z.string().max(300), z.number()]);
const named = z.enum(Object.keys(siteTexts) as (keyof typeof siteTexts)[]);
const textWith = (value: z.ZodType) =>
  z.object({ say: named, with: z.record(z.string().max(20), value).optional() });
/** A text may stand in a text that stands in a text. One that this version does not know is told as just that. */
export const BridgeText: z.ZodType<Text> = textWith(
  z.union([short, textWith(z.union([short, textWith(short)]))]),
).catch({ say: "of_newer_bridge" }) as z.ZodType<Text>;

/** A device's session on the router. Key: router, `boot` (counts the router's restarts as the bridge saw them), `session`. */
export const SessionTotals = z.object({
  routerId: Id,
  boot: z.string().max(80),
  session: z.string().max(80),
  entitlementId: Id,
  subject: SubjectText,
  bytesUp: Count,
  bytesDown: Count,
  seconds: Count,
  open: z.boolean(),
});
export type SessionTotals = z.infer<typeof SessionTotals>;

/** Must not be lost: numbered, journalled, sent until acknowledged. `ageMs` by the bridge's monotonic clock. */
const event = { seq: z.int().min(1), ageMs: Count, routerId: Id };
export const SiteEvent = z.discriminatedUnion("kind", [
  /** The router confirmed this device's first session: the bought time runs from here. */
  z.object({ ...event, kind: z.literal("started"), entitlementId: Id, rev: Count }),
  /** The router was made equal to this rev and read back. */
  z.object({
    ...event,
    kind: z.literal("applied"),
    entitlementId: Id,
    rev: Count,
    state: z.enum(["online", "waiting_for_device", "queued", "ended"]),
  }),
  z.object({
    ...event,
    kind: z.literal("ended"),
    entitlementId: Id,
    rev: Count,
    reason: z.enum(["time", "data"]),
  }),
  z.object({ ...event, kind: z.literal("session"), totals: SessionTotals }),
  /** From here on this bridge alone decides about the code. */
  z.object({ ...event, kind: z.literal("assigned"), offlineVoucherId: Id }),
  /** It does so no longer, and nobody redeemed it. */
  z.object({ ...event, kind: z.literal("returned"), offlineVoucherId: Id }),
  /** The router was made equal to this rev of a line and read back; also when its time was over and it was blocked. */
  z.object({
    ...event,
    kind: z.literal("line_applied"),
    lineId: Id,
    rev: Count,
    state: z.enum(["open", "blocked", "closed"]),
  }),
  /** A line dialled in, `sessionMs` ago, or hung up: then null. */
  z.object({
    ...event,
    kind: z.literal("line_session"),
    lineId: Id,
    session: z
      .object({ sessionMs: Count, address: z.string().max(64), callerId: z.string().max(64) })
      .nullable(),
  }),
  /** A device's line cannot be made as it is wanted; over with its next `line_applied`. */
  z.object({
    ...event,
    kind: z.literal("line_hindered"),
    lineId: Id,
    rev: Count,
    hindrance: z.enum(lineHindrances),
  }),
  /** Before everything that is told of the purchase that it made. */
  z.object({ ...event, kind: z.literal("voucher_redeemed"), offlineVoucherId: Id, subject: SubjectText }),
]);
export type SiteEvent = z.infer<typeof SiteEvent>;

export const StateOfEntitlement = z.object({
  id: Id,
  rev: Count,
  state: z.enum(["connecting", "online", "waiting_for_device", "queued", "ended"]),
});

export const FromBridge = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    protocol: z.int(),
    version: z.string().max(40),
    journalId: Id,
    bootId: Id,
    /** Highest number this journal has given to an event. */
    lastSeq: Count,
    /** base64 Ed25519 over `helloText(…)`. */
    signature: z.string().max(200),
    /** The kinds of request that it knows, of those known here; absent from bridges that know `test`, `kick` and `hosts` alone. */
    requests: z.array(z.string()).transform(knownRequests).optional(),
    /** It lets nobody in outside of the hours of a plan that has some; absent from bridges that know of none. */
    keepsHours: z.boolean().optional(),
    /** It drives lines of homes and offices; absent from bridges that know of none. */
    keepsLines: z.boolean().optional(),
    /** It drives fixed devices, too; absent from bridges that know of none. */
    keepsDevices: z.boolean().optional(),
    /** How another version comes to its machine. Absent from bridges of before 0.2: by hand. */
    updatedBy: UpdatedBy.optional().catch(undefined),
  }),
  z.object({ type: z.literal("events"), events: z.array(SiteEvent).max(200) }),
  /** Running totals of open sessions, changed ones only. */
  z.object({ type: z.literal("usage"), sessions: z.array(SessionTotals).max(500) }),
  /** What went through lines, of those alone through which something went since the last one; may be lost. */
  z.object({ type: z.literal("line_usage"), routerId: Id, lines: z.array(LineTotals).max(500) }),
  /** How an entitlement stands right now; live view, may be lost. */
  z.object({
    type: z.literal("state"),
    routerId: Id,
    entitlements: z.array(StateOfEntitlement).max(500),
  }),
  z.object({
    type: z.literal("router"),
    routerId: Id,
    state: z.enum(["reachable", "unreachable", "refused", "superseded"]),
    /** Null for nothing. */
    message: BridgeText.nullable(),
    version: z.string().max(60).nullable(),
    /** How long ago the router last answered; null: not since this run of the bridge began. Absent from older bridges. */
    seenAgeMs: Count.nullable().optional(),
    /** Paid devices that a foreign hotspot user of their name keeps out; absent for none. */
    foreignUsers: z.array(z.string().max(40)).max(200).optional(),
  }),
  /** The first log-in at a router that was set up by script; said again until the assignment is without `setup`. */
  z.object({ type: z.literal("set_up"), routerId: Id, setupId: Id }),
  /** Rows with our mark that the bridge does not know: what are they? Nothing is touched until the worker says. */
  z.object({
    type: z.literal("ask"),
    routerId: Id,
    entitlementIds: z.array(Id).max(500),
    /** Whom each of them lets out, in the same order; absent from bridges of before 0.2. */
    subjects: z.array(SubjectText).max(500).optional(),
  }),
  z.object({
    type: z.literal("answer"),
    id: Id,
    ok: z.boolean(),
    message: BridgeText,
    result: z.json().optional(),
  }),
  /** How far a scan is, with everything found so far; live view, may be lost. */
  z.object({
    type: z.literal("scan"),
    scanId: Id,
    state: z.enum(["running", "done", "cancelled"]),
    checked: Count,
    total: Count,
    found: z.array(OpenPorts).max(mostFound),
  }),
  /** How far the reading of a router is, with everything at its end; said again on each link. May be lost. */
  z.object({
    type: z.literal("preflight"),
    routerId: Id,
    /** Menus read, of how many. */
    checked: Count,
    total: Count,
    /** At the end: how long ago that was, what was read, and why not everything (null where it was). */
    done: z.object({ ageMs: Count, facts: RouterFacts, note: BridgeText.nullable() }).nullable(),
  }),
  z.object({ type: z.literal("here") }),
  /** The last update did not succeed, and the version before goes on. Said again on each link for a day. */
  z.object({ type: z.literal("update_failed"), ageMs: Count, why: z.string().max(300) }),
]);
export type FromBridge = z.infer<typeof FromBridge>;

/** Sent with the dial-in, base64 Ed25519 over `dialText`. A socket that showed it is not closed to make room for ones that did not. */
export const dialProofHeader = "x-bridge-proof";

/** Always the same of one bridge: it opens nothing, the `hello` does. */
export function dialText(bridgeId: string): string {
  return ["mlango-bridge-dial", bridgeId].join("\n");
}

/** What a bridge signs to open the link: bound to this nonce, bridge, journal and run. */
export function helloText(parts: {
  bridgeId: string;
  nonce: string;
  journalId: string;
  bootId: string;
}): string {
  return ["mlango-bridge-hello", parts.bridgeId, parts.nonce, parts.journalId, parts.bootId].join("\n");
}
