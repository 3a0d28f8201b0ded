import { createPublicKey, randomUUID, verify } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import {
  bridgeProtocol,
  type DesiredEntitlement,
  dialProofHeader,
  dialText,
  FromBridge,
  helloText,
  pingText,
  pongText,
  type RouterAssignment,
  type SiteEvent,
  type ToBridge,
} from "#contract/bridge";

type Hello = Extract<FromBridge, { type: "hello" }>;
type Refusal = Extract<ToBridge, { type: "refused" }>["reason"];

/** What the fake worker does; may be changed while it runs. */
export type WorkerBehaviour = {
  routers: RouterAssignment[];
  desiredEntitlements: DesiredEntitlement[];
  journal: "keep" | "drop" | ((hello: Hello) => "keep" | "drop");
  refuse: Refusal | undefined;
  /** Answers "ping". */
  pongs: boolean;
  acknowledges: boolean;
  /** Of the server, as its welcome says. */
  version: string | undefined;
  redialWithinMs: number | undefined;
  /** HTTP status of a refused dial-in. */
  answersWith: number | undefined;
};

/**
 * The worker's side of a bridge's link on 127.0.0.1, as far as a bridge can tell: enrolment, challenge, signed hello,
 * welcome, acknowledgements. Messages it cannot read as the contract's fail the test that looks at `problems`.
 */
export class FakeWorker {
  readonly behaviour: WorkerBehaviour;
  readonly hellos: Hello[] = [];
  readonly heard: FromBridge[] = [];
  readonly problems: string[] = [];
  /** Of each dial-in, whether it showed that it holds the bridge's key. */
  readonly proved: boolean[] = [];
  /** Every enrolled bridge's public key, raw base64, by id. */
  readonly keys = new Map<string, string>();
  /** A code works once. */
  readonly codes = new Set<string>();
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  #link: WebSocket | undefined;

  static async start(behaviour: Partial<WorkerBehaviour> = {}): Promise<FakeWorker> {
    const worker = new FakeWorker(behaviour);
    await new Promise<void>((resolve) => worker.#server.listen(0, "127.0.0.1", resolve));
    return worker;
  }

  private constructor(behaviour: Partial<WorkerBehaviour>) {
    this.behaviour = {
      routers: [],
      desiredEntitlements: [],
      journal: "keep",
      refuse: undefined,
      pongs: true,
      acknowledges: true,
      version: undefined,
      redialWithinMs: undefined,
      answersWith: undefined,
      ...behaviour,
    };
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { status, body } = this.#enrol(request.url ?? "", Buffer.concat(chunks).toString());
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    });
    this.#server.on("upgrade", (request, socket, head) => {
      const { answersWith } = this.behaviour;
      if (answersWith !== undefined) {
        socket.end(`HTTP/1.1 ${answersWith} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const bridgeId = decodeURIComponent((request.url ?? "").split("/").at(-1) ?? "");
      this.proved.push(
        this.#isSigned(bridgeId, dialText(bridgeId), String(request.headers[dialProofHeader])),
      );
      this.#sockets.handleUpgrade(request, socket, head, (link) => this.#open(link, bridgeId));
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get isUp(): boolean {
    return this.#link !== undefined;
  }

  /** Events in the order of their numbers, each once. */
  get events(): SiteEvent[] {
    const all = this.heard.flatMap((message) => (message.type === "events" ? message.events : []));
    return [...new Map(all.map((event) => [event.seq, event])).values()].sort(
      (one, other) => one.seq - other.seq,
    );
  }

  send(message: ToBridge | Record<string, unknown>): void {
    this.#link?.send(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.#link?.send(text);
  }

  /** The link breaks without a word. */
  cut(): void {
    this.#link?.terminate();
    this.#link = undefined;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #enrol(path: string, text: string): { status: number; body: unknown } {
    if (path !== "/api/bridge/enrol") return { status: 404, body: { message: "No such page." } };
    const { code, publicKey } = JSON.parse(text);
    if (!this.codes.delete(code)) return { status: 403, body: { message: "This code is used or too old." } };
    const bridgeId = randomUUID();
    this.keys.set(bridgeId, publicKey);
    return { status: 200, body: { bridgeId, name: "Test site" } };
  }

  #open(socket: WebSocket, bridgeId: string): void {
    const nonce = randomUUID();
    const tell = (message: ToBridge) => socket.send(JSON.stringify(message));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      if (this.#link === socket) this.#link = undefined;
    });
    socket.on("message", (data) => {
      const text = data.toString();
      if (text === pingText) {
        if (this.behaviour.pongs) socket.send(pongText);
        return;
      }
      const message = FromBridge.safeParse(JSON.parse(text));
      if (!message.success) this.problems.push(`${text}: ${message.error.message}`);
      else if (message.data.type === "hello") this.#hello(socket, bridgeId, nonce, message.data);
      else this.#hear(socket, message.data);
    });
    tell({ type: "challenge", protocol: bridgeProtocol, nonce });
  }

  #hello(socket: WebSocket, bridgeId: string, nonce: string, hello: Hello): void {
    const { routers, desiredEntitlements, journal, refuse, version, redialWithinMs } = this.behaviour;
    const { journalId, bootId, signature, lastSeq } = hello;
    this.hellos.push(hello);
    const isSigned = this.#isSigned(bridgeId, helloText({ bridgeId, nonce, journalId, bootId }), signature);
    const reason = refuse ?? (isSigned ? undefined : "signature");
    const tell = (message: ToBridge) => socket.send(JSON.stringify(message));
    if (reason) {
      tell({ type: "refused", reason, message: reason });
      socket.close();
      return;
    }
    this.#link = socket;
    const verdict = typeof journal === "function" ? journal(hello) : journal;
    const ackedSeq = verdict === "drop" ? lastSeq : 0;
    const optional = {
      ...(version ? { version } : {}),
      ...(redialWithinMs === undefined ? {} : { redialWithinMs }),
    };
    tell({ type: "welcome", journal: verdict, ackedSeq, routers, ...optional });
    tell({ type: "desired", desiredEntitlements });
  }

  #isSigned(bridgeId: string, text: string, signature: string): boolean {
    const raw = this.keys.get(bridgeId);
    if (!raw) return false;
    const x = Buffer.from(raw, "base64").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
  }

  #hear(socket: WebSocket, message: FromBridge): void {
    this.heard.push(message);
    if (message.type !== "events" || !this.behaviour.acknowledges) return;
    const seq = Math.max(...message.events.map((event) => event.seq));
    socket.send(JSON.stringify({ type: "ack", seq } satisfies ToBridge));
  }
}
