import type { CallbackReading, QueryResult } from "./gateways/driver.ts";
import { driverFor } from "./gateways/index.ts";
import type { PaymentEvent, PaymentState } from "./payment-state.ts";

export type Verdict =
  | { kind: "ignore" }
  /** It carries something else than was frozen: it changes nothing, a person may look. */
  | { kind: "mismatch"; field: "amount" | "phone"; detail: Record<string, unknown> }
  | { kind: "believable"; reading: CallbackReading; eventFor(answer: QueryResult): PaymentEvent | null };

/**
 * What a callback whose secret was right may do. What it carries must equal what was frozen; what it does not carry is
 * not required. The gateway's own query has the last word; without one a success is believed for now and marked.
 */
export function judgeCallback(state: PaymentState, body: string): Verdict {
  const { route, intent } = state;
  if (!route || state.status === "created") return { kind: "ignore" };
  const reading = driverFor(route).readCallback(body);
  if (!reading) return { kind: "ignore" };
  if (state.handle !== null && reading.handle !== state.handle) return { kind: "ignore" };
  if (reading.amountCents !== null && reading.amountCents !== intent.amountCents) {
    return {
      kind: "mismatch",
      field: "amount",
      detail: { asked: intent.amountCents, reported: reading.amountCents },
    };
  }
  if (reading.phone !== null && reading.phone !== intent.phone) {
    return { kind: "mismatch", field: "phone", detail: { receipt: reading.receipt } };
  }
  return { kind: "believable", reading, eventFor: (answer) => eventFor(reading, answer) };
}

function eventFor(reading: CallbackReading, answer: QueryResult): PaymentEvent | null {
  const { handle, receipt } = reading;
  if (answer.kind === "paid") {
    return { type: "paid", by: "query", handle, receipt: receipt ?? answer.receipt, verified: true };
  }
  if (answer.kind === "declined") {
    return { type: "declined", by: "query", reason: reading.reason ?? answer.reason, detail: answer.detail };
  }
  if (reading.paid) return { type: "paid", by: "callback", handle, receipt, verified: false };
  return { type: "declined", by: "callback", reason: reading.reason ?? "service", detail: reading.detail };
}
