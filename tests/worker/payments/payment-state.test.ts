import fc from "fast-check";
import { expect, test } from "vitest";
import type { MpesaRoute } from "#worker/features/payments/gateways/driver";
import {
  type Effect,
  type Intent,
  newPayment,
  type PaymentEvent,
  type PaymentState,
  step,
} from "#worker/features/payments/payment-state";
import { giveUpMs, nextQueryAt } from "#worker/features/payments/query-times";

const intent: Intent = {
  id: "a".repeat(48),
  providerId: "provider",
  routerId: "router",
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
  mac: null,
  verifies: null,
  service: "mpesa",
  phone: "254712345678",
  amountCents: 1_000,
  entitlementId: "entitlement",
  buyerHash: null,
  createdAt: 1_000_000,
};
const route: MpesaRoute = {
  driver: "mpesa",
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

type Run = { state: PaymentState; effects: Effect[]; states: PaymentState[] };

function run(events: readonly PaymentEvent[], from = newPayment(intent)): Run {
  let state = from;
  const effects: Effect[] = [];
  const states = [state];
  events.forEach((event, index) => {
    const result = step(state, event, intent.createdAt + index);
    if (!result) return;
    state = result.state;
    effects.push(...result.effects);
    states.push(state);
  });
  return { state, effects, states };
}

const pushed: PaymentEvent[] = [{ type: "routed", route }, { type: "submitting" }];
const paid = (by: "query" | "callback", receipt: string | null = null): PaymentEvent => ({
  type: "paid",
  by,
  handle: "ws_CO_1",
  receipt,
});
const declined = (by: "query" | "callback"): PaymentEvent => ({
  type: "declined",
  by,
  handle: "ws_CO_1",
  reason: "cancelled",
  detail: "1032",
});
const denied: PaymentEvent = {
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
const anyEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc.constant<PaymentEvent>({ type: "routed", route }),
  fc.constant<PaymentEvent>({ type: "submitting" }),
  fc.record({ type: fc.constant("accepted"), handle }),
  fc.record({ type: fc.constant("refused"), reason, detail: fc.constant("no") }),
  fc.constant<PaymentEvent>({ type: "unclear", detail: "504", handle: null }),
  fc.record({ type: fc.constant("paid"), by, handle, receipt }),
  fc.record({ type: fc.constant("declined"), by, handle, reason, detail: fc.constant("no") }),
  fc.record({
    type: fc.constant("denied"),
    by: fc.constantFrom("query", "message"),
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
) as fc.Arbitrary<PaymentEvent>;

const anyRun = fc.array(anyEvent, { maxLength: 30 });
const pushedRun = anyRun.map((events) => [...pushed, ...events]);

test("whatever happens in whatever order, a payment ends consistently", () => {
  fc.assert(
    fc.property(fc.oneof(anyRun, pushedRun), (events) => {
      const { state, effects, states } = run(events);
      states.forEach((now, index) => {
        const before = states[index - 1];
        if (!before) return;
        expect(now.seq).toBe(before.seq + 1);
        // Completed absorbs, but for a sale that rested on a message alone and that the gateway denied.
        const isTaken = now.takenBack.length > before.takenBack.length;
        if (before.status === "completed" && !isTaken) {
          expect([now.status, now.completedAt]).toEqual(["completed", before.completedAt]);
          if (before.receipt !== null) expect(now.receipt).toBe(before.receipt);
        }
        if (isTaken) {
          expect(before).toMatchObject({ status: "completed", unverified: true });
          expect(now).toMatchObject({ status: "failed", confirmed: true, receipt: null, completedAt: null });
          expect(now.takenBack.slice(0, -1)).toEqual(before.takenBack);
        }
        if (before.pushedAt !== null) expect(now.pushedAt).toBe(before.pushedAt);
        if (before.route) expect(now.route).toBe(before.route);
        expect(now.intent).toBe(intent);
        if (before.status !== "created") expect(now.status).not.toBe("created");
      });
      const completed = state.status === "completed";
      const [sold, lost] = [completed ? 1 : 0, state.takenBack.length];
      expect(effects.filter((effect) => effect === "grant")).toHaveLength(sold + lost);
      expect(effects.filter((effect) => effect === "take-back")).toHaveLength(lost);
      expect(state.completedAt !== null).toBe(completed);
      expect(state.reason !== null).toBe(state.status === "failed");
      expect(new Set(state.reviews.map(({ kind }) => kind)).size).toBe(state.reviews.length);
      // Leases never stay behind a result.
      if (completed || state.status === "failed") expect(effects).toContain("release");
      if (completed) expect(state.pushedAt).not.toBeNull();
      if (!completed) expect(state.unverified).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});

test("a repeated event changes nothing the second time", () => {
  fc.assert(
    fc.property(pushedRun, anyEvent, (events, event) => {
      const once = run([event], run(events).state).state;
      expect(step(once, event, 0)).toBeNull();
    }),
    { numRuns: 3_000 },
  );
});

/** Ends what a message alone had said: the gateway's own denial, or its word that the push was another. */
const undoes = (event: PaymentEvent) =>
  (event.type === "declined" && event.by === "query") ||
  (event.type === "denied" && event.by === "query") ||
  event.type === "accepted";

test("once pushed, a payment that the gateway calls paid ends completed, whatever else is said before or after", () => {
  fc.assert(
    fc.property(pushedRun, anyRun, (before, after) => {
      const events = [...before, paid("query"), ...after.filter(({ type }) => type !== "accepted")];
      expect(run(events).state.status).toBe("completed");
    }),
    { numRuns: 2_000 },
  );
});

test("what a message called paid ends completed unless the gateway itself denies it, before or after", () => {
  fc.assert(
    fc.property(pushedRun, anyRun, (before, after) => {
      const events = [
        ...before.filter((event) => !undoes(event) && event.type !== "refused"),
        paid("callback"),
      ];
      expect(run([...events, ...after.filter((event) => !undoes(event))]).state.status).toBe("completed");
    }),
    { numRuns: 2_000 },
  );
});

test("the gateway's no after a message's yes takes the sale back once; its own yes after that sells it again", () => {
  const sold = run([...pushed, { type: "accepted", handle: "ws_CO_1" }, paid("callback", "R1")]).state;
  const ended = run([declined("query"), declined("query"), denied, paid("callback", "R1")], sold);
  expect(ended.effects.filter((effect) => effect === "take-back")).toHaveLength(1);
  expect(ended.effects).toContain("nudge");
  expect(ended.state).toMatchObject({
    ...{ status: "failed", confirmed: true, receipt: null, completedAt: null },
    takenBack: [{ receipt: "R1", soldAt: sold.completedAt }],
    reviews: [{ kind: "denied", detail: { receipt: "R1" } }],
  });
  const again = run([paid("query", "R1")], ended.state);
  expect(again.effects).toContain("grant");
  expect(again.state).toMatchObject({ status: "completed", late: true, receipt: "R1" });
});

test("what a message said while the gateway still waited counts once the gateway falls silent, not before", () => {
  const state = run([...pushed, { type: "accepted", handle: "ws_CO_1" }]).state;
  const claimed = run([{ type: "claimed", handle: "ws_CO_1", receipt: "R1" }], state).state;
  expect(claimed).toMatchObject({ status: "pending", claim: { handle: "ws_CO_1", receipt: "R1" } });
  // Asked again a second later, not when it would have been.
  const at = claimed.claim?.at ?? Number.NaN;
  expect(nextQueryAt(claimed, at)).toBe(at + 1_000);
});

test("the query's word verifies a payment, in any order with the callback's", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([paid("query"), paid("callback", "R1"), paid("callback", "R1")], { minLength: 3 }),
      (events) => {
        const { state } = run([...pushed, { type: "accepted", handle: "ws_CO_1" }, ...events]);
        expect(state).toMatchObject({
          status: "completed",
          unverified: false,
          confirmed: true,
          receipt: "R1",
        });
      },
    ),
  );
});

test("nothing was pushed: nothing can have been paid", () => {
  expect(run([paid("callback"), paid("query")]).state.status).toBe("created");
  expect(
    run([{ type: "routed", route }, { type: "refused", reason: "service", detail: "" }, paid("query")]).state
      .status,
  ).toBe("failed");
});

test("failed, then paid, is completed and late; paid before is not late", () => {
  for (const failure of [declined("callback"), declined("query"), denied]) {
    const late = run([
      ...pushed,
      { type: "accepted", handle: "ws_CO_1" },
      failure,
      paid("query", "R1"),
    ]).state;
    expect(late).toMatchObject({ status: "completed", late: true, reason: null, detail: null });
  }
  expect(run([...pushed, paid("query")]).state.late).toBe(false);
});

test("a callback's failure can be confirmed or overruled by the query; the query's failure only by a success", () => {
  const byCallback = run([...pushed, declined("callback")]).state;
  expect(byCallback).toMatchObject({ status: "failed", confirmed: false, handle: "ws_CO_1" });
  expect(run([declined("query")], byCallback).state.confirmed).toBe(true);
  const byQuery = run([...pushed, declined("query")]).state;
  expect(step(byQuery, declined("callback"), 0)).toBeNull();
  expect(step(byQuery, paid("callback"), 0)).toBeNull();
  expect(step(byQuery, paid("query"), 0)?.state.status).toBe("completed");
});

test("an answer that names another push than an early callback did is believed, and asked about", () => {
  const early = run([...pushed, { type: "paid", by: "query", handle: "ws_CO_forged", receipt: null }]).state;
  const { state } = run([{ type: "accepted", handle: "ws_CO_1" }], early);
  expect(state).toMatchObject({ status: "completed", handle: "ws_CO_1", unverified: true });
  expect(nextQueryAt(state, null)).not.toBeNull();
});

const accepted = run([...pushed, { type: "accepted", handle: "ws_CO_1" }]).state;
const pushedAt = accepted.pushedAt ?? Number.NaN;

test("the gateway is asked at 8, 15, 25, 40, 60, 90, 120 s, then sparser to 24 h, never twice at one time", () => {
  const times: number[] = [];
  for (let last: number | null = null; ; ) {
    const next: number | null = nextQueryAt(accepted, last);
    if (next === null) break;
    times.push((next - pushedAt) / 1_000);
    last = next;
  }
  expect(times.slice(0, 12)).toEqual([8, 15, 25, 40, 60, 90, 120, 180, 300, 600, 1_800, 3_600]);
  expect(times.at(-1)).toBe(giveUpMs / 1_000);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test("a query that came late or early only moves the next one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 25 * 3_600_000 }), (after) => {
      const next = nextQueryAt(accepted, pushedAt + after);
      if (next === null) expect(after).toBeGreaterThanOrEqual(giveUpMs);
      else expect(next).toBeGreaterThan(pushedAt + after);
    }),
  );
});

test("nothing is asked without a handle, before the push, or after the gateway's own word", () => {
  expect(nextQueryAt(newPayment(intent), null)).toBeNull();
  expect(nextQueryAt(run([...pushed, { type: "unclear", detail: "", handle: null }]).state, null)).toBeNull();
  expect(nextQueryAt(run([paid("query")], accepted).state, null)).toBeNull();
  expect(nextQueryAt(run([declined("query")], accepted).state, null)).toBeNull();
  expect(nextQueryAt(run([paid("callback")], accepted).state, null)).toBe(pushedAt + 8_000);
  expect(nextQueryAt(run([declined("callback")], accepted).state, null)).toBe(pushedAt + 8_000);
  expect(nextQueryAt(run([denied], accepted).state, null)).toBe(pushedAt + 8_000);
});

test("a push that nobody ever answered is left to a person; one that can be asked about is not", () => {
  const lost = run([...pushed, { type: "unclear", detail: "504", handle: null }, { type: "given-up" }]);
  expect(lost.state).toMatchObject({ status: "failed", reason: "network", reviews: [{ kind: "lost" }] });
  expect(lost.effects).toContain("review");
  const asked = run([...pushed, { type: "accepted", handle: "ws_CO_1" }, { type: "given-up" }]);
  expect(asked.state).toMatchObject({ status: "failed", reviews: [] });
});
