import fc from "fast-check";
import {
  type Effect,
  type Intent,
  newPayment,
  type PaymentEvent,
  type PaymentState,
  step,
} from "#worker/features/payments/core/payment-state";
import type { MpesaRoute } from "#worker/features/payments/core/route";

// One payment's machine, driven by any events in any order.

export const intent: Intent = {
  id: "a".repeat(48),
  providerId: "provider",
  routerId: "router",
  bridgeId: null,
  planId: "plan",
  terms: {
    planId: "plan",
    planName: "1 Hour",
    priceCents: 1_000,
    durationMs: 3_600_000,
    upKbps: 3_000,
    downKbps: 3_000,
    dataBytes: null,
    devices: 1,
  },
  subject: null,
  purpose: { kind: "purchase" },
  service: "mpesa",
  phone: "254712345678",
  amountCents: 1_000,
  entitlementId: "entitlement",
  buyerHash: null,
  createdAt: 1_000_000,
};
export const route: MpesaRoute = {
  type: "mpesa",
  gatewayId: "gateway",
  environment: "sandbox",
  credentials: "platform",
  shortCode: "600100",
  partyB: "512345",
  transactionType: "CustomerBuyGoodsOnline",
  accountReference: "A",
  settlement: "direct",
  switchId: null,
  centralAccount: null,
};

/** As a switch diverts it; the gateway may refuse this account, and the other route is taken. */
export const diverted: MpesaRoute = {
  ...route,
  partyB: "600900",
  settlement: "diverted",
  switchId: "switch",
  centralAccount: "600900",
};

export type Run = {
  state: PaymentState;
  effects: Effect[];
  steps: { before: PaymentState; now: PaymentState; event: PaymentEvent }[];
};

export function run(events: readonly PaymentEvent[], from = newPayment(intent)): Run {
  let state = from;
  const effects: Effect[] = [];
  const steps: Run["steps"] = [];
  events.forEach((event, index) => {
    const result = step(state, event, intent.createdAt + index);
    if (!result) return;
    steps.push({ before: state, now: result.state, event });
    state = result.state;
    effects.push(...result.effects);
  });
  return { state, effects, steps };
}

export const pushed: PaymentEvent[] = [{ type: "routed", route }, { type: "submitting" }];
export const paid = (by: "query" | "callback", receipt: string | null = null): PaymentEvent => ({
  type: "paid",
  by,
  handle: "ws_CO_1",
  receipt,
});
export const declined = (by: "query" | "callback"): PaymentEvent => ({
  type: "declined",
  by,
  handle: "ws_CO_1",
  reason: "cancelled",
  detail: "1032",
});
export const denied: PaymentEvent = {
  type: "denied",
  by: "query",
  handle: "ws_CO_1",
  receipt: "R1",
  reason: "cancelled",
  detail: "1032",
};

const handle = fc.constantFrom("ws_CO_1", "ws_CO_2");
const reason = fc.constantFrom("insufficient", "wrong-pin", "cancelled", "network", "service");
const by = fc.constantFrom("query", "callback");
const receipt = fc.constantFrom(null, "R1", "R2");
export const anyEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc.constant<PaymentEvent>({ type: "routed", route }),
  fc.constant<PaymentEvent>({ type: "submitting" }),
  fc.record({ type: fc.constant("accepted"), handle }),
  fc.record({ type: fc.constant("refused"), reason, detail: fc.constant("no") }),
  fc.constant<PaymentEvent>({ type: "unclear", detail: "504", handle: null }),
  fc.record({ type: fc.constant("paid"), by, handle, receipt }),
  fc.record({ type: fc.constant("declined"), by, handle, reason, detail: fc.constant("no") }),
  fc.record({
    type: fc.constant("denied"),
    by: fc.constantFrom("query", "callback"),
    handle,
    receipt,
    reason,
    detail: fc.constant("no"),
  }),
  fc.record({
    type: fc.constant("mismatch"),
    review: fc.record({ kind: fc.constantFrom("amount", "phone"), detail: fc.constant({}) }),
  }),
  fc.constant<PaymentEvent>({ type: "given-up" }),
  fc.constant<PaymentEvent>({ type: "routed", route: diverted, direct: route }),
  fc.constant<PaymentEvent>({ type: "fell-back", route, detail: "2028" }),
  fc.record({ type: fc.constant("claimed"), handle, receipt }),
  fc.record({
    type: fc.constant("paybill_payment"),
    receipt: fc.constantFrom("R1", "R2"),
    cents: fc.constantFrom(500, 1_000, 1_500),
    accepted: fc.boolean(),
    route: fc.constantFrom(null, route),
    proof: fc.constantFrom("report", "statement", "person"),
  }),
  fc.record({ type: fc.constant("report-asked"), canAnswer: fc.boolean() }),
  fc.record({
    type: fc.constant("report-denied"),
    receipt: fc.constantFrom("R1", "R2"),
    answer: fc.constantFrom("A", "B"),
    detail: fc.constant("2033"),
  }),
  fc.record({
    type: fc.constant("disowned"),
    receipt: fc.constantFrom("R1", "R2"),
    detail: fc.constant("unknown"),
  }),
) as fc.Arbitrary<PaymentEvent>;

export const anyRun = fc.array(anyEvent, { maxLength: 30 });
const divertedRun = anyRun.map((events): PaymentEvent[] => [
  ...[{ type: "routed", route: diverted, direct: route } as const, { type: "submitting" } as const],
  ...events,
]);
export const directRun = anyRun.map((events) => [...pushed, ...events]);
export const pushedRun = fc.oneof(directRun, divertedRun);
