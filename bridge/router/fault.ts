/**
 * What went wrong with a router:
 * - `unreachable`: no TCP connection came about (refused, no such host, no answer in time);
 * - `refused-login`: the router answered the log-in with a trap;
 * - `timeout`: connected, but no answer within the deadline. Whether a write took effect is unknown;
 * - `closed`: the connection ended (by the router, by the network, by `close()`, or discarded after a timeout of
 *   another command). Whether a write under way took effect is unknown; one still queued says "not sent";
 * - `trap`: the router refused the command; `category` is RouterOS's number (0 missing item or command, 1 bad
 *   argument, 2 interrupted, 3 scripting, 4 general, 5 API, 6 TTY, 7 `:return`) and is often absent;
 * - `protocol`: what came is no RouterOS API, no usable TLS, or not the pinned certificate.
 */
export type RouterFaultKind = "unreachable" | "refused-login" | "timeout" | "closed" | "trap" | "protocol";

/** Every failure of a router call. For `trap` and `refused-login`, `message` is the router's own text, unchanged. */
export class RouterFault extends Error {
  override readonly name = "RouterFault";
  readonly kind: RouterFaultKind;
  readonly category?: number;

  constructor(kind: RouterFaultKind, message: string, details: { category?: number; cause?: unknown } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    if (details.category !== undefined) this.category = details.category;
  }
}
