import type { Context } from "../../context.ts";
import type { CallbackReading, QueryResult } from "./gateways/driver.ts";
import { gatewayOf } from "./gateways/index.ts";
import type { PaymentEvent, PaymentState } from "./payment-state.ts";

export type Verdict =
  | { kind: "ignore" }
  /** Needs nobody else's word. */
  | { kind: "take"; event: PaymentEvent }
  /** The gateway's own query about `handle` has the last word. */
  | { kind: "ask"; handle: string; eventFor(answer: QueryResult): PaymentEvent };

/**
 * What a callback whose secret was right may do. What it carries must equal what was frozen, else a person may look;
 * what it does not carry is not required.
 */
export function judgeCallback(ctx: Context, state: PaymentState, body: string): Verdict {
  const { route, intent, status } = state;
  if (!route || state.pushedAt === null) return { kind: "ignore" };
  const reading = gatewayOf(ctx, route, intent.id).readCallback(body);
  if (!reading || (state.handle !== null && reading.handle !== state.handle)) return { kind: "ignore" };
  const { handle, receipt } = reading;
  if (reading.amountCents !== null && reading.amountCents !== intent.amountCents) {
    const detail = { askedCents: intent.amountCents, reportedCents: reading.amountCents, receipt };
    return { kind: "take", event: { type: "mismatch", review: { kind: "amount", detail } } };
  }
  if (reading.phone !== null && reading.phone !== intent.phone) {
    return { kind: "take", event: { type: "mismatch", review: { kind: "phone", detail: { receipt } } } };
  }
  if (status === "completed" && !state.unverified) {
    // The query said paid before; only the receipt can be news, which the query never tells.
    return reading.reason === null
      ? { kind: "take", event: { type: "paid", by: "callback", handle, receipt } }
      : { kind: "ignore" };
  }
  return { kind: "ask", handle, eventFor: (answer) => eventFor(reading, answer) };
}

/** The query decides; where it gives no definite answer, the callback is believed for now. */
function eventFor(reading: CallbackReading, answer: QueryResult): PaymentEvent {
  const { handle, receipt, detail } = reading;
  if (answer.kind === "paid")
    return { type: "paid", by: "query", handle, receipt: receipt ?? answer.receipt };
  if (reading.reason === null) {
    return answer.kind === "declined"
      ? { type: "denied", handle, receipt, reason: answer.reason, detail: answer.detail }
      : { type: "paid", by: "callback", handle, receipt };
  }
  const by = answer.kind === "declined" ? "query" : "callback";
  return { type: "declined", by, handle, reason: reading.reason, detail };
}
