import type { FromBridge } from "#contract/bridge";
import { growingWait } from "../backoff.ts";
import type { RouterFault } from "../router.ts";

export type RouterState = Extract<FromBridge, { type: "router" }>["state"];

/** What is said of the router; `version` as the router words it, null before the first visit. */
export type Report = { state: RouterState; message: string; version: string | null };

// People stand in front of a router that comes back; one that refuses the password is waited for more patiently.
const longestWaitMs = 4_000;
const longestWaitRefusedMs = 30_000;

/** What went wrong; `bridge` is a failure of our own, such as a full disk. */
export type Trouble = { kind: RouterFault["kind"] | "bridge"; message: string };

/** Whether the router can be reached, when to try again, and what to say about it. It never forbids a try. */
export class Contact {
  #state: RouterState | undefined;
  #message = "";
  #version: string | null = null;
  #failures = 0;
  #answered = false;
  #nextAt = Number.NEGATIVE_INFINITY;
  #answeredAt: number | null = null;

  get report(): Report | undefined {
    return this.#state && { state: this.#state, message: this.#message, version: this.#version };
  }

  /** It answered when it was last asked, if only by a refusal of what it was asked for. */
  get isThere(): boolean {
    return this.#state === "reachable" || this.#answered;
  }

  /** How long ago the router last answered; null for never. `now` is monotonic. */
  answeredAgo(now: number): number | null {
    return this.#answeredAt === null ? null : Math.max(0, now - this.#answeredAt);
  }

  /** The router said something, whatever it was. */
  answered(now: number): void {
    this.#answeredAt = now;
  }

  /** May the router be called now? `now` is monotonic. */
  isDue(now: number): boolean {
    return now >= this.#nextAt;
  }

  /** Something new is to be done: worth a try at once. */
  hurry(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Both return whether what is said changed. */
  reached(version: string | null, message: string): boolean {
    this.#failures = 0;
    this.hurry();
    return this.#say("reachable", message, version ?? this.#version);
  }

  failed(fault: Trouble, now: number): boolean {
    this.#failures += 1;
    this.#answered = fault.kind === "trap";
    const refused = !["unreachable", "timeout", "closed"].includes(fault.kind);
    this.#nextAt = now + growingWait(this.#failures, refused ? longestWaitRefusedMs : longestWaitMs);
    // One broken connection is no news: the next try follows at once.
    if (!refused && this.#failures === 1 && this.#state === "reachable") return false;
    return this.#say(refused ? "refused" : "unreachable", sentence(fault), this.#version);
  }

  superseded(message: string): boolean {
    return this.#say("superseded", message, this.#version);
  }

  #say(state: RouterState, message: string, version: string | null): boolean {
    const same = state === this.#state && message === this.#message && version === this.#version;
    this.#state = state;
    this.#message = message;
    this.#version = version;
    return !same;
  }
}

/** A fault in words for the people at the site, at most 300 characters. */
export function sentence({ kind, message }: Trouble): string {
  const said = {
    unreachable: "The router cannot be reached",
    "refused-login": "The router refused the user name or password",
    timeout: "The router did not answer in time",
    closed: "The router closed the connection",
    trap: "The router refused a command",
    protocol: "What answers there is not the router's API",
    bridge: "The bridge has a problem of its own",
  }[kind];
  return `${said} (${message}).`.slice(0, 300);
}
