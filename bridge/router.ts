/**
 * The only file that knows `node-routeros`. Version 1.6.9, discontinued, kills the process or hangs in many ways:
 * `!empty` (RouterOS 7.18 and later) and late replies throw inside the socket handler, a reply whose last byte comes
 * alone is never delivered, no promise settles when the connection ends, text is windows-1252.
 * tests/bridge/router-faults.test.ts and router-connection-faults.test.ts show each on the driver and its absence here.
 *
 * Its entry (`node-routeros`) is not imported but its parts: the entry installs `source-map-support` if `ENV=testing`.
 */
import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import type { ConnectionOptions } from "node:tls";
import { Channel } from "node-routeros/dist/Channel.js";
import { Receiver } from "node-routeros/dist/connector/Receiver.js";
import { Transmitter } from "node-routeros/dist/connector/Transmitter.js";
import { RouterOSAPI } from "node-routeros/dist/RouterOSAPI.js";
import { giveUpAfter } from "./clock.ts";
import { RouterFault, socketFault, trapFault } from "./router/fault.ts";
import {
  type Answer,
  type Connection,
  healingRouter,
  type Router,
  type RouterRow,
} from "./router/healing.ts";
import { type ChannelInsides, replacements } from "./router/replacements.ts";
import { checkPin, peerFingerprint, type RouterTls, tlsOptions } from "./router/tls.ts";

export { isAboutRow, RouterFault } from "./router/fault.ts";
export type { Router, RouterRow } from "./router/healing.ts";

/** `port` is 8728 for plain, 8729 for TLS (`api-ssl`); neither is assumed. */
export type RouterAddress = {
  host: string;
  port: number;
  username: string;
  password: string;
  tls?: false | RouterTls;
};

/** `connectTimeoutMs` covers TCP, TLS and log-in (default 10 s); reads get 5 s, writes 15 s from being sent. */
export type RouterOptions = { connectTimeoutMs?: number; readTimeoutMs?: number; writeTimeoutMs?: number };

/** Connects on the first call, not before; see `Router`. How soon to try again after a fault is the caller's choice. */
export function openRouter(address: RouterAddress, options: RouterOptions = {}): Router {
  const connectMs = options.connectTimeoutMs ?? 10_000;
  return healingRouter(() => new RouterConnection(address, connectMs), {
    readMs: options.readTimeoutMs ?? 5_000,
    writeMs: options.writeTimeoutMs ?? 15_000,
  });
}

type DriverInsides = {
  connector?: { socket?: Socket };
  connect(): Promise<unknown>;
  login(): Promise<unknown>;
  on(event: "error", listener: () => void): void;
};
type DriverOptions = { host: string; port: number; tls: ConnectionOptions | undefined };

// The driver's types call private what has to be relied on, and `tls` a server's options.
const Driver = RouterOSAPI as unknown as new (options: DriverOptions) => DriverInsides;
const DriverChannel = Channel as unknown as new (connector: DriverInsides["connector"]) => ChannelInsides;

const closed = "the router closed the connection";
/** RouterOS takes a connection from an address that its service does not allow, and closes it. */
const closedBefore = `${closed} before the log-in: it does not allow this machine's address, or is starting`;

let patched = false;

/** Waits for the first connection, so that importing this file changes nothing. */
function patchDriver(): void {
  if (patched) return;
  for (const [owner, method] of [
    [Channel, "processPacket"],
    [Receiver, "processRawData"],
    [Transmitter, "encodeString"],
  ] as const) {
    const prototype: object = owner.prototype;
    if (!(method in prototype))
      throw new Error(`node-routeros is not 1.6.9: ${owner.name}.${method} is missing`);
    Object.defineProperty(prototype, method, {
      value: replacements[method],
      writable: true,
      configurable: true,
    });
  }
  patched = true;
}

/** One connection of the driver that settles everything it was asked, whatever happens. */
class RouterConnection extends Driver implements Connection {
  readonly #address: RouterAddress;
  readonly #connectMs: number;
  readonly #pending = new Set<(fault: RouterFault) => void>();
  #ready: Promise<void> | undefined;
  #fault: RouterFault | undefined;
  #reached = false;
  #loggedIn = false;
  #commands = 0;

  constructor(address: RouterAddress, connectMs: number) {
    patchDriver();
    super({ host: address.host, port: address.port, tls: address.tls ? tlsOptions(address.tls) : undefined });
    // Without a listener the driver's "error" would end the process; the socket's own is handled in #watch.
    this.on("error", () => undefined);
    this.#address = address;
    this.#connectMs = connectMs;
  }

  get fault(): RouterFault | undefined {
    return this.#fault;
  }

  get loggedIn(): boolean {
    return this.#loggedIn && this.#fault === undefined;
  }

  get peerFingerprint(): string | undefined {
    return peerFingerprint(this.connector?.socket);
  }

  ready(): Promise<void> {
    this.#ready ??= this.#open();
    return this.#ready;
  }

  async #open(): Promise<void> {
    const answered = giveUpAfter(this.#connectMs, () => {
      const { host, port } = this.#address;
      const kind = this.#reached ? "timeout" : "unreachable";
      this.fail(
        new RouterFault(kind, `${host}:${port} let nobody in within ${this.#connectMs} ms`, {
          connection: { peer: `${host}:${port}`, code: "ETIMEDOUT" },
        }),
      );
    });
    try {
      await this.#settled((resolve, reject) => {
        // The driver's own promise may never settle, or reject with an empty error: #watch is quicker and knows more.
        this.connect().then(resolve, (error: unknown) => reject(this.#toFault(error)));
        this.#watch();
      });
      this.#loggedIn = true;
    } catch (error) {
      this.fail(this.#toFault(error));
      throw error;
    } finally {
      answered();
    }
  }

  /** A promise that also rejects when the connection breaks. */
  #settled<T>(
    start: (resolve: (value: T) => void, reject: (fault: RouterFault) => void) => void,
  ): Promise<T> {
    if (this.#fault) return Promise.reject(this.#fault);
    return new Promise<T>((resolve, reject) => {
      const done = () => this.#pending.delete(abandon);
      const abandon = (fault: RouterFault) => {
        done();
        reject(fault);
      };
      this.#pending.add(abandon);
      start((value) => {
        done();
        resolve(value);
      }, abandon);
    });
  }

  #watch(): void {
    const socket = this.connector?.socket;
    if (!socket) return;
    // The driver takes an idle socket for a dead one; deadlines are ours.
    socket.setTimeout(0);
    socket.once("connect", () => {
      this.#reached = true;
      socket.setNoDelay(true);
    });
    const ended = () => this.fail(this.#toFault(new Error(this.#loggedIn ? closed : closedBefore)));
    // Before the driver's listeners, which hide the error behind an empty one.
    socket.prependListener("error", (error) => this.fail(this.#toFault(error)));
    socket.prependListener("end", ended);
    socket.prependListener("close", ended);
  }

  #toFault(error: unknown): RouterFault {
    const { host, port } = this.#address;
    return this.#fault ?? socketFault(error, `${host}:${port}`, this.#reached);
  }

  /** The driver calls this once the socket (with TLS: its handshake) is done. */
  override async login(): Promise<void> {
    if (this.#address.tls) checkPin(this.connector?.socket, this.#address.tls);
    const { username, password } = this.#address;
    const { end } = await this.#tryLogin([`=name=${username}`, `=password=${password}`]);
    if (end.ret === undefined) return;
    // RouterOS before 6.43 answers with a challenge.
    const secret = Buffer.concat([Buffer.of(0), Buffer.from(password), Buffer.from(end.ret, "hex")]);
    const response = `00${createHash("md5").update(secret).digest("hex")}`;
    await this.#tryLogin([`=name=${username}`, `=response=${response}`]);
  }

  async #tryLogin(words: string[]): Promise<Answer> {
    try {
      return await this.command(["/login", ...words]);
    } catch (error) {
      if (!(error instanceof RouterFault) || error.kind !== "trap") throw error;
      throw new RouterFault("refused-login", error.message, { cause: error });
    }
  }

  /** Without a deadline of its own a command lives until the connection breaks, as those of the log-in do. */
  command(words: string[], deadlineMs?: number): Promise<Answer> {
    let answered: (() => void) | undefined;
    return this.#settled<Answer>((resolve, reject) => {
      const channel = new DriverChannel(this.connector);
      // The driver's random tags could meet; a number never comes twice on one connection.
      channel.id = String(++this.#commands);
      const rows: RouterRow[] = [];
      channel.on("data", (row) => rows.push(row));
      channel.on("done", (end) => resolve({ rows, end }));
      channel.on("trap", (trap) => reject(trapFault(trap)));
      if (deadlineMs !== undefined) {
        answered = giveUpAfter(deadlineMs, () => {
          const text = `${words[0]}: no answer within ${deadlineMs} ms`;
          reject(new RouterFault("timeout", text));
          this.fail(new RouterFault("closed", `connection given up, ${text}`));
        });
      }
      // One segment per sentence: the driver writes each word by itself, and Nagle's algorithm then waits for the router.
      const socket = this.connector?.socket;
      socket?.cork();
      channel.write(words, false, false);
      socket?.uncork();
    }).finally(() => answered?.());
  }

  fail(fault: RouterFault): void {
    if (this.#fault) return;
    this.#fault = fault;
    this.connector?.socket?.destroy();
    for (const abandon of [...this.#pending]) abandon(fault);
  }

  ended(): Promise<void> {
    const socket = this.connector?.socket;
    if (!socket || socket.closed) return Promise.resolve();
    return new Promise((resolve) => socket.once("close", () => resolve()));
  }
}
