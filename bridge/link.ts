import WebSocket from "ws";
import {
  bridgeProtocol,
  dialProofHeader,
  dialText,
  type FromBridge,
  heartbeatMs,
  helloText,
  pingText,
  pongText,
  type ToBridge,
} from "#contract/bridge";
import { readToBridge } from "#contract/bridge-frames";
import type { UpdatedBy } from "#contract/bridge-release";
import { bridgeRequests } from "#contract/bridge-requests";
import { redialWait } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import { lookupLoopback } from "./loopback.ts";
import { parseJson } from "./parse-json.ts";

export type LinkParts = {
  /** Like "https://mlango.example"; the path is the contract's. */
  origin: string;
  bridgeId: string;
  version: string;
  bootId: string;
  updatedBy(): UpdatedBy;
  /** base64 Ed25519 signature. */
  sign(text: string): string;
  journal(): { journalId: string; lastSeq: number };
  clock: Clock;
  /** 0 to 1. */
  random(): number;
  log: Log;
  /** Everything but the challenge; after a `welcome` messages can be sent. */
  onMessage(message: ToBridge): void;
  onDown(): void;
};

export type LinkState = "waiting" | "dialling" | "up" | "stopped";

/** A duplicate, and refusals that only a change on the other side can end. */
const refusedWaitMs = 60_000;
const welcomeWithinMs = 15_000;
const missesAllowed = 2;
/** A host of the platform is missed by everybody whose routers it drives, and there are few of them. */
const longestHostWaitMs = 5_000;
/** A link that breaks right after its welcome counts as a failure, or a thousand bridges would dial without a pause. */
const steadyMs = 10_000;

/** The link to the worker, a WebSocket: dials out, proves who it is, stays alive, comes back. Knows no router. Driven by `tick`. */
export class Link {
  readonly #parts: LinkParts;
  #state: LinkState = "waiting";
  #socket: WebSocket | undefined;
  #dialAt: number;
  #stateAt: number;
  #failures = 0;
  #pingedAt = 0;
  #misses = 0;
  #ignored = 0;
  /** Whether the other end was heard at all since this socket was dialled. */
  #isAnswered = false;
  /** As the last welcome said. */
  #spreadMs = 0;
  #heartbeatMs = heartbeatMs;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#dialAt = parts.clock.monotonic();
    this.#stateAt = this.#dialAt;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Since when it is in this state, monotonic. */
  get since(): number {
    return this.#stateAt;
  }

  /** Texts of the worker that this version could not use. */
  get ignored(): number {
    return this.#ignored;
  }

  tick(): void {
    const now = this.#parts.clock.monotonic();
    if (this.#state === "waiting" && now >= this.#dialAt) this.#dial();
    else if (this.#state === "dialling" && now - this.#stateAt >= welcomeWithinMs)
      this.#drop("no welcome in time", this.#isAnswered ? "other-end" : "silence");
    else if (this.#state === "up" && now - this.#pingedAt >= this.#heartbeatMs) this.#ping(now);
  }

  /** False if there is no link; nothing is kept for later. */
  send(message: FromBridge): boolean {
    if (this.#state !== "up" || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Ends this link and opens another, within half a second the first time. */
  redial(): void {
    this.#drop("to be opened anew", "silence");
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    this.#enter("stopped");
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const gone = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const impatient = setTimeout(() => socket.terminate(), 1_000);
    socket.close(1000);
    await gone;
    clearTimeout(impatient);
  }

  #dial(): void {
    const { origin, bridgeId, log, sign } = this.#parts;
    const url = new URL(`/api/bridge/line/${encodeURIComponent(bridgeId)}`, origin);
    url.protocol = url.protocol === "http:" ? "ws:" : "wss:";
    this.#enter("dialling");
    this.#isAnswered = false;
    const socket = new WebSocket(url.href, {
      lookup: lookupLoopback,
      headers: { [dialProofHeader]: sign(dialText(bridgeId)) },
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
      maxPayload: 8 * 2 ** 20,
    });
    this.#socket = socket;
    const isMine = () => this.#socket === socket;
    socket.on("open", () => {
      if (isMine()) this.#isAnswered = true;
    });
    socket.on("unexpected-response", (_request, { statusCode }) => {
      if (isMine()) this.#drop(`answered with ${statusCode}`, "other-end");
    });
    socket.on("message", (data, isBinary) => {
      if (!isMine()) return;
      this.#misses = 0;
      if (isBinary) this.#ignore(["binary"]);
      else this.#received(data.toString());
    });
    socket.on("error", (error) => {
      if (isMine()) log("link.error", { message: error.message });
    });
    socket.on("close", (code, reason) => {
      const endedBy = this.#isAnswered ? "other-end" : "silence";
      if (isMine()) this.#drop(`closed with ${code} ${reason}`.trim(), endedBy);
    });
  }

  #received(text: string): void {
    if (text === pongText) return;
    if (text === pingText) {
      this.#socket?.send(pongText);
      return;
    }
    const { message, unread } = readToBridge(parseJson(text));
    if (unread.length > 0) this.#ignore(unread.map(({ what }) => what));
    if (message?.type === "challenge") this.#hello(message.nonce);
    else if (message) this.#pass(message);
  }

  #hello(nonce: string): void {
    const { bridgeId, bootId, version, sign, journal } = this.#parts;
    const updatedBy = this.#parts.updatedBy();
    const { journalId, lastSeq } = journal();
    const signature = sign(helloText({ bridgeId, nonce, journalId, bootId }));
    const hello: FromBridge = {
      type: "hello",
      protocol: bridgeProtocol,
      version,
      journalId,
      bootId,
      lastSeq,
      signature,
      requests: bridgeRequests.filter((kind) => kind !== "update" || updatedBy === "itself"),
      keepsHours: true,
      keepsLines: true,
      keepsDevices: true,
      updatedBy,
    };
    this.#socket?.send(JSON.stringify(hello));
  }

  #pass(message: ToBridge): void {
    const { log, clock, onMessage } = this.#parts;
    if (message.type === "welcome") {
      this.#enter("up");
      this.#pingedAt = clock.monotonic();
      this.#misses = 0;
      this.#spreadMs = message.redialWithinMs ?? 0;
      this.#heartbeatMs = message.heartbeatMs ?? heartbeatMs;
      log("link.up", { count: message.routers.length });
    }
    onMessage(message);
    if (message.type !== "refused") return;
    log("link.refused", { reason: message.reason, message: message.message });
    this.#release();
    this.#down(message.reason === "revoked" ? "stopped" : "waiting");
    this.#dialAt = clock.monotonic() + refusedWaitMs;
  }

  /** Half-open connections tell nothing: who stays silent for two heartbeats is gone. */
  #ping(now: number): void {
    if (this.#misses >= missesAllowed) {
      this.#drop("no sign of life", "silence");
      return;
    }
    this.#misses += 1;
    this.#pingedAt = now;
    this.#socket?.send(pingText);
  }

  /** Never an error: the worker may be newer. */
  #ignore(what: readonly string[]): void {
    this.#ignored += what.length;
    this.#parts.log("link.ignored", { count: this.#ignored, message: [...new Set(what)].join(", ") });
  }

  #drop(reason: string, endedBy: "silence" | "other-end"): void {
    this.#release();
    if (this.#state === "stopped") return;
    const { clock, random, log } = this.#parts;
    const now = clock.monotonic();
    const wasSteady = this.#state === "up" && now - this.#stateAt >= steadyMs;
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    const longest = this.#heartbeatMs < heartbeatMs ? longestHostWaitMs : Number.POSITIVE_INFINITY;
    const wait = Math.min(longest, redialWait(this.#failures, endedBy, this.#spreadMs, random));
    this.#dialAt = now + wait;
    log("link.down", { reason, ms: Math.round(wait) });
    this.#down("waiting");
  }

  #down(state: LinkState): void {
    const wasUp = this.#state === "up";
    this.#enter(state);
    if (wasUp) this.#parts.onDown();
  }

  #release(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.terminate();
  }

  #enter(state: LinkState): void {
    this.#state = state;
    this.#stateAt = this.#parts.clock.monotonic();
  }
}
