import type { FromBridge, SessionTotals } from "#contract/bridge";

type Live = Extract<FromBridge, { type: "router" | "state" | "ask" | "usage" }>;
type StateEntry = Extract<FromBridge, { type: "state" }>["entitlements"][number];

/** The contract's bound on the lists of one message. */
const most = 500;

/** Totals change with every reading: told together they let the worker's object sleep in between. */
const usageMs = 30_000;

/** Sends states and usage. What is sent without a connection is lost; the next connection gets all of it again. */
export class LiveView {
  readonly #send: (message: FromBridge) => boolean;
  readonly #states = new Map<string, StateEntry[]>();
  readonly #usage = new Map<string, SessionTotals>();
  #usageAt = Number.NEGATIVE_INFINITY;

  constructor(send: (message: FromBridge) => boolean) {
    this.#send = send;
  }

  send(message: Live): void {
    if (message.type === "router") this.#send(message);
    else if (message.type === "state") this.#collect(message.routerId, message.entitlements);
    else if (message.type === "usage")
      for (const totals of message.sessions)
        this.#usage.set(`${totals.routerId} ${totals.boot} ${totals.session}`, totals);
    else this.#ask(message);
  }

  #ask({ entitlementIds, subjects, ...message }: Extract<Live, { type: "ask" }>): void {
    for (let at = 0; at < entitlementIds.length; at += most) {
      const [ids, own] = [entitlementIds.slice(at, at + most), subjects?.slice(at, at + most)];
      this.#send({ ...message, entitlementIds: ids, ...(own && { subjects: own }) });
    }
  }

  /** @param now monotonic milliseconds */
  tick(now: number): void {
    if (this.#usage.size === 0 || now - this.#usageAt < usageMs) return;
    this.#usageAt = now;
    const all = [...this.#usage.values()];
    this.#usage.clear();
    for (const sessions of cut(all)) this.#send({ type: "usage", sessions });
  }

  #collect(routerId: string, entries: readonly StateEntry[]): void {
    if (this.#states.size === 0) queueMicrotask(() => this.#flush());
    this.#states.set(routerId, [...(this.#states.get(routerId) ?? []), ...entries]);
  }

  #flush(): void {
    for (const [routerId, all] of this.#states)
      for (const entitlements of cut(all)) this.#send({ type: "state", routerId, entitlements });
    this.#states.clear();
  }
}

function cut<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let at = 0; at < items.length; at += most) pieces.push(items.slice(at, at + most));
  return pieces;
}
