import { bridgeProtocol, dialText, type FromBridge, helloText } from "../../contract/bridge.ts";
import { randomHex } from "../../keys.ts";
import { attachmentOf, type BridgeLink, type Challenged, refuse, send } from "./bridge-link.ts";

export type Hello = Extract<FromBridge, { type: "hello" }>;

/** A holder of the link that does not answer within this is gone. */
const holderAnswerMs = 3_000;
/** A bridge answers its challenge at once; sockets that do not are closed when the next one dials. */
const helloWithinMs = 15_000;
/** Of those that have shown nothing, and as many of those that hold the key: the id of a bridge is no secret. */
const mostChallenged = 5;

type Dialled = {
  bridgeId: string;
  publicKey: string;
  /** Base64 over `dialText`; null = none was shown, as by a bridge of before. */
  proof: string | null;
};

/** From dialling in to having the link: one challenge per socket, and one running bridge per key. */
export class Handshake {
  private readonly link: BridgeLink;
  private holder: { socket: WebSocket; answered: () => void } | null = null;

  constructor(link: BridgeLink) {
    this.link = link;
  }

  /**
   * The other end of a new socket, to which a nonce of its own was sent. None is refused: where there are too many of its kind the
   * oldest is closed, and never a socket with a proof for one without.
   */
  async challenge({ bridgeId, publicKey, proof }: Dialled, now: number): Promise<WebSocket> {
    const proved = proof !== null && (await isSigned(publicKey, dialText(bridgeId), proof));
    const at = this.makeRoom(proved, now);
    const { 0: client, 1: server } = new WebSocketPair();
    const nonce = randomHex(256);
    this.link.accept(server, { stage: "challenged", bridgeId, publicKey, nonce, at, proved });
    send(server, { type: "challenge", protocol: bridgeProtocol, nonce });
    return client;
  }

  /** @returns when the new one dials: behind all others, also within one millisecond */
  private makeRoom(proved: boolean, now: number): number {
    const challenged = this.link.openSockets().flatMap((socket) => {
      const attachment = attachmentOf(socket);
      return attachment?.stage === "challenged" ? { socket, ...attachment } : [];
    });
    const [late, others] = [
      challenged.filter(({ at }) => at + helloWithinMs <= now),
      challenged.filter((one) => one.at + helloWithinMs > now && one.proved === proved),
    ];
    for (const { socket } of late) socket.close(4408, "no hello in time");
    const oldest = others.toSorted((one, other) => one.at - other.at);
    for (const { socket } of oldest.slice(0, Math.max(0, oldest.length - (mostChallenged - 1))))
      socket.close(4408, "too many at once");
    return Math.max(now, ...others.map(({ at }) => at + 1));
  }

  /** Whether this socket may become the link. Who may not is told why, and closed. */
  async admits(socket: WebSocket, challenged: Challenged, hello: Hello): Promise<boolean> {
    const { bridgeId, publicKey, nonce } = challenged;
    const { journalId, bootId, signature } = hello;
    if (!(await isSignedHello(publicKey, { bridgeId, nonce, journalId, bootId }, signature))) {
      refuse(socket, "signature", "This bridge's key is not the one it enrolled with.");
      return false;
    }
    if (!challenged.proved && socket.readyState === WebSocket.OPEN)
      socket.serializeAttachment({ ...challenged, proved: true });
    const holder = this.link.ready();
    if (holder && (await this.holds(holder, bootId))) {
      refuse(
        socket,
        "duplicate",
        "Another bridge is already running with this key. Stop one of them, or enrol this one anew.",
      );
      return false;
    }
    return socket.readyState === WebSocket.OPEN;
  }

  /** Counts only from the socket that was asked. */
  here(socket: WebSocket): void {
    if (this.holder?.socket === socket) this.holder.answered();
  }

  /** The same run of the bridge may always come anew; another one only if the holder does not answer. */
  private async holds(holder: WebSocket, bootId: string): Promise<boolean> {
    const attachment = attachmentOf(holder);
    if (attachment?.stage === "ready" && attachment.bootId === bootId) return false;
    return new Promise<boolean>((resolve) => {
      const silent = setTimeout(() => settle(false), holderAnswerMs);
      const settle = (answered: boolean) => {
        clearTimeout(silent);
        this.holder = null;
        resolve(answered);
      };
      this.holder = { socket: holder, answered: () => settle(true) };
      send(holder, { type: "are_you_there" });
    });
  }
}

const isSignedHello = (publicKey: string, parts: Parameters<typeof helloText>[0], signature: string) =>
  isSigned(publicKey, helloText(parts), signature);

/** @param publicKey raw 32-byte Ed25519 key, base64 @param signature base64 */
async function isSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", bytes(publicKey), { name: "Ed25519" }, false, [
      "verify",
    ]);
    return await crypto.subtle.verify(
      { name: "Ed25519" },
      key,
      bytes(signature),
      new TextEncoder().encode(text),
    );
  } catch {
    // A key or signature that is no base64 of the right length is a wrong one.
    return false;
  }
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
