import { DurableObject } from "cloudflare:workers";
import { version } from "../../../package.json";
import { makeContext } from "../../context.ts";
import {
  dialProofHeader,
  type FromBridge,
  type OfflineVoucher,
  silentAfterMs,
  type ToBridge,
  type TunnelChange,
} from "../../contract/bridge.ts";
import type { Unread } from "../../contract/bridge-frames.ts";
import type { DesiredLine } from "../../contract/bridge-lines.ts";
import type { BridgeRequest } from "../../contract/bridge-requests.ts";
import { deviceSubject } from "../../contract/values/subject.ts";
import { minuteMs } from "../../contract/values/time.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import type { BridgeApi, EntitlementRecord } from "../entitlements/index.ts";
import {
  type AccessNow,
  accessNow,
  awayIf,
  type CheckNow,
  type DeviceList,
  type DevicesNow,
  type RequestAnswer,
  type RouterNow,
  type ScanBegin,
  type ScanNow,
  type SiteNow,
  type UpdateTold,
  type WaitingList,
} from "../entitlements/index.ts";
import { BridgeChecks } from "./bridge-checks.ts";
import {
  attachmentOf,
  BridgeLink,
  type Challenged,
  type Ready,
  readMessage,
  refuse,
  send,
  tryAgainLater,
} from "./bridge-link.ts";
import { BridgeReports } from "./bridge-reports.ts";
import { BridgeScans } from "./bridge-scans.ts";
import { readSellers, readSite, type Site } from "./bridge-site.ts";
import { BridgeStorage } from "./bridge-storage.ts";
import { BridgeUpdate } from "./bridge-update.ts";
import { DeviceLists } from "./device-lists.ts";
import { Handshake, type Hello } from "./handshake.ts";
import { LinkStorage } from "./link-storage.ts";
import { LiveRequests } from "./live-requests.ts";
import { isFresh, isReached, type LinkNow, routerNow } from "./live-view.ts";
import { Outages } from "./outages.ts";
import { sendDesiredEntitlements, sendLines, sendOfflineVouchers } from "./send-desired.ts";
import { SilentSellers } from "./silent-sellers.ts";
import { TunnelEnds } from "./tunnel-ends.ts";
import { TunnelHostWatch, tunnelHostHeartbeatMs } from "./tunnel-host-watch.ts";
import { UsageStorage } from "./usage-storage.ts";
import { WaitingLists } from "./waiting-lists.ts";

/** How the runtime names the end of a socket that nobody closed. */
const brokenOff = 1006;

/** One per bridge: its live socket (which sleeps), what it shall make true, and what it last reported. */
export class BridgeObject extends DurableObject<Env> implements BridgeApi {
  private readonly kept = new BridgeStorage(this.ctx.storage);
  private readonly keptLink = new LinkStorage(this.kept);
  private readonly keptUsage = new UsageStorage(this.kept);
  private readonly link = new BridgeLink(this.ctx);
  private readonly handshake = new Handshake(this.link);
  private readonly requests = new LiveRequests();
  private readonly deviceLists = new DeviceLists(this.env, this.link, this.requests);
  private readonly waiting = new WaitingLists(this.link, this.requests);
  private readonly scans = new BridgeScans(this.kept, this.link, this.requests);
  private readonly checks = new BridgeChecks(this.kept, this.link, this.requests);
  private readonly update = new BridgeUpdate(this.env, this.kept, this.link, this.requests);
  private readonly tunnels = new TunnelEnds(this.env, this.link);
  private readonly tunnelHostWatch = new TunnelHostWatch(this.env, this.ctx.storage, this.kept, this.link);
  private readonly silent = new SilentSellers(this.kept);
  private readonly outages = new Outages(
    this.env,
    this.ctx.storage,
    this.kept,
    this.link,
    this.tunnelHostWatch,
    this.silent,
  );
  private readonly reports: BridgeReports = new BridgeReports(
    this.env,
    this.kept,
    this.silent,
    this.link,
    this.scans,
    this.checks,
    this.outages,
  );
  private inOrder: Promise<void> = Promise.resolve();
  private unreadable = 0;
  private saidUnreadAt = Number.NEGATIVE_INFINITY;

  /** The bridge's dial-in. The worker has already found the bridge by its id; here it proves to hold the key. */
  override async fetch(request: Request): Promise<Response> {
    const bridgeId = request.headers.get("x-bridge-id") ?? "";
    const publicKey = request.headers.get("x-bridge-key") ?? "";
    const proof = request.headers.get(dialProofHeader);
    const webSocket = await this.handshake.challenge({ bridgeId, publicKey, proof }, Date.now());
    return new Response(null, { status: 101, webSocket });
  }

  async sendDesired(entitlements: readonly EntitlementRecord[]): Promise<boolean> {
    for (const held of entitlements) this.kept.hold(held);
    const unconfirmed = entitlements.filter((held) => (this.kept.reported(held.id)?.rev ?? -1) < held.rev);
    sendDesiredEntitlements(
      this.kept,
      this.link,
      unconfirmed.map(({ id }) => id),
    );
    return unconfirmed.length === 0;
  }

  async sendLines(lines: readonly DesiredLine[]): Promise<void> {
    sendLines(this.link, lines);
  }

  async canKeepLines(): Promise<"able" | "outdated" | "offline"> {
    return this.ableIf(this.link.keepsLines());
  }

  async canKeepDevices(): Promise<"able" | "outdated" | "offline"> {
    return this.ableIf(this.link.keepsDevices());
  }

  async accessOf(id: string): Promise<AccessNow | null> {
    const held = this.kept.held(id);
    const isHere = held && held.state !== "moved" && this.kept.isAssigned(held.routerId);
    if (!isHere) return null;
    const now = Date.now();
    const isAway = !isReached(this.kept.router(held.routerId), this.link.now(), now);
    return awayIf(isAway, accessNow(held, this.kept.reported(id), now));
  }

  async routerNow(routerId: string): Promise<RouterNow> {
    return this.routerAt(routerId, this.link.now(), Date.now());
  }

  private routerAt(routerId: string, link: LinkNow | null, now: number): RouterNow {
    return routerNow(this.kept.router(routerId), this.kept.check(routerId), link, now);
  }

  async siteNow(routerIds: readonly string[]): Promise<SiteNow> {
    const [link, now] = [this.link.now(), Date.now()];
    const lastSeen = link?.heardAt ?? this.keptLink.linkEndedAt();
    const routers = routerIds.map((id) => [id, this.routerAt(id, link, now)] as const);
    const version = this.keptLink.version();
    return {
      isOnline: isFresh(lastSeen ?? 0, now),
      lastSeen,
      version,
      update: this.update.now(version),
      routers: Object.fromEntries(routers),
    };
  }

  async devicesNow(providerId: string, routerIds: readonly string[]): Promise<DevicesNow> {
    const now = Date.now();
    const link = this.link.now();
    const reached = routerIds.filter((id) => isReached(this.kept.router(id), link, now));
    const online = reached.length === 0 ? [] : this.kept.onlineDevices(providerId, reached, now);
    const away = routerIds
      .filter((id) => !reached.includes(id))
      .map((routerId) => ({ routerId, since: this.routerAt(routerId, link, now).at }));
    const foreign = reached.flatMap((routerId) =>
      (this.kept.router(routerId)?.foreignUsers ?? []).map((mac) => ({
        routerId,
        subject: deviceSubject(mac),
      })),
    );
    return { online, away, foreign, told: this.keptUsage.newest(providerId, routerIds) };
  }

  async isAlive(withinMs = silentAfterMs): Promise<boolean> {
    return (this.link.now()?.heardAt ?? 0) + withinMs > Date.now();
  }

  async thereUntil(): Promise<number> {
    const until = () => (this.link.now()?.heardAt ?? this.keptLink.linkEndedAt() ?? 0) + silentAfterMs;
    const isListed = this.kept.assignedRouters().some((router) => router.isListed);
    if (until() <= Date.now() && isListed) await this.inTurn(() => this.outages.look());
    return until();
  }

  async tunnelsChanged(change: TunnelChange): Promise<void> {
    this.tunnels.change(change);
  }

  async request(request: BridgeRequest, patienceMs: number): Promise<RequestAnswer> {
    return this.requests.ask(this.link, request, patienceMs);
  }

  async updateTo(version: string): Promise<UpdateTold> {
    return this.update.tell(version, this.keptLink.version());
  }

  async devicesOf(routerId: string, maxAgeMs: number, mac: string | null): Promise<DeviceList> {
    return this.deviceLists.read(routerId, maxAgeMs, mac);
  }

  async waitingAt(routerId: string): Promise<WaitingList> {
    return this.waiting.read(routerId);
  }

  async beginCheck(routerId: string): Promise<RequestAnswer> {
    return this.checks.begin(routerId);
  }

  async checkNow(routerId: string): Promise<CheckNow> {
    return this.checks.now(routerId);
  }

  async canAssign(): Promise<"able" | "outdated" | "offline"> {
    return this.ableIf(this.link.understands({ kind: "redeem" }));
  }

  private ableIf(knows: boolean): "able" | "outdated" | "offline" {
    if (!isFresh(this.link.now()?.heardAt ?? 0, Date.now())) return "offline";
    return knows ? "able" : "outdated";
  }

  async sendOfflineVouchers(offlineVouchers: readonly OfflineVoucher[]): Promise<void> {
    sendOfflineVouchers(this.link, offlineVouchers);
  }

  async beginScan(id: string): Promise<ScanBegin> {
    return this.scans.begin(id);
  }

  async scanNow(id: string): Promise<ScanNow | null> {
    return this.scans.now(id);
  }

  async cancelScan(id: string): Promise<ScanNow | null> {
    return this.scans.cancel(id);
  }

  async ignoredCount(): Promise<number> {
    return this.unreadable + this.reports.ignored;
  }

  async assignmentsChanged(): Promise<void> {
    const socket = this.link.ready();
    const attachment = socket ? attachmentOf(socket) : null;
    if (!socket || !attachment) return;
    const site = await this.siteFor(socket, attachment.bridgeId);
    if (!site) return;
    this.assign(socket, site, { type: "assign", routers: site.routers });
    // Not waited for: this may be a part of a turn.
    this.ctx.waitUntil(this.inTurn(() => this.outages.look()));
  }

  async forget(routerId: string): Promise<void> {
    this.kept.unassign(routerId);
    this.link.send({ type: "forget", routerId });
  }

  async revoke(): Promise<void> {
    for (const socket of this.link.openSockets()) refuseRevoked(socket);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const { message, unread } = readMessage(data);
    this.link.spoke(socket, Date.now());
    if (unread.length > 0) this.sayUnread(socket, unread);
    // Answers to our own questions overtake: somebody waits for them, perhaps in this very queue.
    if (!message) return;
    if (message.type === "here") this.handshake.here(socket);
    else if (message.type === "answer") this.answered(socket, message);
    else await this.inTurn(() => this.take(socket, message, unread));
  }

  /** Of a newer bridge, or of one that is out of order. */
  private sayUnread(socket: WebSocket, unread: readonly Unread[]): void {
    this.unreadable += unread.length;
    const now = Date.now();
    if (now < this.saidUnreadAt + minuteMs) return;
    this.saidUnreadAt = now;
    const what = [...new Set(unread.map((one) => one.what))].slice(0, 5).join(", ");
    const { bridgeId } = attachmentOf(socket) ?? {};
    log(
      "warn",
      `a bridge says what this version does not know, ${this.unreadable} times since it woke`,
      what,
      {
        bridge: bridgeId,
      },
    );
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // A farewell is a sign of life; a link that broke says nothing of when its bridge was last there.
    await this.ended(socket, code === brokenOff ? null : Date.now());
    socket.close();
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.ended(socket, null);
  }

  private keepAcked(socket: WebSocket): void {
    const attachment = attachmentOf(socket);
    if (attachment?.stage === "ready" && attachment.acked)
      this.kept.setAcked(attachment.journalId, attachment.acked);
  }

  private async ended(socket: WebSocket, farewellAt: number | null): Promise<void> {
    this.keepAcked(socket);
    const link = this.link.heardOn(socket);
    if (!link || this.link.ready()) return;
    this.requests.linkEnded();
    this.keptLink.linkEnded({ since: link.since, heardAt: farewellAt ?? link.heardAt });
    await this.inTurn(() => this.outages.look());
  }

  /** One at a time and in order: an event may rest on the one before it. */
  private async inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.inOrder.then(work);
    this.inOrder = turn.catch((cause: unknown) => log("error", "bridge message", cause));
    await this.inOrder;
  }

  private async take(socket: WebSocket, message: FromBridge, unread: readonly Unread[]): Promise<void> {
    // Closed by us meanwhile: what it still said comes again on the next link.
    const attachment = socket.readyState === WebSocket.OPEN ? attachmentOf(socket) : null;
    if (attachment?.stage === "ready" && message.type === "set_up") {
      if (await this.reports.setUp(attachment, message)) await this.assignmentsChanged();
    } else if (attachment?.stage === "ready" && message.type === "update_failed")
      await this.update.failed(attachment.bridgeId, message);
    else if (attachment?.stage === "ready") await this.reports.take(socket, attachment, message, unread);
    else if (attachment && message.type === "hello") await this.hello(socket, attachment, message);
  }

  /** The socket becomes the link only when everything is there to be said; until then nothing is sent or taken over. */
  private async hello(socket: WebSocket, challenged: Challenged, hello: Hello): Promise<void> {
    if (!(await this.handshake.admits(socket, challenged, hello))) return;
    const { bridgeId } = challenged;
    const { journalId, bootId, lastSeq, requests, keepsHours, keepsLines, keepsDevices } = hello;
    this.keptLink.setVersion(hello.version);
    const site = await this.siteFor(socket, bridgeId);
    if (!site) return;
    const replaced = this.link.ready();
    if (replaced) this.keepAcked(replaced);
    replaced?.close(4000, "replaced");
    const known = { requests, keepsHours, keepsLines, keepsDevices };
    const ready: Ready = { stage: "ready", bridgeId, journalId, bootId, since: Date.now(), ...known };
    socket.serializeAttachment(ready);
    this.keptLink.linkBegan(ready.since);
    const acked = this.kept.acked(journalId);
    this.assign(socket, site, {
      type: "welcome",
      version,
      // The worker knows more of this journal than the bridge does: an old disk.
      journal: acked > lastSeq ? "drop" : "keep",
      ackedSeq: Math.min(acked, lastSeq),
      routers: site.routers,
      redialWithinMs: site.redialWithinMs,
      ...(site.isTunnelHost && { heartbeatMs: tunnelHostHeartbeatMs }),
    });
    await this.reports.takeUnread(ready);
    if (site.isTunnelHost) await this.tunnels.sendAll();
    await this.tunnelHostWatch.linkBegan(bridgeId, site.isTunnelHost);
    await this.update.linkBegan(bridgeId, hello);
    await this.outages.linkBegan(bridgeId);
  }

  /** The bridge or one of its routers may be away for long enough by now that its owner must hear of it, or a day is over. */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await this.inTurn(() => this.outages.alarm(info?.scheduledTime ?? Date.now()));
    const socket = this.link.ready();
    const attachment = socket ? attachmentOf(socket) : null;
    if (attachment?.stage === "ready") await this.inTurn(() => this.reports.takeUnread(attachment));
    // In no turn: a provider that does not answer keeps no word of a bridge waiting.
    if (await this.askAgain()) await this.inTurn(() => this.outages.look());
  }

  /** Null when there is nothing to go on with; the socket was told and closed. */
  private async siteFor(socket: WebSocket, bridgeId: string): Promise<Site | null> {
    try {
      const site = await readSite(makeContext(this.env), bridgeId);
      if (!site) refuseRevoked(socket);
      return site && socket.readyState === WebSocket.OPEN ? site : null;
    } catch (cause) {
      log("error", "bridge site", cause);
      tryAgainLater(socket);
      return null;
    }
  }

  private assign(
    socket: WebSocket,
    { routers, entitlements, lines, offlineVouchers, listed, silent }: Site,
    message: ToBridge,
  ): void {
    this.kept.assign(
      routers.map(({ routerId }) => ({ id: routerId, isListed: listed.includes(routerId) })),
      entitlements,
      silent,
    );
    this.silent.setUnread(silent, Date.now());
    send(socket, message);
    for (const routerId of this.kept.formerRouters()) send(socket, { type: "forget", routerId });
    sendDesiredEntitlements(
      this.kept,
      this.link,
      this.kept.allHeld().map(({ id }) => id),
    );
    sendLines(this.link, lines);
    sendOfflineVouchers(this.link, offlineVouchers);
  }

  /** Providers that did not answer: their events are written, their purchases read. Never throws. @returns whether any were asked */
  private async askAgain(): Promise<boolean> {
    const bridgeId = this.outages.bridgeId();
    if (bridgeId === null || (this.silent.dueAt() ?? Number.POSITIVE_INFINITY) > Date.now()) return false;
    // Before the first await: a second alarm must not ask them at the same time.
    this.silent.asked(Date.now());
    try {
      await this.reports.writeLeft(bridgeId);
      await this.readUnread(bridgeId);
    } catch (cause) {
      log("error", "providers that did not answer", cause, { bridge: bridgeId });
    }
    this.silent.asked(Date.now());
    return true;
  }

  private async readUnread(bridgeId: string): Promise<void> {
    const sellers = this.silent.unread();
    if (sellers.length === 0) return;
    const routerIds = this.kept.assignedRouters().map(({ id }) => id);
    const ctx = makeContext(this.env);
    const { entitlements, lines, offlineVouchers, silent } = await readSellers(ctx, {
      bridgeId,
      routerIds,
      sellers,
    });
    for (const held of entitlements) if (this.kept.isAssigned(held.routerId)) this.kept.hold(held);
    const others = this.silent.unread().filter((id) => !sellers.includes(id));
    this.silent.setUnread([...others, ...silent], Date.now());
    sendDesiredEntitlements(
      this.kept,
      this.link,
      entitlements.map(({ id }) => id),
    );
    sendLines(this.link, lines);
    sendOfflineVouchers(this.link, offlineVouchers);
  }

  private answered(socket: WebSocket, message: Extract<FromBridge, { type: "answer" }>): void {
    if (attachmentOf(socket)?.stage === "ready") this.requests.answered(message);
  }
}

function refuseRevoked(socket: WebSocket): void {
  refuse(socket, "revoked", "This bridge was revoked. Enrol it again with a new code.");
}
