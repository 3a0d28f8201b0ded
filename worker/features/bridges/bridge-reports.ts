import { type Context, makeContext } from "../../context.ts";
import type { FromBridge, SiteEvent } from "../../contract/bridge.ts";
import type { Action } from "../../contract/texts/activity.ts";
import { fromEach } from "../../db/every-tenant.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import { boundPorts, type OfflineVoucherEvent } from "../../ports.ts";
import { record, recordStatement } from "../audit/index.ts";
import type { EntitlementRecord } from "../entitlements/index.ts";
import {
  type EntitlementEvent,
  entitlementIdOfEvent,
  heldById,
  isCoherent,
  isOfOfflineVoucher,
  type KnownEvent,
  type Reported,
  writeEvents,
} from "../entitlements/index.ts";
import { finishSetup, sellersOfRouter } from "../routers/index.ts";
import type { BridgeChecks } from "./bridge-checks.ts";
import { type BridgeLine, type Ready, send, tryAgainLater } from "./bridge-line.ts";
import type { BridgeScans } from "./bridge-scans.ts";
import type { BridgeStorage } from "./bridge-storage.ts";
import { recordRouterReport } from "./live-view.ts";
import type { Outages } from "./outages.ts";
import { recordUsage } from "./record-usage.ts";
import { sendDesiredEntitlements } from "./send-desired.ts";
import { sessionKey, UsageStorage } from "./usage-storage.ts";

/** Acknowledged on a line before they are written: its socket keeps them, and its end writes them. */
const unkeptEvents = 64;

/** What a bridge says on its line. Whatever names a router or a purchase that is not its own is dropped and counted. */
export class BridgeReports {
  /** Dropped messages and entries, since the object woke. */
  ignored = 0;
  private readonly env: Env;
  private readonly kept: BridgeStorage;
  private readonly keptUsage: UsageStorage;
  private readonly line: BridgeLine;
  private readonly scans: BridgeScans;
  private readonly checks: BridgeChecks;
  private readonly outages: Outages;

  constructor(
    env: Env,
    kept: BridgeStorage,
    line: BridgeLine,
    scans: BridgeScans,
    checks: BridgeChecks,
    outages: Outages,
  ) {
    this.env = env;
    this.kept = kept;
    this.keptUsage = new UsageStorage(kept);
    this.line = line;
    this.scans = scans;
    this.checks = checks;
    this.outages = outages;
  }

  async take(socket: WebSocket, ready: Ready, message: FromBridge): Promise<void> {
    switch (message.type) {
      case "events":
        await this.events(socket, ready, message.events);
        break;
      case "usage":
        await this.usage(message.sessions);
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
        if (await this.owns(ready, message.routerId)) this.checks.news(message);
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

  private async events(socket: WebSocket, ready: Ready, events: readonly SiteEvent[]): Promise<void> {
    const acked = this.line.ackedOn(socket, this.kept.acked(ready.journalId));
    const fresh = events.filter(({ seq }) => seq > acked);
    try {
      await this.offlineVouchers(ready, fresh.filter(isOfOfflineVoucher));
      const known = await this.known(
        ready,
        fresh.filter((event): event is EntitlementEvent => !isOfOfflineVoucher(event)),
      );
      const changed = await writeEvents(this.context(), known);
      // Starts and ends change what is known of a purchase, and an end is a new rev for the bridge to confirm.
      this.holdAgain(changed, known);
    } catch (cause) {
      // Later events must not be acknowledged over these: the next line begins with them again.
      log("error", "bridge events", cause);
      tryAgainLater(socket);
      return;
    }
    const highest = Math.max(acked, ...events.map(({ seq }) => seq));
    this.line.acked(socket, highest);
    if (highest - this.kept.acked(ready.journalId) >= unkeptEvents)
      this.kept.setAcked(ready.journalId, highest);
    send(socket, { type: "ack", seq: highest });
  }

  /** First of all: a redemption makes the purchase that later events speak of. */
  private async offlineVouchers({ bridgeId }: Ready, events: readonly OfflineVoucherEvent[]): Promise<void> {
    if (events.length === 0) return;
    const ctx = this.context();
    const { made, foreign } = await boundPorts().recordOfflineVoucherEvents(ctx, bridgeId, events);
    this.ignored += foreign;
    for (const [providerId, own] of Map.groupBy(made, (one) => one.providerId)) {
      const ids = own.map(({ entitlementId }) => entitlementId);
      for (const held of await heldById(ctx.tenant(providerId), ids))
        if (this.kept.isAssigned(held.routerId)) this.kept.hold(held);
    }
  }

  /** Events with their purchases. What this object does not hold (any more) is looked up before it is dropped. */
  private async known(ready: Ready, events: readonly EntitlementEvent[]): Promise<KnownEvent[]> {
    const own: EntitlementEvent[] = [];
    for (const event of events)
      if (isCoherent(event) && (await this.owns(ready, event.routerId))) own.push(event);
    const strangers = own.filter((event) => !this.kept.held(entitlementIdOfEvent(event)));
    const found = new Map<string, EntitlementRecord>();
    for (const [routerId, some] of Map.groupBy(strangers, (event) => event.routerId))
      for (const held of await this.soldAt(
        routerId,
        await this.sellersOf(routerId),
        some.map(entitlementIdOfEvent),
      ))
        found.set(held.id, held);
    const now = Date.now();
    const known = own.flatMap((event) => {
      const id = entitlementIdOfEvent(event);
      const held = this.kept.held(id) ?? found.get(id);
      if (!held) return [];
      const hasRoom = event.kind !== "session" || this.keptUsage.admits(sessionKey(event.totals), now);
      return hasRoom ? [{ event, held }] : [];
    });
    this.ignored += own.length - known.length + events.filter((event) => !isCoherent(event)).length;
    return known;
  }

  private async router(socket: WebSocket, message: Extract<FromBridge, { type: "router" }>): Promise<void> {
    const line = this.line.heardOn(socket);
    if (line && (await recordRouterReport(this.context(), this.kept, line, message)))
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
    await boundPorts().recordRedeemedOnRouter(this.context(), routerId, sellers, users);
    const read = await this.soldAt(routerId, sellers, ids);
    // Of a seller before only what still has a device there: the others were set aside when the router was taken from it.
    const found = read.filter(({ providerId, subjects }) => providerId === sellers[0] || subjects.length > 0);
    for (const held of found) this.kept.hold(held);
    const known = new Set(found.map(({ id }) => id));
    sendDesiredEntitlements(this.kept, this.line, [...known]);
    const unknown = ids.filter((id) => !known.has(id));
    const spec = { kind: "end" as const, subjects: [], reason: "unknown" as const };
    if (unknown.length > 0)
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
  ): Promise<EntitlementRecord[]> {
    const read = await fromEach(sellers, (id) => heldById(this.context().tenant(id), ids));
    return read.filter((held) => held.routerId === routerId);
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
      this.line,
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
