import type { FromBridge, RouterAssignment, ToBridge } from "#contract/bridge";
import type { BridgeRequest } from "#contract/bridge-requests";
import { say, textIn } from "#contract/texts";
import {
  answer,
  answerOfNetwork,
  isOfOfflineVoucher,
  isOfRouter,
  offlineVoucherAnswer,
  tryRouter,
  tunnelAnswer,
} from "./agent/answer.ts";
import { findRouter } from "./agent/find-router.ts";
import { LineReports } from "./agent/line-reports.ts";
import { LiveView } from "./agent/live-view.ts";
import { Outbox } from "./agent/outbox.ts";
import { type OfflineRedemption, redeemOffline, type TypedCode } from "./agent/redeem-offline.ts";
import type { Clock } from "./clock.ts";
import type { Change, Journal, RouterView } from "./journal.ts";
import type { BlockedPage } from "./lines/blocked-page.ts";
import type { Log } from "./log.ts";
import type { FetchPage } from "./preflight/login-pages.ts";
import { type ReconcilerMessage, RouterReconciler } from "./reconciler.ts";
import type { openRouter } from "./router.ts";
import type { SiteNetwork } from "./site-network.ts";
import type { Status } from "./status.ts";
import type { TunnelKeeper } from "./tunnels/keeper.ts";
import type { OwnUpdate } from "./update/own-update.ts";

export type AgentParts = {
  bridgeId: string;
  journal: Journal;
  clock: Clock;
  log: Log;
  openRouter: typeof openRouter;
  /** How a hotspot's page is asked for; default by HTTP. */
  fetchPage?: FetchPage;
  /** At a site: what blocked lines are led to. */
  blockedPage?: BlockedPage | undefined;
  network: SiteNetwork;
  /** At a host of the platform. */
  tunnels?: TunnelKeeper | undefined;
  update?: OwnUpdate;
  /** Sends one message; false if there is no link. */
  send(message: FromBridge): boolean;
  /** The link is to be opened anew, with a new `hello`. */
  redial(): void;
};

type Refusal = Extract<ToBridge, { type: "refused" }>["reason"];

// A bridge that has just started may come from an old disk. So it lets the worker speak first, if there is one.
const silenceMs = 4_000;
const wantsFollowMs = 1_000;
const sayAgainMs = 60_000;
const answerWithinMs = 9_000;
const letInWithinMs = 4_000;
const letInLookMs = 100;

/** Joins the link and the routers: what the worker wants goes into the journal, what the reconcilers do comes out of it. */
export class Agent {
  readonly #parts: AgentParts;
  readonly #reconcilers = new Map<string, RouterReconciler>();
  readonly #outbox: Outbox;
  readonly #live: LiveView;
  readonly #lineReports: LineReports;
  readonly #requests = new Map<string, number>();
  #quietUntil: number;
  #saidAt = 0;
  #isPaused = false;
  #isStopped = false;
  /** Reconcilers that are being replaced; none may start before the one before it on that router has ended. */
  #ending: Promise<unknown> = Promise.resolve();
  #endings = 0;

  /** Touches no router before the worker has spoken or kept silent for 4 s. */
  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.#outbox = new Outbox(parts.journal, parts.clock, parts.send);
    this.#live = new LiveView(parts.send);
    this.#lineReports = new LineReports(parts.journal, parts.clock, parts.send);
    this.#quietUntil = parts.clock.monotonic() + silenceMs;
    this.#saidAt = parts.clock.monotonic();
    for (const assignment of parts.journal.routers.all()) this.#open(assignment);
  }

  /** Everything that is due by now. Cheap: to be called several times a second. */
  tick(): void {
    if (this.#isStopped) return;
    const now = this.#parts.clock.monotonic();
    this.#outbox.tick();
    this.#live.tick(now);
    this.#lineReports.tick();
    this.#expireRequests(now);
    if (now - this.#saidAt >= sayAgainMs) {
      this.#saidAt = now;
      this.#parts.journal.keep();
      for (const reconciler of this.#reconcilers.values()) reconciler.resend();
    }
    for (const reconciler of this.#reconcilers.values()) reconciler.tick();
  }

  receive(message: ToBridge): void {
    if (message.type === "welcome") this.#welcome(message);
    else if (message.type === "refused") this.#refused(message.reason);
    else if (message.type === "desired") this.#desired(message.desiredEntitlements);
    else if (message.type === "offline_vouchers") this.#offlineVouchers(message.offlineVouchers);
    else if (message.type === "lines") this.#lines(message.lines);
    else if (message.type === "ack") this.#outbox.acknowledge(message.seq);
    else if (message.type === "assign") for (const one of message.routers) this.#assign(one);
    else if (message.type === "forget") this.#forget(message.routerId);
    else if (message.type === "request") this.#request(message);
    else if (message.type === "tunnels") this.#parts.tunnels?.take(message);
    else if (message.type === "are_you_there") this.#parts.send({ type: "here" });
  }

  /** For a person at the machine: the routers as last seen, what is served, and what the worker has not heard yet. */
  standing(): Pick<Status, "routers" | "served" | "unacknowledged"> {
    const { journal } = this.#parts;
    const routers = [...this.#reconcilers].map(([routerId, { assignment, report }]) => ({
      routerId,
      address: `${assignment.host}:${assignment.port}`,
      state: report?.state ?? null,
      message: report?.message ? textIn("en", report.message) : "",
      cause: report?.cause ?? null,
      version: report?.version ?? null,
    }));
    return {
      routers,
      served: journal.entitlements.served(),
      unacknowledged: journal.events.unacknowledged(),
    };
  }

  /** Addresses of routers where an offline voucher may be redeemed now. */
  pageHosts(): string[] {
    const reconcilers = [...this.#reconcilers].filter(([routerId]) =>
      this.#parts.journal.offlineVouchers.isOpen(routerId),
    );
    return reconcilers.map(([, { assignment }]) => assignment.host);
  }

  /** Somebody typed a code on this bridge's own page. Resolves when the device is in, or after 4 s. */
  async redeem(typed: TypedCode): Promise<OfflineRedemption> {
    const { journal } = this.#parts;
    const serving = () =>
      this.#mayTouch() && !this.#isStopped ? this.#reconcilers.get(typed.routerId) : undefined;
    const said = await redeemOffline(journal, serving, typed);
    if (said.kind !== "redeemed") return said;
    this.#outbox.flush();
    if (said.change) this.#take([said.change]);
    for (let waited = 0; waited < letInWithinMs && !this.#isStopped; waited += letInLookMs) {
      if (journal.entitlements.get(said.entitlementId)?.applied) break;
      await new Promise((resolve) => setTimeout(resolve, letInLookMs));
    }
    return said;
  }

  linkDown(): void {
    this.#parts.tunnels?.linkDown();
    this.#outbox.close();
  }

  async idle(): Promise<void> {
    await this.#ending;
    await Promise.all([...this.#reconcilers.values()].map((reconciler) => reconciler.idle()));
  }

  /** @param patienceMs for a piece of work under way at a router */
  async stop(patienceMs?: number): Promise<void> {
    this.#isStopped = true;
    const reconcilers = [...this.#reconcilers.values()].map((reconciler) => reconciler.stop(patienceMs));
    const { network, tunnels } = this.#parts;
    await Promise.all([this.#ending, network.stop(), tunnels?.stop(), ...reconcilers]);
    this.#reconcilers.clear();
  }

  #welcome(welcome: Extract<ToBridge, { type: "welcome" }>): void {
    const { journal, log, redial, clock } = this.#parts;
    // An acknowledged number above our own: this journal is an older copy of the one that sent it.
    if (welcome.journal === "drop" || welcome.ackedSeq > journal.events.lastSeq) {
      log("journal.dropped", { count: welcome.ackedSeq });
      for (const routerId of [...this.#reconcilers.keys()]) this.#close(routerId);
      journal.reset();
      this.#quietUntil = clock.monotonic() + silenceMs;
      redial();
      return;
    }
    if (this.#isPaused) for (const reconciler of this.#reconcilers.values()) reconciler.compareAnew();
    this.#isPaused = false;
    this.#quietUntil = Math.min(this.#quietUntil, clock.monotonic() + wantsFollowMs);
    for (const assignment of welcome.routers) this.#assign(assignment);
    journal.offlineVouchers.linkBegan();
    this.#outbox.open(welcome.ackedSeq);
    this.#lineReports.open();
    for (const reconciler of this.#reconcilers.values()) reconciler.sendAll();
  }

  #refused(reason: Refusal): void {
    if (reason !== "duplicate" && reason !== "revoked") return;
    this.#isPaused = true;
    if (reason !== "revoked") return;
    for (const { routerId } of this.#parts.journal.routers.all()) this.#forget(routerId);
  }

  #viewOf(routerId: string): RouterView {
    return this.#reconcilers.get(routerId)?.view ?? "unread";
  }

  #forget(routerId: string): void {
    const view = this.#viewOf(routerId);
    this.#close(routerId);
    this.#parts.journal.forget(routerId, view);
    this.#outbox.flush();
    this.#parts.log("router.forgotten", { routerId });
  }

  #desired(desiredEntitlements: Extract<ToBridge, { type: "desired" }>["desiredEntitlements"]): void {
    this.#quietUntil = Math.min(this.#quietUntil, this.#parts.clock.monotonic());
    const changes = this.#parts.journal.entitlements.desired(desiredEntitlements);
    this.#parts.log("link.desired", { count: changes.length });
    this.#take(changes);
  }

  #lines(lines: Extract<ToBridge, { type: "lines" }>["lines"]): void {
    const changed = this.#parts.journal.lines.desired(lines);
    this.#parts.log("link.lines", { count: changed.length });
    for (const [routerId, reconciler] of this.#reconcilers) {
      const own = changed.filter((line) => line.routerId === routerId);
      if (own.length > 0) reconciler.takeLines(own.map(({ id }) => id));
      reconciler.tick();
    }
  }

  #offlineVouchers(
    offlineVouchers: Extract<ToBridge, { type: "offline_vouchers" }>["offlineVouchers"],
  ): void {
    this.#parts.journal.offlineVouchers.take(offlineVouchers, (routerId) => this.#viewOf(routerId));
    this.#parts.log("link.offline_vouchers", { count: offlineVouchers.length });
    this.#outbox.flush();
    // One of them may explain a user that is on the router already.
    for (const reconciler of this.#reconcilers.values()) reconciler.adopt();
  }

  #take(changes: readonly Change[]): void {
    for (const [routerId, reconciler] of this.#reconcilers) {
      const own = changes.filter(({ before, after }) =>
        [before, after].some(
          (one) => one?.routerId === routerId || one?.touched.some((at) => at.routerId === routerId),
        ),
      );
      if (own.length > 0) reconciler.take(own);
      reconciler.tick();
    }
  }

  #assign(assignment: RouterAssignment): void {
    const { routerId } = assignment;
    const reconciler = this.#reconcilers.get(routerId);
    if (reconciler && JSON.stringify(reconciler.assignment) === JSON.stringify(assignment)) return;
    this.#close(routerId);
    this.#parts.journal.routers.assign(assignment);
    this.#open(assignment);
  }

  #open(assignment: RouterAssignment): void {
    const { bridgeId, journal, clock, log, openRouter, fetchPage, blockedPage } = this.#parts;
    const reconciler: RouterReconciler = new RouterReconciler({
      assignment,
      bridgeId,
      journal,
      clock,
      log,
      openRouter,
      fetchPage,
      blockedPage,
      mayTouch: () => this.#mayTouch(),
      // One that was replaced or forgotten has nothing more to say.
      tell: (message) => {
        if (this.#reconcilers.get(assignment.routerId) === reconciler) this.#tell(message);
      },
    });
    this.#reconcilers.set(assignment.routerId, reconciler);
  }

  #mayTouch(): boolean {
    return !this.#isPaused && this.#endings === 0 && this.#parts.clock.monotonic() >= this.#quietUntil;
  }

  #tell(message: ReconcilerMessage): void {
    if (message.type === "events") this.#outbox.flush();
    else if (message.type === "set_up" || message.type === "preflight") this.#parts.send(message);
    else this.#live.send(message);
  }

  #close(routerId: string): void {
    const reconciler = this.#reconcilers.get(routerId);
    if (!reconciler) return;
    this.#reconcilers.delete(routerId);
    this.#endings += 1;
    const ended = reconciler.stop(0).finally(() => {
      this.#endings -= 1;
    });
    this.#ending = Promise.all([this.#ending, ended]);
  }

  #request({ id, request }: Extract<ToBridge, { type: "request" }>): void {
    this.#requests.set(id, this.#parts.clock.monotonic() + answerWithinMs);
    void this.#answer(request).then((said) => {
      if (this.#requests.delete(id)) this.#parts.send({ type: "answer", id, ...said });
    });
  }

  async #answer(request: BridgeRequest) {
    const { network, send, journal, tunnels, openRouter, update } = this.#parts;
    if (request.kind === "update") return update?.begin() ?? { ok: false, message: say("update_by_hand") };
    if (request.kind === "tunnel" || request.kind === "openvpn_tunnel") return tunnelAnswer(tunnels, request);
    if (request.kind === "try_router") return tryRouter(openRouter, request);
    if (request.kind === "find_router") return findRouter(openRouter, request, network.near(request.hosts));
    if (isOfOfflineVoucher(request)) {
      const reconciler = this.#isPaused ? undefined : this.#reconcilers.get(request.routerId);
      const { said, change } = offlineVoucherAnswer(journal, reconciler, request);
      this.#outbox.flush();
      if (change) this.#take([change]);
      return said;
    }
    if (!isOfRouter(request)) return answerOfNetwork(network, request, send);
    return answer(this.#isPaused ? undefined : this.#reconcilers.get(request.routerId), request);
  }

  #expireRequests(now: number): void {
    for (const [id, deadline] of this.#requests) {
      if (now < deadline) continue;
      this.#requests.delete(id);
      this.#parts.send({ type: "answer", id, ok: false, message: say("router_no_answer_in_time") });
    }
  }
}

export function createAgent(parts: AgentParts): Agent {
  return new Agent(parts);
}
