import { type Context, makeContext } from "../../context.ts";
import type { FromBridge, SiteEvent } from "../../contract/bridge.ts";
import type { Unread } from "../../contract/bridge-frames.ts";
import type { Action } from "../../contract/texts/activity.ts";
import { type Asked, fromEach, silentAs } from "../../db/every-tenant.ts";
import type { Env } from "../../env.ts";
import { isOfErased } from "../../errors.ts";
import { log } from "../../log.ts";
import { boundPorts, type OfflineVoucherEvent } from "../../ports.ts";
import { record, recordStatement } from "../audit/index.ts";
import type { EntitlementRecord } from "../entitlements/index.ts";
import {
  type EntitlementEvent,
  entitlementIdOfEvent,
  heldById,
  isCoherent,
  isOfLine,
  isOfOfflineVoucher,
  type KnownEvent,
  type LineEvent,
  type Reported,
  writeEvents,
} from "../entitlements/index.ts";
import { recordLineEvents } from "../lines/index.ts";
import { finishSetup, sellersOfBridge, sellersOfRouter } from "../routers/index.ts";
import type { BridgeChecks } from "./bridge-checks.ts";
import { type BridgeLink, type Ready, send, tryAgainLater } from "./bridge-link.ts";
import type { BridgeScans } from "./bridge-scans.ts";
import type { BridgeStorage } from "./bridge-storage.ts";
import { LineUsageStorage } from "./line-usage-storage.ts";
import { listBlocks, recordRouterReport } from "./live-view.ts";
import type { Outages } from "./outages.ts";
import { recordUsage } from "./record-usage.ts";
import { sendDesiredEntitlements } from "./send-desired.ts";
import type { SilentSellers } from "./silent-sellers.ts";
import { UnreadEvents } from "./unread-events.ts";
import { sessionKey, UsageStorage } from "./usage-storage.ts";

/** Acknowledged on a link before they are written: its socket keeps them, and its end writes them. */
const unkeptEvents = 64;
const leftAtOnce = 200;

type LeftEvent = { providerId: string; event: SiteEvent };

/** What a bridge says on its link. What names a router or a purchase that is not its own is dropped and counted. */
export class BridgeReports {
  /** Dropped messages and entries, since the object woke. */
  ignored = 0;
  private readonly env: Env;
  private readonly kept: BridgeStorage;
  private readonly keptUsage: UsageStorage;
  private readonly keptLines: LineUsageStorage;
  private readonly link: BridgeLink;
  private readonly scans: BridgeScans;
  private readonly checks: BridgeChecks;
  private readonly outages: Outages;
  private readonly silent: SilentSellers;
  private readonly unread: UnreadEvents;

  constructor(
    env: Env,
    kept: BridgeStorage,
    silent: SilentSellers,
    link: BridgeLink,
    scans: BridgeScans,
    checks: BridgeChecks,
    outages: Outages,
  ) {
    this.env = env;
    this.kept = kept;
    this.silent = silent;
    this.keptUsage = new UsageStorage(kept);
    this.keptLines = new LineUsageStorage(kept);
    this.unread = new UnreadEvents(kept);
    this.link = link;
    this.scans = scans;
    this.checks = checks;
    this.outages = outages;
  }

  /** @param unread what of its list this version can't read */
  async take(
    socket: WebSocket,
    ready: Ready,
    message: FromBridge,
    unread: readonly Unread[] = [],
  ): Promise<void> {
    switch (message.type) {
      case "events":
        await this.events(socket, ready, message.events, unread);
        break;
      case "usage":
        await this.usage(message.sessions);
        break;
      case "line_usage":
        if (await this.owns(ready, message.routerId))
          this.ignored += this.keptLines.tell(message.routerId, message.lines, Date.now());
        break;
      case "state":
        if (await this.owns(ready, message.routerId)) this.states(message.entitlements);
        break;
      case "router":
        if (await this.owns(ready, message.routerId)) await this.router(socket, message);
        break;
      case "ask":
        if (await this.owns(ready, message.routerId)) await this.ask(socket, message);
        break;
      case "preflight":
        if (await this.owns(ready, message.routerId)) {
          this.checks.news(message);
          if (message.done) await listBlocks(this.context(), this.kept, ready.bridgeId, message.routerId);
        }
        break;
      case "scan":
        if (!this.scans.news(message)) this.ignored += 1;
        break;
      default:
        this.ignored += 1;
    }
  }

  /** Set up by script, and this bridge logged in by it. @returns whether its assignment is another one now */
  async setUp(
    ready: Ready,
    { routerId, setupId }: Extract<FromBridge, { type: "set_up" }>,
  ): Promise<boolean> {
    if (!(await this.owns(ready, routerId))) return false;
    const ctx = this.context();
    const providerId = (await ctx.lookup.routerById(routerId))?.providerId ?? null;
    const recorded = (action: Action) =>
      recordStatement(ctx, {
        actor: "bridge",
        actorId: ready.bridgeId,
        providerId,
        action,
        subject: routerId,
      });
    const isDone = await finishSetup(ctx, { routerId, setupId }, recorded);
    if (!isDone) this.ignored += 1;
    return isDone;
  }

  private async events(
    socket: WebSocket,
    ready: Ready,
    events: readonly SiteEvent[],
    unread: readonly Unread[],
  ): Promise<void> {
    const acked = this.link.ackedOn(socket, this.kept.acked(ready.journalId));
    const fresh = events.filter(({ seq }) => seq > acked);
    let highest = Math.max(acked, ...events.map(({ seq }) => seq));
    try {
      const admitted = this.unread.admit(unread, acked);
      await this.writeOwn(ready, fresh);
      // In one turn with the acknowledgement: what was kept is not kept again.
      this.unread.keep(admitted.bodies, Date.now());
      highest = Math.max(highest, admitted.highest);
    } catch (cause) {
      // Later events must not be acknowledged over these: the next link begins with them again.
      log("error", "bridge events", cause);
      tryAgainLater(socket);
      return;
    }
    this.link.acked(socket, highest);
    if (unread.length > 0 || highest - this.kept.acked(ready.journalId) >= unkeptEvents)
      this.kept.setAcked(ready.journalId, highest);
    send(socket, { type: "ack", seq: highest });
  }

  /** What a version before could not read, once. Never throws: it comes again with the next link or alarm. */
  async takeUnread(ready: Ready): Promise<void> {
    try {
      await this.unread.read((events) => this.writeOwn(ready, events), Date.now());
    } catch (cause) {
      log("error", "events that a version before could not read", cause, { bridge: ready.bridgeId });
    }
  }

  /** @throws where nothing may be acknowledged */
  private async writeOwn(ready: Ready, events: readonly SiteEvent[]): Promise<void> {
    const left = await this.write(ready.bridgeId, await this.ownOf(ready, events), {
      waiting: new Set(this.silent.providers()),
      soldBy: null,
    });
    if (left.length === 0) return;
    await this.expectOthers(ready.bridgeId, left);
    this.silent.keep(left, Date.now());
    await this.outages.look();
  }

  /** With no other provider on the link nothing is acknowledged: the bridge's own journal keeps the events. @throws then */
  private async expectOthers(bridgeId: string, left: readonly LeftEvent[]): Promise<void> {
    const silent = new Set(left.map(({ providerId }) => providerId));
    const sellers = await sellersOfBridge(this.context(), bridgeId);
    if (sellers.every((id) => silent.has(id))) throw new Error("no provider of this bridge answers");
  }

  /** What is left of providers that did not answer, in its order. */
  async writeLeft(bridgeId: string): Promise<void> {
    for (const providerId of this.silent.providers())
      try {
        while (await this.writeSome(bridgeId, providerId));
      } catch (cause) {
        log("error", "events that wait", cause, { bridge: bridgeId, provider: providerId });
      }
  }

  /** @returns whether there may be more */
  private async writeSome(bridgeId: string, providerId: string): Promise<boolean> {
    const { numbers, events } = this.silent.of(providerId, leftAtOnce, Date.now());
    if (numbers.length === 0) return false;
    const still = await this.write(bridgeId, events, { waiting: new Set(), soldBy: providerId });
    // One that still waits keeps all of them: they are repeatable, and in order.
    if (still.length > 0) return false;
    this.silent.written(providerId, numbers);
    return true;
  }

  /** Of this bridge's own routers; the others are counted. */
  private async ownOf(ready: Ready, events: readonly SiteEvent[]): Promise<SiteEvent[]> {
    const own: SiteEvent[] = [];
    for (const event of events)
      if (isOfOfflineVoucher(event)) own.push(event);
      else if (isOfLine(event)) {
        if (await this.owns(ready, event.routerId)) own.push(event);
      } else if (!isCoherent(event)) this.ignored += 1;
      else if (await this.owns(ready, event.routerId)) own.push(event);
    return own;
  }

  /**
   * Writes events in their order, as far as their providers answer. Repeatable.
   * @param waiting providers of which earlier events are not written yet @param soldBy for whom they waited: the router may have
   * gone since @returns what is left, and of whom
   */
  private async write(
    bridgeId: string,
    events: readonly SiteEvent[],
    { waiting, soldBy }: { waiting: ReadonlySet<string>; soldBy: string | null },
  ): Promise<LeftEvent[]> {
    // First of all: a redemption makes the purchase that later events speak of.
    const left: LeftEvent[] = await this.offlineVouchers(
      bridgeId,
      events.filter(isOfOfflineVoucher),
      waiting,
    );
    left.push(...(await this.lines(events.filter(isOfLine), waiting)));
    // What a redemption makes that is left is not there yet.
    const unsure = new Set([...waiting, ...left.map(({ providerId }) => providerId)]);
    const { known, unknown } = await this.known(
      events.filter((event): event is EntitlementEvent => !isOfOfflineVoucher(event) && !isOfLine(event)),
      { unsure, soldBy },
    );
    left.push(...unknown);
    const behind = new Set([...unsure, ...unknown.map(({ providerId }) => providerId)]);
    for (const [providerId, own] of Map.groupBy(known, ({ held }) => held.providerId))
      try {
        if (behind.has(providerId)) left.push(...own.map(({ event }) => ({ providerId, event })));
        // Starts and ends change what is known of a purchase, and an end is a new rev for the bridge to confirm.
        else this.holdAgain(await writeEvents(this.context(), own), own);
      } catch (cause) {
        if (isOfErased(cause)) this.ignored += own.length;
        else {
          silentAs(providerId, cause);
          left.push(...own.map(({ event }) => ({ providerId, event })));
        }
      }
    return left.sort((one, other) => one.event.seq - other.event.seq);
  }

  /** @returns what is left, of a provider that did not answer */
  private async lines(events: readonly LineEvent[], waiting: ReadonlySet<string>): Promise<LeftEvent[]> {
    const left: LeftEvent[] = [];
    for (const [routerId, own] of Map.groupBy(events, (event) => event.routerId)) {
      // Lines are of the provider that has the router now.
      const [providerId] = await this.sellersOf(routerId);
      if (providerId === undefined) this.ignored += own.length;
      else if (waiting.has(providerId)) left.push(...own.map((event) => ({ providerId, event })));
      else
        try {
          await recordLineEvents(this.context(), providerId, own);
        } catch (cause) {
          if (isOfErased(cause)) this.ignored += own.length;
          else {
            silentAs(providerId, cause);
            left.push(...own.map((event) => ({ providerId, event })));
          }
        }
    }
    return left;
  }

  private async offlineVouchers(
    bridgeId: string,
    events: readonly OfflineVoucherEvent[],
    waiting: ReadonlySet<string>,
  ): Promise<LeftEvent[]> {
    if (events.length === 0) return [];
    const ctx = this.context();
    const { made, foreign, left } = await boundPorts().recordOfflineVoucherEvents(
      ctx,
      bridgeId,
      events,
      waiting,
    );
    this.ignored += foreign;
    const byProvider = Map.groupBy(made, (one) => one.providerId);
    const { rows } = await fromEach(byProvider.keys(), (providerId) =>
      heldById(
        ctx.tenant(providerId),
        (byProvider.get(providerId) ?? []).map(({ entitlementId }) => entitlementId),
      ),
    );
    for (const held of rows) if (this.kept.isAssigned(held.routerId)) this.kept.hold(held);
    return left;
  }

  /**
   * Events with their purchases. What this object does not hold (any more) is looked up before it is dropped.
   * @param unsure providers that may sell what they don't know yet @returns unknown: those that may be of such a one, or of one
   * that did not answer
   */
  private async known(
    events: readonly EntitlementEvent[],
    { unsure, soldBy }: { unsure: ReadonlySet<string>; soldBy: string | null },
  ): Promise<{ known: KnownEvent[]; unknown: LeftEvent[] }> {
    const strangers = events.filter((event) => !this.kept.held(entitlementIdOfEvent(event)));
    const found = new Map<string, EntitlementRecord>();
    const silentAt = new Map<string, string>();
    for (const [routerId, some] of Map.groupBy(strangers, (event) => event.routerId)) {
      const sellers =
        soldBy === null
          ? await this.sellersOf(routerId)
          : [soldBy, ...(await sellersOfRouter(this.context(), routerId))];
      const { rows, silent } = await this.soldAt(routerId, sellers, some.map(entitlementIdOfEvent));
      for (const held of rows) found.set(held.id, held);
      const first = silent[0]?.providerId ?? sellers.find((id) => unsure.has(id));
      if (first !== undefined) silentAt.set(routerId, first);
    }
    const now = Date.now();
    const known: KnownEvent[] = [];
    const unknown: LeftEvent[] = [];
    for (const event of events) {
      const id = entitlementIdOfEvent(event);
      const held = this.kept.held(id) ?? found.get(id);
      const hasRoom = event.kind !== "session" || this.keptUsage.admits(sessionKey(event.totals), now);
      const providerId = silentAt.get(event.routerId);
      if (held && hasRoom) known.push({ event, held });
      else if (!held && providerId !== undefined) unknown.push({ providerId, event });
      else this.ignored += 1;
    }
    return { known, unknown };
  }

  private async router(socket: WebSocket, message: Extract<FromBridge, { type: "router" }>): Promise<void> {
    const link = this.link.heardOn(socket);
    if (link && (await recordRouterReport(this.context(), this.kept, link, message)))
      await this.outages.look();
  }

  private async usage(sessions: Extract<FromBridge, { type: "usage" }>["sessions"]): Promise<void> {
    const own = sessions.filter(({ routerId }) => this.kept.isAssigned(routerId));
    const written = await recordUsage(this.context(), this.kept, this.keptUsage, own);
    this.ignored += sessions.length - written;
  }

  private states(entitlements: Extract<FromBridge, { type: "state" }>["entitlements"]): void {
    for (const { id, rev, state } of entitlements) {
      const held = this.kept.held(id);
      if (held && rev <= held.rev) this.kept.saysNow(id, { rev, state });
      else this.ignored += 1;
    }
  }

  /** Rows with our mark that the bridge does not know. One that D1 does not know either is ended; a failed read of D1 ends nothing. */
  private async ask(
    socket: WebSocket,
    { routerId, entitlementIds: ids, subjects }: Extract<FromBridge, { type: "ask" }>,
  ): Promise<void> {
    const users = ids.flatMap((entitlementId, place) => {
      const subject = subjects?.[place];
      return subject ? [{ entitlementId, subject }] : [];
    });
    const sellers = await this.sellersOf(routerId);
    const redeemed = await boundPorts().recordRedeemedOnRouter(this.context(), routerId, sellers, users);
    const { rows: read, silent } = await this.soldAt(routerId, sellers, ids);
    // Of a seller before only what still has a device there: the others were set aside when the router was taken from it.
    const found = read.filter(({ providerId, subjects }) => providerId === sellers[0] || subjects.length > 0);
    for (const held of found) this.kept.hold(held);
    const known = new Set(found.map(({ id }) => id));
    sendDesiredEntitlements(this.kept, this.link, [...known]);
    const unknown = ids.filter((id) => !known.has(id));
    const spec = { kind: "end" as const, subjects: [], reason: "unknown" as const };
    // One that does not answer may have sold them: the bridge asks again.
    if (unknown.length > 0 && redeemed.silent.length + silent.length === 0)
      send(socket, {
        type: "desired",
        desiredEntitlements: unknown.map((id) => ({ id, routerId, rev: 0, order: 0, spec })),
      });
  }

  /** Its provider first. */
  private async sellersOf(routerId: string): Promise<string[]> {
    const sellers = await sellersOfRouter(this.context(), routerId);
    if (sellers.length === 0) throw new Error(`the router ${routerId} has no provider any more`);
    return sellers;
  }

  private async soldAt(
    routerId: string,
    sellers: readonly string[],
    ids: readonly string[],
  ): Promise<Asked<EntitlementRecord>> {
    const { rows, silent } = await fromEach(sellers, (id) => heldById(this.context().tenant(id), ids));
    return { rows: rows.filter((held) => held.routerId === routerId), silent };
  }

  /** With what was applied of each, in one write. */
  private holdAgain(fresh: readonly EntitlementRecord[], told: readonly KnownEvent[]): void {
    const before = new Map(told.map(({ held }) => [held.id, held]));
    const said = new Map<string, Reported>();
    for (const { event, held } of told)
      if (event.kind === "applied" && event.rev <= held.rev && event.rev >= (said.get(held.id)?.rev ?? 0))
        said.set(held.id, { rev: event.rev, state: event.state });
    for (const held of fresh) this.kept.hold(held, said.get(held.id));
    for (const [id, applied] of said) {
      const held = this.kept.held(id);
      if (held) this.kept.hold(held, applied);
    }
    const risen = fresh.filter(({ id, rev }) => rev > (before.get(id)?.rev ?? 0));
    sendDesiredEntitlements(
      this.kept,
      this.link,
      risen.map(({ id }) => id),
    );
  }

  private async owns({ bridgeId }: Ready, routerId: string): Promise<boolean> {
    if (this.kept.isAssigned(routerId)) return true;
    this.ignored += 1;
    const ctx = this.context();
    const router = await ctx.lookup.routerById(routerId);
    // The name of a router that nobody has is only text that a stranger chose.
    if (router && this.kept.mayAudit(routerId, ctx.now()))
      await record(ctx, {
        actor: "bridge",
        actorId: bridgeId,
        providerId: router.providerId,
        action: "bridge.foreign_router",
        subject: routerId,
      });
    return false;
  }

  private context(): Context {
    return makeContext(this.env);
  }
}
