import type { FromBridge } from "../../contract/bridge.ts";
import type { BridgeRequest } from "../../contract/bridge-requests.ts";
import { randomHex } from "../../keys.ts";
import { clock } from "../../sleep.ts";
import type { RequestAnswer } from "../entitlements/index.ts";
import type { BridgeLink } from "./bridge-link.ts";
import { bridgeText } from "./live-view.ts";

/** Questions of people, answered by the bridge now or not at all; nothing is kept of them. */
export class LiveRequests {
  private readonly waiting = new Map<string, (answer: RequestAnswer) => void>();

  ask(link: BridgeLink, request: BridgeRequest, patienceMs: number): Promise<RequestAnswer> {
    if (!link.understands(request)) return Promise.resolve({ kind: "outdated" });
    const id = randomHex(64);
    if (!link.send({ type: "request", id, request })) return Promise.resolve({ kind: "offline" });
    return new Promise((resolve) => {
      const answered = clock.timer(patienceMs, () => this.settle(id, { kind: "silent" }));
      this.waiting.set(id, (answer) => {
        answered();
        resolve(answer);
      });
    });
  }

  answered({ id, ok, message, result }: Extract<FromBridge, { type: "answer" }>): void {
    this.settle(id, {
      kind: "answered",
      ok,
      message: bridgeText(message),
      result: JSON.stringify(result ?? null),
    });
  }

  /** The link ended: no answer can come. */
  linkEnded(): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, { kind: "offline" });
  }

  private settle(id: string, answer: RequestAnswer): void {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(answer);
  }
}
