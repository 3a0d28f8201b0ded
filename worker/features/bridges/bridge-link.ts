import { type FromBridge, pingText, pongText, type ToBridge } from "../../contract/bridge.ts";
import { type Frame, readFromBridge } from "../../contract/bridge-frames.ts";
import type { BridgeRequest } from "../../contract/bridge-requests.ts";
import { unprintable } from "../../contract/values/unprintable.ts";
import { log } from "../../log.ts";
import type { LinkNow } from "./live-view.ts";

/** For the parser of JSON: every text of a message on one line. */
function onOneLine(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(unprintable, " ") : value;
}

/** What is known of a socket; kept with it while the object sleeps. */
export type Challenged = {
  stage: "challenged";
  bridgeId: string;
  publicKey: string;
  nonce: string;
  at: number;
  /** It showed that it holds the key, when it dialled or by its hello. */
  proved: boolean;
};
export type Ready = {
  stage: "ready";
  bridgeId: string;
  journalId: string;
  bootId: string;
  since: number;
  /** When it last sent a message. Heartbeats are the runtime's to know. */
  spokeAt?: number;
  /** Up to which its journal's events were acknowledged on this link. */
  acked?: number;
  /** The kinds of request that this bridge knows; absent for one from before it told. */
  requests?: readonly string[] | undefined;
  keepsHours?: boolean | undefined;
  keepsLines?: boolean | undefined;
  keepsDevices?: boolean | undefined;
};

/** What every bridge knows, also one that does not say so. */
const oldRequests: readonly string[] = ["test", "kick", "hosts"];

type Refusal = Extract<ToBridge, { type: "refused" }>["reason"];

/** WebSocket close codes of refusals, in the range that applications may use. */
const closeCodes = { protocol: 4400, signature: 4401, revoked: 4403, duplicate: 4409 } as const;

/** The sockets of one bridge. At most one of them has proved its key: that is the link. */
export class BridgeLink {
  private readonly ctx: DurableObjectState;

  constructor(ctx: DurableObjectState) {
    this.ctx = ctx;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(pingText, pongText));
  }

  accept(socket: WebSocket, attachment: Challenged): void {
    this.ctx.acceptWebSocket(socket);
    socket.serializeAttachment(attachment);
  }

  ready(): WebSocket | undefined {
    return this.openSockets().find((socket) => attachmentOf(socket)?.stage === "ready");
  }

  openSockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN);
  }

  now(): LinkNow | null {
    const socket = this.ready();
    return socket ? this.heardOn(socket) : null;
  }

  /** When the bridge last gave a sign of life on this socket, open or not; null before it proved its key. Heartbeats do not wake the object. */
  heardOn(socket: WebSocket): LinkNow | null {
    const attachment = attachmentOf(socket);
    if (attachment?.stage !== "ready") return null;
    const { since, spokeAt = 0 } = attachment;
    const heartbeat = this.ctx.getWebSocketAutoResponseTimestamp(socket);
    return { since, heardAt: Math.max(since, spokeAt, heartbeat?.getTime() ?? 0) };
  }

  /** To the second: a message is as good as a heartbeat. */
  spoke(socket: WebSocket, at: number): void {
    const attachment = attachmentOf(socket);
    if (attachment?.stage !== "ready" || at - (attachment.spokeAt ?? attachment.since) < 1_000) return;
    socket.serializeAttachment({ ...attachment, spokeAt: at });
  }

  /** Kept with the socket, which costs nothing: written when the link ends. */
  acked(socket: WebSocket, seq: number): void {
    const attachment = attachmentOf(socket);
    if (attachment?.stage === "ready") socket.serializeAttachment({ ...attachment, acked: seq });
  }

  /** @param kept what is written of that journal */
  ackedOn(socket: WebSocket, kept: number): number {
    const attachment = attachmentOf(socket);
    return Math.max(kept, attachment?.stage === "ready" ? (attachment.acked ?? 0) : 0);
  }

  /** Whether the bridge on the link is new enough for this request; true without one. */
  understands({ kind }: Pick<BridgeRequest, "kind">): boolean {
    const known = this.known();
    return known === null || (known.requests ?? oldRequests).includes(kind);
  }

  /** Whether the bridge on the link closes a plan outside of its hours. */
  keepsHours(): boolean {
    return this.known()?.keepsHours === true;
  }

  /** Whether the bridge on the link drives lines of homes and offices. */
  keepsLines(): boolean {
    return this.known()?.keepsLines === true;
  }

  /** Whether it drives fixed devices among them. */
  keepsDevices(): boolean {
    return this.known()?.keepsDevices === true;
  }

  /** What the bridge on the link said that it knows; null without one. */
  private known(): Ready | null {
    const socket = this.ready();
    const attachment = socket ? attachmentOf(socket) : null;
    return attachment?.stage === "ready" ? attachment : null;
  }

  /** To the link, if there is one: what must arrive is sent again at the next welcome. */
  send(message: ToBridge): boolean {
    const socket = this.ready();
    if (socket) send(socket, message);
    return socket !== undefined;
  }
}

export function attachmentOf(socket: WebSocket): Challenged | Ready | null {
  return socket.deserializeAttachment() as Challenged | Ready | null;
}

export function send(socket: WebSocket, message: ToBridge): void {
  try {
    socket.send(JSON.stringify(message));
  } catch (cause) {
    // A link that just broke: everything durable is sent again when the bridge dials in.
    log("warn", "bridge link", cause);
  }
}

export function refuse(socket: WebSocket, reason: Refusal, message: string): void {
  send(socket, { type: "refused", reason, message });
  socket.close(closeCodes[reason], reason);
}

/** The database is away, or the like: the bridge dials again and finds everything as it was. */
export function tryAgainLater(socket: WebSocket): void {
  socket.close(1013, "try again later");
}

/** With nothing to read for what is no JSON. */
export function readMessage(data: string | ArrayBuffer): Frame<FromBridge> {
  try {
    return readFromBridge(typeof data === "string" ? JSON.parse(data, onOneLine) : undefined);
  } catch {
    return readFromBridge(undefined);
  }
}
