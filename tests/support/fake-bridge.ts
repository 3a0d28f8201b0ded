import { exports } from "cloudflare:workers";
import {
  bridgeProtocol,
  type DesiredEntitlement,
  dialProofHeader,
  dialText,
  type FromBridge,
  helloText,
  pongText,
  type SiteEvent,
  ToBridge,
} from "#contract/bridge";
import { bridgeRequests, type WaitingDevice } from "#contract/bridge-requests";
import { bridgeLink, enrolBridge } from "#contract/bridges";
import type { AccessFacts } from "#contract/router-access";
import { asItIs } from "#contract/texts";
import { clock } from "#worker/sleep";
import { patienceMs } from "./patience.ts";
import { call, hostOf, send } from "./worker-call.ts";

// A bridge without a site: dials the worker, proves a key, records what it is told and says what a test wants said.

type Message<Type extends ToBridge["type"]> = Extract<ToBridge, { type: Type }>;
/** What a bridge says; a text may be given as its words, "" for none. */
type Spoken<Message = FromBridge> = Message extends { message: unknown }
  ? Omit<Message, "message"> & { message: Message["message"] | string }
  : Message;

const wordsAsText = (name: string, value: unknown) =>
  name === "message" && typeof value === "string" ? (value === "" ? null : asItIs(value)) : value;

type Hello = Extract<FromBridge, { type: "hello" }>;
/** An event without its number. */
export type NewSiteEvent = SiteEvent extends infer One
  ? One extends SiteEvent
    ? Omit<One, "seq">
    : never
  : never;

const open = new Set<FakeLink>();

const { timer } = clock;
/** A list of devices is waited for for about a second: where every link answers, a busy machine has the time to bring it. */
const isForList = (ms: number) => ms >= 500 && ms < 2_000;
clock.timer = (ms, ring) =>
  timer(isForList(ms) && ![...open].some((link) => link.leavesLists) ? patienceMs : ms, ring);

/** To be awaited at the end of every test that dialled: an open socket keeps the test run from ending. */
export async function closeAllLinks(): Promise<void> {
  await Promise.all([...open].map((link) => link.close()));
}

export type BridgeKey = { publicKey: string; sign(text: string): Promise<string> };

export async function newBridgeKey(): Promise<BridgeKey> {
  const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  return {
    publicKey: base64(raw),
    sign: async (text) =>
      base64(await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(text))),
  };
}

/** An enrolled bridge: its identity and its journal's name. It may dial several times, also at once. */
export class FakeBridge {
  readonly id: string;
  readonly key: BridgeKey;
  journalId = crypto.randomUUID();
  bootId = crypto.randomUUID();
  /** Highest number given to an event. */
  lastSeq = 0;

  constructor(id: string, key: BridgeKey) {
    this.id = id;
    this.key = key;
  }

  static async enrol(code: string): Promise<FakeBridge> {
    const key = await newBridgeKey();
    const answer = await call(enrolBridge, { body: { code, publicKey: key.publicKey } }, { origin: null });
    if (!answer.ok) throw new Error(`not enrolled: ${answer.status} ${answer.text}`);
    return new FakeBridge(answer.answer.bridgeId, key);
  }

  /** The same bridge as another run of its process, with the same journal. */
  restarted(): FakeBridge {
    const again = new FakeBridge(this.id, this.key);
    again.journalId = this.journalId;
    again.lastSeq = this.lastSeq;
    return again;
  }

  /** Opens a socket and waits for the challenge; nothing is said yet. @param proof null = none, as whoever knows the id alone */
  async dial(given: { proof: string | null } | null = null): Promise<FakeLink> {
    const proof = given ? given.proof : await this.key.sign(dialText(this.id));
    const response = await dialIn(this.id, {
      upgrade: "websocket",
      ...(proof === null ? {} : { [dialProofHeader]: proof }),
    });
    const socket = response.webSocket;
    if (!socket) throw new Error(`the worker took no socket: ${response.status} ${await response.text()}`);
    const link = new FakeLink(this, socket);
    await link.next("challenge");
    return link;
  }

  /** Dials, proves its key and waits for the welcome. */
  async connect(): Promise<FakeLink> {
    const link = await this.dial();
    await link.hello();
    await link.next("welcome");
    return link;
  }

  numbered(...events: NewSiteEvent[]): SiteEvent[] {
    return events.map((event) => {
      this.lastSeq += 1;
      return { ...event, seq: this.lastSeq } as SiteEvent;
    });
  }
}

/** What a dial-in with this id is answered, socket or not. */
export function dialIn(bridgeId: string, headers: Record<string, string> = { upgrade: "websocket" }) {
  if (headers.upgrade === undefined)
    return send(bridgeLink, { params: { id: bridgeId } }, { origin: null, headers });
  const address = `http://${hostOf()}${bridgeLink.path.replace(":id", encodeURIComponent(bridgeId))}`;
  return exports.default.fetch(address, { headers });
}

/** One socket of a bridge. */
export class FakeLink {
  readonly bridge: FakeBridge;
  /** Everything the worker said, held to the contract. */
  readonly received: ToBridge[] = [];
  closed: { code: number; reason: string } | null = null;
  pongs = 0;
  /** Answers `are_you_there` as a living bridge does. */
  isAlive = true;
  /** The devices that its routers list: asked for them, it answers at once. Null, also for one router: the router cannot be asked. */
  hosts: ((routerId: string) => readonly string[] | null) | null = null;
  /** Leaves the answer to both lists to the test, also that there is none. */
  leavesLists = false;
  /** How often it told devices. */
  hostsTold = 0;
  /** Those of them that its routers do not let out, asked for in the same way. */
  waiting: (() => readonly WaitingDevice[]) | null = null;
  /** What gives access at its routers, told when it is asked; null: it cannot be read. */
  access: ((routerId: string) => AccessFacts | null) | null = null;
  private readonly socket: WebSocket;
  private readonly gone: Promise<void>;
  private taken = new Set<ToBridge>();
  private woken: (() => void)[] = [];

  constructor(bridge: FakeBridge, socket: WebSocket) {
    this.bridge = bridge;
    this.socket = socket;
    open.add(this);
    socket.addEventListener("message", ({ data }) => this.take(String(data)));
    this.gone = new Promise((resolve) => {
      socket.addEventListener("close", ({ code, reason }) => {
        this.closed = { code, reason };
        open.delete(this);
        this.wake();
        resolve();
      });
    });
    socket.accept();
  }

  private take(text: string): void {
    if (text === pongText) {
      this.pongs += 1;
      this.wake();
      return;
    }
    const message = ToBridge.parse(JSON.parse(text));
    this.received.push(message);
    if (message.type === "are_you_there" && this.isAlive) this.say({ type: "here" });
    if (message.type === "request" && message.request.kind === "hosts") {
      const result = this.hosts?.(message.request.routerId);
      const answer = { type: "answer", id: message.id, message: "" } as const;
      if (result) this.hostsTold += 1;
      if (result) this.say({ ...answer, ok: true, result: [...result] });
      else if (!this.leavesLists) this.say({ ...answer, ok: false });
    }
    if (message.type === "request" && message.request.kind === "waiting_devices") {
      const answer = { type: "answer", id: message.id, message: "" } as const;
      if (this.waiting) this.say({ ...answer, ok: true, result: [...this.waiting()] });
      else if (!this.leavesLists) this.say({ ...answer, ok: false });
    }
    if (message.type === "request" && message.request.kind === "access") {
      const result = this.access?.(message.request.routerId);
      const answer = { type: "answer", id: message.id, message: "" } as const;
      this.say(result ? { ...answer, ok: true, result } : { ...answer, ok: false });
    }
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.woken.splice(0)) resolve();
  }

  say(message: Spoken): void {
    this.socket.send(JSON.stringify(message, wordsAsText));
  }

  sayRaw(text: string): void {
    this.socket.send(text);
  }

  /** Answers the challenge; `changes` makes it a wrong one. */
  async hello(changes: Partial<Hello> & { nonce?: string; key?: BridgeKey } = {}): Promise<Hello> {
    const { nonce: otherNonce, key = this.bridge.key, ...rest } = changes;
    const { id, journalId, bootId, lastSeq } = this.bridge;
    const nonce = otherNonce ?? this.all("challenge")[0]?.nonce ?? "";
    const hello: Hello = {
      type: "hello",
      protocol: bridgeProtocol,
      version: "0.1.0",
      journalId,
      bootId,
      lastSeq,
      signature: await key.sign(helloText({ bridgeId: id, nonce, journalId, bootId })),
      requests: [...bridgeRequests],
      keepsHours: true,
      ...rest,
    };
    this.say(hello);
    return hello;
  }

  /** Numbers events, sends them and waits for the acknowledgement of the last. */
  async report(...events: NewSiteEvent[]): Promise<SiteEvent[]> {
    const numbered = this.bridge.numbered(...events);
    await this.resend(numbered);
    return numbered;
  }

  async resend(events: SiteEvent[]): Promise<void> {
    this.say({ type: "events", events });
    const last = events.at(-1)?.seq ?? 0;
    await this.next("ack", ({ seq }) => seq >= last);
  }

  all<Type extends ToBridge["type"]>(type: Type): Message<Type>[] {
    return this.received.filter((message): message is Message<Type> => message.type === type);
  }

  /** Every desired entitlement so far, in order. */
  get desiredEntitlements(): DesiredEntitlement[] {
    return this.all("desired").flatMap(({ desiredEntitlements }) => desiredEntitlements);
  }

  /** The last want about one purchase. */
  desired(id: string): DesiredEntitlement | undefined {
    return this.desiredEntitlements.findLast((desired) => desired.id === id);
  }

  /** The next message of a kind that nobody waited for yet. */
  async next<Type extends ToBridge["type"]>(
    type: Type,
    fits: (message: Message<Type>) => boolean = () => true,
  ): Promise<Message<Type>> {
    return this.until(() => {
      const found = this.all(type).find((message) => !this.taken.has(message) && fits(message));
      if (found) this.taken.add(found);
      return found;
    }, `a message "${type}"`);
  }

  /** Waits until something holds of what was received. */
  async until<T>(find: () => T | undefined | false | null, what: string): Promise<T> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const found = find();
      if (found) return found;
      if (this.closed) throw new Error(`no ${what}: closed with ${this.closed.code} ${this.closed.reason}`);
      const left = deadline - performance.now();
      if (left <= 0)
        throw new Error(`no ${what} in time; received: ${JSON.stringify(this.received.slice(-5))}`);
      await this.news(Math.min(left, 250));
    }
  }

  private news(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.woken.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** One question and its answer behind everything said before: the worker takes messages in order. */
  async settled(): Promise<void> {
    await this.report();
  }

  /** Waits for the worker to close it. */
  async end(): Promise<{ code: number; reason: string }> {
    await this.gone;
    return this.closed ?? { code: 0, reason: "" };
  }

  async close(code = 1000): Promise<void> {
    if (!this.closed) this.socket.close(code, "done");
    await this.gone;
  }
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
