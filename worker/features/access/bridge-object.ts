import { DurableObject } from "cloudflare:workers";
import { type Context, makeContext } from "../../context.ts";
import {
  type BridgeRequest,
  bridgeProtocol,
  type Fact,
  FromBridge,
  pingText,
  pongText,
  type ToBridge,
} from "../../contract/bridge.ts";
import type { Env } from "../../env.ts";
import { randomHex } from "../../keys.ts";
import { routerAssignment } from "../routers/index.ts";
import type { AccessNow } from "./access-of.ts";
import { BridgeStorage, type ReportedState } from "./bridge-storage.ts";
import { type HeldEntitlement, wantOf } from "./entitlement-want.ts";
import { isSignedHello } from "./hello.ts";
import { heldById, heldByRouter, sessionStatement } from "./store.ts";
import { entitlementIdOfFact, type KnownFact, writeFacts } from "./take-facts.ts";

type Hello = Extract<FromBridge, { type: "hello" }>;

/** What is known of a socket; kept with it while the object sleeps. */
type Attachment =
  | { stage: "challenged"; bridgeId: string; publicKey: string; nonce: string }
  | { stage: "ready"; bridgeId: string; journalId: string; bootId: string; routerIds: string[] };

export type RequestAnswer =
  /** `result` is JSON text, "null" where there is none. */
  | { kind: "answered"; ok: boolean; message: string; result: string }
  | { kind: "offline" }
  | { kind: "silent" };

/** A router counts as reached for this long after its bridge said so. */
const routerFreshMs = 90_000;
const usageFlushMs = 15 * 60_000;
/** A holder of the line that does not answer within this is gone. */
const holderAnswerMs = 3_000;

/**
 * One per bridge: the live socket (which sleeps), delivery of what the bridge shall make true, and what it last
 * reported. Messages naming a router or a purchase that is not this bridge's are dropped and counted.
 */
export class BridgeObject extends DurableObject<Env> {
  private readonly kept = new BridgeStorage(this.ctx.storage);
  private readonly waiting = new Map<string, (answer: RequestAnswer) => void>();
  private holderAnswered: (() => void) | null = null;
  private inOrder: Promise<void> = Promise.resolve();
  private dropped = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(pingText, pongText));
  }

  /** The bridge's dial-in. The worker has already found the bridge by its id; here it proves to hold the key. */
  override async fetch(request: Request): Promise<Response> {
    const bridgeId = request.headers.get("x-bridge-id") ?? "";
    const publicKey = request.headers.get("x-bridge-key") ?? "";
    const { 0: client, 1: server } = new WebSocketPair();
    const nonce = randomHex(256);
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment({ stage: "challenged", bridgeId, publicKey, nonce } satisfies Attachment);
    send(server, { type: "challenge", protocol: bridgeProtocol, nonce });
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Holds what was given and sends it on. True when the bridge has reported every one of these revs. */
  async want(entitlements: readonly HeldEntitlement[]): Promise<boolean> {
    for (const held of entitlements) this.kept.hold(held);
    const unconfirmed = entitlements.filter((held) => (this.kept.reported(held.id)?.rev ?? -1) < held.rev);
    this.sendWants(unconfirmed);
    return unconfirmed.length === 0;
  }

  /** How far a purchase is; null when this object does not know it. */
  async accessOf(id: string): Promise<AccessNow | null> {
    const held = this.kept.held(id);
    if (!held) return null;
    const { endsAt } = held;
    if (!["waiting", "running"].includes(held.state) || (endsAt !== null && endsAt <= Date.now())) {
      return { access: "none", endsAt };
    }
    const reported = this.kept.reported(id);
    return { access: reported ? accessWord[reported.state] : "connecting", endsAt };
  }

  async routerNow(routerId: string): Promise<{ online: boolean; at: number | null; message: string }> {
    const report = this.kept.router(routerId);
    if (!report) return { online: false, at: null, message: "The bridge has not reached this router yet." };
    const online = report.state === "reachable" && report.at + routerFreshMs > Date.now();
    return { online, at: report.at, message: report.message };
  }

  /** A live request that may fail; nothing is kept of it. */
  async request(request: BridgeRequest, patienceMs: number): Promise<RequestAnswer> {
    const socket = this.line();
    if (!socket) return { kind: "offline" };
    const id = randomHex(64);
    const answer = new Promise<RequestAnswer>((resolve) => {
      this.waiting.set(id, resolve);
      setTimeout(() => resolve({ kind: "silent" }), patienceMs);
    });
    send(socket, { type: "request", id, request });
    return answer.finally(() => this.waiting.delete(id));
  }

  /** Credentials and routers changed: tells the bridge now, if it listens. */
  async assignmentsChanged(bridgeId: string): Promise<void> {
    const socket = this.line();
    if (socket) await this.welcomeBack(socket, bridgeId);
  }

  /** The router is not this bridge's any more. */
  async forget(routerId: string): Promise<void> {
    for (const held of this.kept.allHeld()) if (held.routerId === routerId) this.kept.drop(held.id);
    const socket = this.line();
    if (!socket) return;
    const attachment = attached(socket);
    if (attachment?.stage === "ready") {
      const routerIds = attachment.routerIds.filter((id) => id !== routerId);
      socket.serializeAttachment({ ...attachment, routerIds } satisfies Attachment);
    }
    send(socket, { type: "forget", routerId });
  }

  /** The bridge was revoked: its line ends now. */
  async revoke(): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) {
      send(socket, {
        type: "refused",
        reason: "revoked",
        message: "This bridge was revoked. Enrol it again with a new code.",
      });
      socket.close(4403, "revoked");
    }
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const message = readMessage(data);
    if (!message) {
      this.dropped += 1;
      return;
    }
    if (message.type === "here") {
      this.holderAnswered?.();
      return;
    }
    if (message.type === "answer") {
      this.waiting.get(message.id)?.({
        kind: "answered",
        ok: message.ok,
        message: message.message,
        result: JSON.stringify(message.result ?? null),
      });
      return;
    }
    // One at a time and in order: a fact may rest on the one before it.
    const turn = this.inOrder.then(() => this.take(socket, message));
    this.inOrder = turn.catch((cause: unknown) => {
      console.error("bridge message", message.type, cause);
    });
    await this.inOrder;
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // 1005 and 1006 may not be sent back; the bridge is gone either way.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  private async take(socket: WebSocket, message: FromBridge): Promise<void> {
    const attachment = attached(socket);
    if (!attachment) return;
    if (attachment.stage === "challenged") {
      if (message.type === "hello") await this.hello(socket, attachment, message);
      return;
    }
    switch (message.type) {
      case "facts":
        await this.facts(socket, attachment.journalId, attachment.routerIds, message.facts);
        break;
      case "state":
        if (!this.owns(attachment.routerIds, message.routerId)) return;
        for (const { id, rev, state } of message.entitlements)
          if (this.kept.held(id)) this.kept.report(id, rev, state);
        break;
      case "usage":
        await this.usage(
          message.sessions.filter((session) => this.owns(attachment.routerIds, session.routerId)),
        );
        break;
      case "router":
        if (this.owns(attachment.routerIds, message.routerId)) await this.router(message);
        break;
      case "ask":
        if (this.owns(attachment.routerIds, message.routerId))
          await this.answerAsk(socket, message.routerId, message.entitlementIds);
        break;
      default:
        this.dropped += 1;
    }
  }

  private async hello(
    socket: WebSocket,
    challenged: Extract<Attachment, { stage: "challenged" }>,
    hello: Hello,
  ): Promise<void> {
    const { bridgeId, publicKey, nonce } = challenged;
    if (
      !(await isSignedHello(
        publicKey,
        { bridgeId, nonce, journalId: hello.journalId, bootId: hello.bootId },
        hello.signature,
      ))
    ) {
      refuse(socket, "signature", "This bridge's key is not the one it enrolled with.");
      return;
    }
    const holder = this.line();
    if (holder && !(await this.mayTakeOver(holder, hello))) {
      refuse(
        socket,
        "duplicate",
        "Another bridge is already running with this key. Stop one of them, or enrol this one anew.",
      );
      return;
    }
    holder?.close(4000, "replaced");
    const attachment: Attachment = {
      stage: "ready",
      bridgeId,
      journalId: hello.journalId,
      bootId: hello.bootId,
      routerIds: [],
    };
    socket.serializeAttachment(attachment);
    const acked = this.kept.acked(hello.journalId);
    await this.welcomeBack(socket, bridgeId, {
      // The worker knows more of this journal than the bridge does: an old disk.
      journal: acked > hello.lastSeq ? "drop" : "keep",
      ackedSeq: Math.min(acked, hello.lastSeq),
    });
  }

  /** The same run of the bridge may; another one only if the holder does not answer. */
  private async mayTakeOver(holder: WebSocket, hello: Hello): Promise<boolean> {
    const attachment = attached(holder);
    if (attachment?.stage === "ready" && attachment.bootId === hello.bootId) return true;
    const answered = new Promise<boolean>((resolve) => {
      this.holderAnswered = () => resolve(true);
      setTimeout(() => resolve(false), holderAnswerMs);
    });
    send(holder, { type: "are_you_there" });
    return answered
      .then((alive) => !alive)
      .finally(() => {
        this.holderAnswered = null;
      });
  }

  /** Reads assignments and purchases afresh from D1 and sends both. Without D1 the bridge is asked to dial again. */
  private async welcomeBack(
    socket: WebSocket,
    bridgeId: string,
    welcome?: { journal: "keep" | "drop"; ackedSeq: number },
  ): Promise<void> {
    const ctx = this.context();
    try {
      const routers = await routerAssignment(ctx, bridgeId);
      const routerIds = routers.map((router) => router.routerId);
      for (const routerId of routerIds) {
        const owner = (await ctx.lookup.routerById(routerId))?.providerId;
        if (owner)
          for (const held of await heldByRouter(ctx.tenant(owner), routerId, ctx.now())) this.kept.hold(held);
      }
      const attachment = attached(socket);
      if (attachment?.stage !== "ready") return;
      socket.serializeAttachment({ ...attachment, routerIds } satisfies Attachment);
      send(socket, welcome ? { type: "welcome", ...welcome, routers } : { type: "assign", routers });
      this.sendWants(this.kept.allHeld().filter((held) => routerIds.includes(held.routerId)));
    } catch (cause) {
      console.error("bridge welcome", cause);
      socket.close(1013, "try again later");
    }
  }

  private async facts(
    socket: WebSocket,
    journalId: string,
    routerIds: readonly string[],
    facts: readonly Fact[],
  ): Promise<void> {
    const acked = this.kept.acked(journalId);
    const known: KnownFact[] = [];
    for (const fact of facts) {
      if (fact.seq <= acked || !this.owns(routerIds, fact.routerId)) continue;
      const held = this.kept.held(entitlementIdOfFact(fact));
      if (held) known.push({ fact, held });
      else this.dropped += 1;
    }
    const ctx = this.context();
    await writeFacts(ctx, known);
    for (const { fact, held } of known) {
      if (fact.kind === "applied") this.kept.report(held.id, fact.rev, fact.state satisfies ReportedState);
    }
    // Starts and ends change what is known of a purchase, and an end is a new rev for the bridge to confirm.
    const changed = known.filter(({ fact }) => fact.kind === "started" || fact.kind === "ended");
    await this.refresh(
      ctx,
      changed.map(({ held }) => held),
    );
    const highest = Math.max(0, ...facts.map((fact) => fact.seq));
    this.kept.setAcked(journalId, highest);
    send(socket, { type: "ack", seq: highest });
  }

  private async refresh(ctx: Context, entitlements: readonly HeldEntitlement[]): Promise<void> {
    for (const [providerId, own] of Map.groupBy(entitlements, (held) => held.providerId)) {
      const fresh = await heldById(ctx.tenant(providerId), [...new Set(own.map((held) => held.id))]);
      const raised = fresh.filter((held) => held.rev > (this.kept.held(held.id)?.rev ?? 0));
      for (const held of fresh) this.kept.hold(held);
      this.sendWants(raised);
    }
  }

  private async usage(
    sessions: readonly Extract<FromBridge, { type: "usage" }>["sessions"][number][],
  ): Promise<void> {
    const ctx = this.context();
    const now = ctx.now();
    for (const session of sessions) {
      const held = this.kept.held(session.entitlementId);
      if (!held) this.dropped += 1;
      else if (
        this.kept.dueForFlush(`${session.routerId} ${session.boot} ${session.session}`, now, usageFlushMs)
      ) {
        const db = ctx.tenant(held.providerId);
        await db.run(sessionStatement(db, session, now));
      }
    }
  }

  private async router(message: Extract<FromBridge, { type: "router" }>): Promise<void> {
    const { routerId, state, message: text, version } = message;
    const now = Date.now();
    const before = this.kept.router(routerId);
    this.kept.setRouter(routerId, { state, message: text, version, at: now });
    // D1 learns of changes, and every quarter of an hour; the live view is here.
    if (
      state === "reachable" &&
      (before?.state !== state || Math.floor(before.at / usageFlushMs) !== Math.floor(now / usageFlushMs))
    ) {
      const { platform } = this.context();
      await platform.run(
        platform.statement("UPDATE routers SET last_seen_at = ?1 WHERE id = ?2", now, routerId),
      );
    }
  }

  /** Rows with our mark that the bridge does not know. What D1 does not know either is an end; a failed read says nothing. */
  private async answerAsk(socket: WebSocket, routerId: string, ids: readonly string[]): Promise<void> {
    const ctx = this.context();
    const owner = (await ctx.lookup.routerById(routerId))?.providerId;
    if (!owner) return;
    const found = (await heldById(ctx.tenant(owner), ids)).filter((held) => held.routerId === routerId);
    for (const held of found) this.kept.hold(held);
    this.sendWants(found);
    const unknown = ids.filter((id) => !found.some((held) => held.id === id));
    const goal = { kind: "end" as const, macs: [], reason: "unknown" as const };
    if (unknown.length > 0)
      send(socket, { type: "want", wants: unknown.map((id) => ({ id, routerId, rev: 0, order: 0, goal })) });
  }

  private sendWants(entitlements: readonly HeldEntitlement[]): void {
    const socket = this.line();
    if (!socket) return;
    const now = Date.now();
    for (let at = 0; at < entitlements.length; at += 200) {
      send(socket, {
        type: "want",
        wants: entitlements.slice(at, at + 200).map((held) => wantOf(held, now)),
      });
    }
  }

  /** The socket that proved its key, if there is one. */
  private line(): WebSocket | undefined {
    return this.ctx
      .getWebSockets()
      .find((socket) => socket.readyState === WebSocket.OPEN && attached(socket)?.stage === "ready");
  }

  private owns(routerIds: readonly string[], routerId: string): boolean {
    if (routerIds.includes(routerId)) return true;
    this.dropped += 1;
    console.warn("bridge names a router that is not its own", routerId);
    return false;
  }

  private context(): Context {
    return makeContext(this.env);
  }
}

const accessWord = {
  connecting: "connecting",
  online: "online",
  waiting_for_device: "waiting_for_device",
  // The device is online by the purchase before; this one follows.
  queued: "online",
  ended: "none",
} as const satisfies Record<ReportedState, AccessNow["access"]>;

function attached(socket: WebSocket): Attachment | null {
  return socket.deserializeAttachment() as Attachment | null;
}

function send(socket: WebSocket, message: ToBridge): void {
  try {
    socket.send(JSON.stringify(message));
  } catch (cause) {
    // A line that just broke: everything durable is sent again when the bridge dials in.
    console.warn("bridge line", cause);
  }
}

function refuse(socket: WebSocket, reason: "duplicate" | "signature", message: string): void {
  send(socket, { type: "refused", reason, message });
  socket.close(reason === "duplicate" ? 4409 : 4401, reason);
}

/** Undefined for what is no message of this protocol: ignored and counted. */
function readMessage(data: string | ArrayBuffer): FromBridge | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const parsed = FromBridge.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function bridgeObjectFor(ctx: Context, bridgeId: string): DurableObjectStub<BridgeObject> {
  return ctx.env.BRIDGE.get(ctx.env.BRIDGE.idFromName(bridgeId));
}
