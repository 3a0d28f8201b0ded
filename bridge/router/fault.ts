import { FramingFault } from "../sentences.ts";

/**
 * What went wrong with a router:
 * - `unreachable`: no TCP connection came about (refused, no such host, no answer in time);
 * - `refused-login`: the router answered the log-in with a trap;
 * - `timeout`: TCP came about, but not the log-in or the answer in time. Whether a write took effect is unknown;
 * - `closed`: the connection ended (by the router, by the network, by `close()`, or discarded after a timeout of
 *   another command). Whether a write under way took effect is unknown; one still queued says "not sent";
 * - `trap`: the router refused the command; `category` is RouterOS's number (0 missing item or command, 1 bad
 *   argument, 2 interrupted, 3 scripting, 4 general, 5 API, 6 TTY, 7 `:return`) and is often absent;
 * - `protocol`: what came is no RouterOS API, or no usable TLS;
 * - `certificate`: not the pinned one.
 */
export type RouterFaultKind =
  | "unreachable"
  | "refused-login"
  | "timeout"
  | "closed"
  | "trap"
  | "protocol"
  | "certificate";

/** What a trap refuses. RouterOS gives no code for it: this is the one place where its words are read. */
const refusals = {
  "no such item": /no such item/i,
  "no such command": /no such (command|directory|menu)|unknown (path|command)/i,
  "not permitted": /permission|not allowed|denied/i,
  "wrong password": /invalid user ?name or password/i,
  "unknown host": /unknown host ip/i,
} as const;
type Refusal = keyof typeof refusals;

/** Every failure of a router call. For `trap` and `refused-login`, `message` is the router's own text, unchanged. */
export class RouterFault extends Error {
  override readonly name = "RouterFault";
  readonly kind: RouterFaultKind;
  readonly category?: number;
  /** Of a connection: with whom, and the system's word for what went wrong. */
  readonly connection?: { peer: string; code: string };

  constructor(
    kind: RouterFaultKind,
    message: string,
    details: { category?: number; connection?: { peer: string; code: string }; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    if (details.category !== undefined) this.category = details.category;
    if (details.connection !== undefined) this.connection = details.connection;
  }

  /** Undefined for what is no trap, and for texts that are not known. */
  get refusal(): Refusal | undefined {
    if (this.kind !== "trap") return undefined;
    return (Object.keys(refusals) as Refusal[]).find((name) => refusals[name].test(this.message));
  }
}

/** The router refused one thing, or has a value that cannot be read: what concerns other rows goes on over the same connection. */
export const isAboutRow = (error: unknown): error is RouterFault | RangeError =>
  error instanceof RangeError || (error instanceof RouterFault && error.kind === "trap");

/** The fault of a `!trap`, from its attributes. */
export function trapFault({ message, category }: Record<string, string>): RouterFault {
  return new RouterFault(
    "trap",
    message ?? "trap without a message",
    category ? { category: Number(category) } : {},
  );
}

/** The fault of a socket's end: `reached` says whether the TCP connection had come about. */
export function socketFault(error: unknown, peer: string, reached: boolean): RouterFault {
  if (error instanceof RouterFault) return error;
  const { code = "", message = "", reason } = error as { code?: string; message?: string; reason?: string };
  // OpenSSL's message names its own source files; its reason is for people.
  const text = `${peer}: ${reason || message || code || "connection failed"}`;
  const foreign = error instanceof FramingFault || code === "EPROTO" || code.startsWith("ERR_SSL");
  return new RouterFault(foreign ? "protocol" : reached ? "closed" : "unreachable", text, {
    connection: { peer, code },
    cause: error,
  });
}
