import type { FromBridge } from "#contract/bridge";
import { say, type Text, type TextKey } from "#contract/texts";
import { growingWait } from "../backoff.ts";
import type { RouterFault } from "../router.ts";

export type RouterState = Extract<FromBridge, { type: "router" }>["state"];

export type Cause = RouterFault["kind"] | "bridge" | "moved";

/** What is said of the router; `version` as the router words it, null before the first visit. */
export type Report = {
  state: RouterState;
  message: Text | null;
  version: string | null;
  /** What keeps the bridge from its work, for the doctor; null for nothing. */
  cause: Cause | null;
};

// People stand in front of a router that comes back; one that refuses the password is waited for more patiently.
const longestWaitMs = 4_000;
const longestWaitRefusedMs = 30_000;

/** So long a failure of our own must not have come again before the router is said to be served. */
const ownTroubleMs = 60_000;

/** What went wrong; `bridge` is a failure of our own, such as a full disk. */
export type Trouble = {
  kind: RouterFault["kind"] | "bridge";
  message: string;
  connection?: RouterFault["connection"];
};
/** The router was set up for an address of the bridge's machine that is not its own now. */
export type Moved = { was: string; now: string };

/** Whether the router can be reached, when to try again, and what to say about it. It never forbids a try. */
export class Contact {
  #state: RouterState | undefined;
  #message: Text | null = null;
  #version: string | null = null;
  #failures = 0;
  #answered = false;
  #nextAt = Number.NEGATIVE_INFINITY;
  #answeredAt: number | null = null;
  #cause: Cause | null = null;
  /** Until then a failure of the bridge itself is reported, also where the router answers. */
  #ownTroubleUntil = Number.NEGATIVE_INFINITY;

  get report(): Report | undefined {
    const [message, version, cause] = [this.#message, this.#version, this.#cause];
    return this.#state && { state: this.#state, message, version, cause };
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

  hurry(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** These return whether what is said changed. @param now monotonic */
  reached(version: string | null, message: Text | null, now: number): boolean {
    if (now < this.#ownTroubleUntil) {
      this.#version = version ?? this.#version;
      return false;
    }
    this.#failures = 0;
    this.hurry();
    return this.#say("reachable", message, version ?? this.#version, null);
  }

  failed(fault: Trouble, now: number, moved: Moved | null = null): boolean {
    this.#failures += 1;
    if (fault.kind === "bridge") this.#ownTroubleUntil = now + ownTroubleMs;
    this.#answered = fault.kind === "trap";
    const refused = !["unreachable", "timeout", "closed"].includes(fault.kind);
    this.#nextAt = now + growingWait(this.#failures, refused ? longestWaitRefusedMs : longestWaitMs);
    // One broken connection is no news: the next try follows at once.
    if (!refused && this.#failures === 1 && this.#state === "reachable") return false;
    const state = refused ? "refused" : "unreachable";
    const why = fault.message.slice(0, 300);
    return moved
      ? this.#say(state, say("own_address_changed", { ...moved, why }), this.#version, "moved")
      : this.#say(state, textOf(fault), this.#version, fault.kind);
  }

  superseded(message: Text): boolean {
    return this.#say("superseded", message, this.#version, null);
  }

  #say(state: RouterState, message: Text | null, version: string | null, cause: Cause | null): boolean {
    const isSame = JSON.stringify(message) === JSON.stringify(this.#message);
    const same = state === this.#state && isSame && version === this.#version;
    this.#state = state;
    this.#message = message;
    this.#version = version;
    this.#cause = cause;
    return !same;
  }
}

/** A fault for the people at the site. */
export function textOf({ kind, message, connection }: Trouble): Text {
  const key = connection && connectionTexts[connection.code];
  return say(faultTexts[kind], { why: key ? say(key, { peer: connection.peer }) : message.slice(0, 300) });
}

/** What the system says of a connection, in words for people. */
const connectionTexts: Readonly<
  Record<string, "net_refused" | "net_no_way" | "net_no_name" | "net_no_answer" | "net_cut">
> = {
  ECONNREFUSED: "net_refused",
  EHOSTUNREACH: "net_no_way",
  ENETUNREACH: "net_no_way",
  EADDRNOTAVAIL: "net_no_way",
  ENOTFOUND: "net_no_name",
  EAI_AGAIN: "net_no_name",
  ETIMEDOUT: "net_no_answer",
  ECONNRESET: "net_cut",
  EPIPE: "net_cut",
};

const faultTexts = {
  unreachable: "fault_unreachable",
  "refused-login": "log_in_refused_why",
  timeout: "fault_timeout",
  closed: "fault_closed",
  trap: "fault_trap",
  protocol: "fault_protocol",
  certificate: "fault_certificate",
  bridge: "fault_bridge",
} as const satisfies Record<Trouble["kind"], TextKey>;
