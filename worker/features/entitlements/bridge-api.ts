import type { OfflineVoucher, SessionTotals, TunnelChange } from "../../contract/bridge.ts";
import type { DesiredLine } from "../../contract/bridge-lines.ts";
import type { UpdatedBy } from "../../contract/bridge-release.ts";
import type { BridgeRequest, OpenPorts, WaitingDevice } from "../../contract/bridge-requests.ts";
import type { Access } from "../../contract/payments.ts";
import type { Finding } from "../../contract/preflight.ts";
import type { Text } from "../../contract/texts.ts";
import type { Subject } from "../../contract/values/subject.ts";
import type { EntitlementRecord } from "./desired-state.ts";

// What BridgeObject answers. The class stands in `bridges`, to the right of the features that call it.

/** Totals of a session that its provider's tables may not have yet. @property at when they were told */
export type ToldTotals = { providerId: string; at: number; totals: SessionTotals };

/** A router that its bridge does not reach. @property since when it was last there, UTC ms; null = never */
export type RouterAway = { routerId: string; since: number | null };

/**
 * A provider's. @property online devices that are let out right now; none at a router that the bridge does not reach
 * @property foreign devices that are kept out by a user that another system made there
 */
export type DevicesNow = {
  online: Subject[];
  away: RouterAway[];
  foreign: { routerId: string; subject: Subject }[];
  told: ToldTotals[];
};

/** @property opensAt of one that is closed at this hour, UTC ms */
/** @property routerAway it is on its way to a router that can't be reached */
export type AccessNow = { access: Access; endsAt: number | null; opensAt?: number; routerAway?: true };

export type RouterNow = {
  online: boolean;
  /** What its bridge last said of it; null: nothing yet. */
  state: "reachable" | "unreachable" | "refused" | "superseded" | null;
  at: number | null;
  /** Null for nothing. */
  message: Text | null;
  version: string | null;
  /** How many known findings it is in; null before it was ever checked. */
  findings: { blocks: number; mend: number } | null;
};

/** A bridge and its routers, by id. `lastSeen`: its last sign of life. */
export type SiteNow = {
  isOnline: boolean;
  lastSeen: number | null;
  /** Of the bridge, when it last dialled in. */
  version: string | null;
  update: UpdateNow;
  routers: Record<string, RouterNow>;
};

/** How another version comes to this bridge; `by` null: it has not said. @property failure of the last one, in its machine's words */
export type UpdateNow = { by: UpdatedBy | null; isUpdating: boolean; failure: string | null };

/** `unable`: it cannot update itself. `current`: it runs that version, or a newer one. */
export type UpdateTold =
  | { kind: "told" | "offline" | "unable" | "current" }
  | { kind: "refused"; message: Text };

/** Null: the router could not be asked. That is not kept: the next question may be answered. */
export type DeviceList = string[] | null;

/** Null: the router could not be asked, or its bridge is from before there was such a question. */
export type WaitingList = WaitingDevice[] | null;

export type RequestAnswer =
  /** `result` is JSON text, "null" where there is none. */
  | { kind: "answered"; ok: boolean; message: Text; result: string }
  | { kind: "offline" }
  | { kind: "silent" }
  /** The bridge is from before there was such a request. */
  | { kind: "outdated" };

/** What is known of a router's findings; `hindrance` is why its bridge cannot look again now. */
export type CheckNow = {
  checkedAt: number | null;
  findings: Finding[];
  note: Text | null;
  running: { checked: number; total: number } | null;
  hindrance: "offline" | "outdated" | null;
};

/** A scan of a site's network. `silent`: the bridge went away, or sends nothing any more. */
export type ScanNow = {
  id: string;
  state: "running" | "done" | "cancelled" | "silent";
  subnets: string[];
  checked: number;
  total: number;
  found: OpenPorts[];
};

export type ScanBegin =
  /** `joined`: it was running already. */
  | { kind: "begun"; scan: ScanNow; joined: boolean }
  | { kind: "refused"; message: Text }
  | { kind: "offline" | "silent" | "outdated" };

declare module "../../env.ts" {
  interface Bindings {
    BRIDGE: DurableObjectNamespace<BridgeApi>;
  }
}

export interface BridgeApi extends Rpc.DurableObjectBranded {
  /** The bridge's WebSocket, with its id and public key in headers that the worker sets. */
  fetch(request: Request): Promise<Response>;
  /** Holds what was given and sends it on. True when the bridge has reported every one of these revs. */
  sendDesired(entitlements: readonly EntitlementRecord[]): Promise<boolean>;
  /** Says how these lines shall be, if a bridge that drives lines listens; its answers are events. */
  sendLines(lines: readonly DesiredLine[]): Promise<void>;
  /** Whether the bridge on the link drives lines. */
  canKeepLines(): Promise<"able" | "outdated" | "offline">;
  canKeepDevices(): Promise<"able" | "outdated" | "offline">;
  /** How far a purchase is; null when this object does not know it, or only that it moved on. */
  accessOf(id: string): Promise<AccessNow | null>;
  routerNow(routerId: string): Promise<RouterNow>;
  /** How this bridge stands, with as many of its routers as asked for. */
  siteNow(routerIds: readonly string[]): Promise<SiteNow>;
  devicesNow(providerId: string, routerIds: readonly string[]): Promise<DevicesNow>;
  /** Whether the bridge gave a sign of life lately; a link alone may be a dead one. @param withinMs how lately; two heartbeats unless told */
  isAlive(withinMs?: number): Promise<boolean>;
  /**
   * Until when it counts as there by its last sign of life, UTC ms. Of one that is silent by now its routers are away in D1 at once, and
   * not only when the alarm looks.
   */
  thereUntil(): Promise<number>;
  /** A live request that may fail; nothing is kept of it. */
  request(request: BridgeRequest, patienceMs: number): Promise<RequestAnswer>;
  /** Tells the bridge to replace itself by this version; once in ten minutes, however often this is asked. */
  updateTo(version: string): Promise<UpdateTold>;
  /** The devices that a router lists: an answer that is `maxAgeMs` old at most, and one that has `mac` in it if it can. */
  devicesOf(routerId: string, maxAgeMs: number, mac: string | null): Promise<DeviceList>;
  /** The devices that a router lists and does not let out: two seconds old at most. */
  waitingAt(routerId: string): Promise<WaitingList>;
  /** The bridge reads this router's findings anew. */
  beginCheck(routerId: string): Promise<RequestAnswer>;
  checkNow(routerId: string): Promise<CheckNow>;
  /** Whether the bridge on the link takes offline vouchers. */
  canAssign(): Promise<"able" | "outdated" | "offline">;
  /** Says what the bridge holds or shall give back, if it listens; its answers are events. */
  sendOfflineVouchers(offlineVouchers: readonly OfflineVoucher[]): Promise<void>;
  beginScan(id: string): Promise<ScanBegin>;
  /** Null for a scan that never was, or ten minutes after its last word. */
  scanNow(id: string): Promise<ScanNow | null>;
  /** Null as above. */
  cancelScan(id: string): Promise<ScanNow | null>;
  /** Messages that were no message of this protocol, or named what is not this bridge's, since the object woke. */
  ignoredCount(): Promise<number>;
  /** Routers or their credentials changed: tells the bridge now, if it listens. */
  assignmentsChanged(): Promise<void>;
  /** The router is not this bridge's any more. */
  forget(routerId: string): Promise<void>;
  /** Of routers' tunnels at the host beside this bridge: what is new, and whose keys are gone. */
  tunnelsChanged(change: TunnelChange): Promise<void>;
  /** The bridge was revoked: its link ends now. */
  revoke(): Promise<void>;
}
