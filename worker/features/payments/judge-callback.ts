import type { Context } from "../../context.ts";
import type { CallbackReading, QueryResult } from "./gateways/driver.ts";
import { gatewayOf } from "./gateways/index.ts";
import type { PaymentEvent, PaymentState } from "./payment-state.ts";

export type Verdict =
  | { kind: "ignore" }
  /** Needs nobody else's word. */
  | { kind: "take"; event: PaymentEvent }
  /** The gateway's own query about `handle` has the last word; null = it said nothing that counts. */
  | { kind: "ask"; handle: string; eventFor(answer: QueryResult): PaymentEvent | null };

/**
 * What a callback that reached its payment's address may do. What it carries must equal what was frozen, else a person may
 * look; what it does not carry is not required. One that nobody signed, where a signature is the proof, only makes us ask.
 * @throws when the key that proves it could not be read: it stays unread and is judged later
 */
export async function judgeCallback(ctx: Context, state: PaymentState, body: string): Promise<Verdict> {
  const { route, intent, status } = state;
  if (!route || state.pushedAt === null) return { kind: "ignore" };
  const gateway = gatewayOf(ctx, route, intent.id);
  const reading = gateway.readCallback(body);
  const handle = reading && (reading.handle ?? state.handle ?? gateway.ownHandle);
  if (!handle || (state.handle !== null && handle !== state.handle)) return { kind: "ignore" };
  const isSettled = status === "completed" && !state.unverified;
  switch (await gateway.proofOf(body)) {
    case "forged":
      console.warn("callback with a wrong signature, or none", route.driver, intent.id);
      return { kind: "ignore" };
    case "hint":
      return isSettled
        ? { kind: "ignore" }
        : { kind: "ask", handle, eventFor: (answer) => wordOf(answer, handle) };
    case "proven":
      return judgeReading(state, { ...reading, handle }, isSettled);
  }
}

type Named = CallbackReading & { handle: string };

function judgeReading({ intent }: PaymentState, reading: Named, isSettled: boolean): Verdict {
  const { handle, receipt, reason } = reading;
  if (reading.amountCents !== null && reading.amountCents !== intent.amountCents) {
    const detail = { askedCents: intent.amountCents, reportedCents: reading.amountCents, receipt };
    return { kind: "take", event: { type: "mismatch", review: { kind: "amount", detail } } };
  }
  if (reading.phone !== null && reading.phone !== intent.phone) {
    return { kind: "take", event: { type: "mismatch", review: { kind: "phone", detail: { receipt } } } };
  }
  if (reading.isDoubtful && reason !== null)
    return { kind: "take", event: { type: "denied", handle, receipt, reason, detail: reading.detail } };
  if (isSettled) {
    // The query said paid before; only the receipt can be news, which the query never tells.
    return reason === null
      ? { kind: "take", event: { type: "paid", by: "callback", handle, receipt } }
      : { kind: "ignore" };
  }
  return { kind: "ask", handle, eventFor: (answer) => eventFor(reading, answer) };
}

/** What the query says by itself, whoever made us ask. */
export function wordOf(answer: QueryResult, handle: string): PaymentEvent | null {
  if (answer.kind === "paid") return { type: "paid", by: "query", handle, receipt: answer.receipt };
  if (answer.kind !== "declined") return null;
  return { type: "declined", by: "query", handle, reason: answer.reason, detail: answer.detail };
}

/** The query decides; where it gives no definite answer, the callback is believed for now. */
function eventFor({ handle, receipt, reason, detail }: Named, answer: QueryResult): PaymentEvent {
  if (answer.kind === "paid")
    return { type: "paid", by: "query", handle, receipt: receipt ?? answer.receipt };
  if (reason === null) {
    return answer.kind === "declined"
      ? { type: "denied", handle, receipt, reason: answer.reason, detail: answer.detail }
      : { type: "paid", by: "callback", handle, receipt };
  }
  return wordOf(answer, handle) ?? { type: "declined", by: "callback", handle, reason, detail };
}
