import fc from "fast-check";
import { expect, test } from "vitest";
import { newPayment, type PaymentState, step } from "#worker/features/payments/core/payment-state";
import { giveUpMs, nextQueryAt } from "#worker/features/payments/core/payment-times";
import { eventFor } from "#worker/features/payments/gateways/judge-callback";
import { declined, denied, diverted, intent, paid, pushed, route, run } from "./payment-runs.ts";

test("the gateway's no after a message's yes takes the sale back once; its own yes after that sells it again", () => {
  const sold = run([...pushed, { type: "accepted", handle: "ws_CO_1" }, paid("callback", "R1")]).state;
  const ended = run([declined("query"), declined("query"), denied, paid("callback", "R1")], sold);
  expect(ended.effects.filter((effect) => effect === "take-back")).toHaveLength(1);
  expect(ended.effects).toContain("nudge");
  expect(ended.state).toMatchObject({
    status: "failed",
    confirmed: true,
    receipt: null,
    completedAt: null,
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
  expect(claimed).toMatchObject({ status: "pending", claims: [{ handle: "ws_CO_1", receipt: "R1" }] });
  // Asked again a second later, not when it would have been.
  const at = claimed.claims[0]?.at ?? Number.NaN;
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

type Answer = Parameters<typeof eventFor>[2];

/** A message that says paid, and what the gateway answers when it is asked about it. */
function told(state: PaymentState, answer: Answer, name = "ws_CO_1"): PaymentState {
  const event = eventFor(state, { receipt: "R1", reason: null, detail: "", fault: null }, answer, name);
  return event ? run([event], state).state : state;
}
const no: Answer = { kind: "declined", reason: "cancelled", detail: "1032", fault: null };
const silent: Answer = { kind: "silent", detail: "500" };
const open: Answer = { kind: "open" };

test("contradicted: after the gateway's no, messages and silence in any order and number sell nothing", () => {
  const push = run([...pushed, { type: "accepted", handle: "ws_CO_1" }]).state;
  const word = fc.constantFrom(no, silent, open);
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (before, after) => {
      const heard = before.reduce((state, answer) => told(state, answer), push);
      const refused = told(heard, no);
      const ended = after.reduce((state, answer) => told(state, answer), refused);
      expect(ended).toMatchObject({ status: "failed", confirmed: true });
      expect(ended.takenBack).toHaveLength(heard.takenBack.length + (heard.status === "completed" ? 1 : 0));
      // It is asked on: should the gateway know better later, its own yes counts.
      expect(nextQueryAt(ended, null)).not.toBeNull();
      expect(told(ended, { kind: "paid", receipt: null }).status).toBe("completed");
    }),
  );
});

test("told twice by two doors: the second telling changes nothing", () => {
  const push = run([...pushed, { type: "accepted", handle: "ws_CO_1" }]).state;
  for (const answer of [silent, open, no, { kind: "paid", receipt: "R1" } as const]) {
    const once = told(push, answer);
    expect(told(once, answer)).toEqual(once);
  }
});

test("a message after a sale was taken back is asked about from its own time on, and its receipt is the one that counts", () => {
  const sold = run([...pushed, { type: "accepted", handle: "ws_CO_1" }, paid("callback", "LIE")]).state;
  const taken = run([declined("query")], sold).state;
  // What it was sold for may be true: an answer can be older than the message.
  expect(taken.claims).toMatchObject([{ handle: "ws_CO_1", receipt: "LIE" }]);
  expect(nextQueryAt(taken, null)).not.toBeNull();
  const later = taken.intent.createdAt + 20 * 86_400_000;
  for (const answer of [silent, open, no]) {
    const event = eventFor(
      taken,
      { receipt: "R1", reason: null, detail: "", fault: null },
      answer,
      "ws_CO_1",
    );
    const heard = event && step(taken, event, later)?.state;
    expect(heard).toMatchObject({ status: "failed", claims: [{ receipt: "R1", at: later }] });
    expect(heard && nextQueryAt(heard, later)).toBe(later + 1_000);
    // An answer to our own question is no new message.
    expect(heard && told(heard, answer)).toEqual(heard);
    expect(heard && told(heard, { kind: "paid", receipt: null })).toMatchObject({
      status: "completed",
      receipt: "R1",
      claims: [],
    });
  }
});

test("what a message told outlives the gateway's no, whatever made us ask", () => {
  const push = run([...pushed, { type: "accepted", handle: "ws_CO_1" }]).state;
  for (const answer of [open, no]) {
    const refused = run([declined("query"), declined("query")], told(push, answer)).state;
    expect(refused).toMatchObject({ status: "failed", confirmed: true, claims: [{ receipt: "R1" }] });
    expect(nextQueryAt(refused, null)).not.toBeNull();
  }
});

const turned = run([
  ...[{ type: "routed", route: diverted, direct: route } as const, { type: "submitting" } as const],
  ...[
    { type: "accepted", handle: "ws_CO_0" } as const,
    { type: "fell-back", route, detail: "2028" } as const,
  ],
  ...[{ type: "submitting" } as const, { type: "accepted", handle: "ws_CO_1" } as const],
]).state;

test("the refused account's prompt was paid: what is said of the prompt after it makes nobody forget that", () => {
  const paidEarlier = { type: "paid", by: "query", handle: "ws_CO_0", receipt: null } as const;
  const lie = paid("callback", "LIE");
  const told0 = (state: PaymentState) => told(state, silent, "ws_CO_0");
  for (const heard of [
    run([lie], told0(turned)).state,
    told0(run([lie], turned).state),
    run([lie, paidEarlier], turned).state,
    run([{ type: "claimed", handle: "ws_CO_1", receipt: "LIE" }], told0(turned)).state,
  ]) {
    const ended = told(heard, no);
    expect(ended).toMatchObject({ status: "failed", handle: "ws_CO_1" });
    expect(ended.claims.map(({ handle }) => handle).sort()).toEqual(["ws_CO_0", "ws_CO_1"]);
    expect(run([paidEarlier], ended).state).toMatchObject({
      status: "completed",
      handle: "ws_CO_0",
      unverified: false,
      route: diverted,
      claims: [],
    });
  }
});

test("a message about the refused account's prompt neither sells nor ends the prompt after it", () => {
  for (const answer of [silent, open, no]) {
    const heard = told(turned, answer, "ws_CO_0");
    expect(heard).toMatchObject({ status: "pending", handle: "ws_CO_1", reviews: [{ kind: "denied" }] });
    expect(told(heard, silent, "ws_CO_1").status).toBe("completed");
    // Whatever becomes of the later prompt, the gateway is asked about the earlier one.
    const refused = run([declined("query")], heard).state;
    expect(refused).toMatchObject({ status: "failed", claims: [{ handle: "ws_CO_0" }] });
    expect(nextQueryAt(refused, refused.claims[0]?.at ?? null)).not.toBeNull();
  }
  expect(told(turned, { kind: "paid", receipt: null }, "ws_CO_0")).toMatchObject({
    status: "completed",
    handle: "ws_CO_0",
    unverified: false,
    route: diverted,
    earlier: { handle: "ws_CO_1" },
  });
});

test("the refused account is paid while the prompt after it goes out: that prompt's name is not the paid one's", () => {
  const { state } = run([
    ...[{ type: "routed", route: diverted, direct: route } as const, { type: "submitting" } as const],
    ...[{ type: "accepted", handle: "ws_CO_0" } as const],
    ...[{ type: "fell-back", route, detail: "2028" } as const, { type: "submitting" } as const],
    ...[
      { type: "paid", by: "query", handle: "ws_CO_0", receipt: "R1" } as const,
      { type: "accepted", handle: "ws_CO_1" } as const,
    ],
  ]);
  expect(state).toMatchObject({
    status: "completed",
    handle: "ws_CO_0",
    route: diverted,
    unverified: false,
    confirmed: true,
    earlier: { handle: "ws_CO_1", route },
  });
  // Nobody pays it, and that ends nothing; should both be paid, a person gives one back.
  expect(told(state, no, "ws_CO_1")).toMatchObject({ status: "completed", takenBack: [] });
  expect(run([paid("query", "R2")], state).state.reviews).toMatchObject([{ kind: "double" }]);
});

test("the refused account is said to be paid and no prompt follows it: the gateway is asked all the same", () => {
  const { state } = run([
    ...[{ type: "routed", route: diverted, direct: route } as const, { type: "submitting" } as const],
    ...[{ type: "accepted", handle: "ws_CO_0" } as const],
    ...[{ type: "fell-back", route, detail: "2028" } as const],
    { type: "refused", reason: "service", detail: "the database could not be reached" },
  ]);
  expect(nextQueryAt(state, null)).toBeNull();
  const heard = told(state, silent, "ws_CO_0");
  expect(heard).toMatchObject({
    status: "failed",
    claims: [{ handle: "ws_CO_0" }],
    reviews: [{ kind: "denied" }],
  });
  expect(nextQueryAt(heard, heard.claims[0]?.at ?? null)).not.toBeNull();
  expect(told(heard, { kind: "paid", receipt: null }, "ws_CO_0").status).toBe("completed");
});

test("what a message says after the gateway's no is asked about when a gateway that was away for days is back", () => {
  const refused = run([...pushed, { type: "accepted", handle: "ws_CO_1" }, declined("query")]).state;
  const heard = told(refused, silent);
  const at = heard.claims[0]?.at ?? Number.NaN;
  expect(heard.status).toBe("failed");
  const day = 86_400_000;
  for (const days of [1, 2, 30]) {
    const next = nextQueryAt(heard, at + days * day + 1);
    expect(next).toBe(at + (days + 1) * day);
  }
});

test("a message that is believed days after the push is asked about until the gateway says yes or no", () => {
  const late = run([...pushed, { type: "accepted", handle: "ws_CO_1" }, { type: "given-up" }]).state;
  const at = late.intent.createdAt + 3 * 86_400_000;
  const believed = step(late, paid("callback", "R1"), at)?.state;
  const after = (ms: number) => believed && nextQueryAt(believed, at + ms);
  expect(after(0)).toBe(at + 8_000);
  expect(after(25 * 3_600_000)).toBe(at + 48 * 3_600_000);
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
  const believed = run([paid("callback")], accepted).state;
  expect(nextQueryAt(believed, null)).toBe((believed.completedAt ?? Number.NaN) + 8_000);
  expect(nextQueryAt(run([declined("callback")], accepted).state, null)).toBe(pushedAt + 8_000);
  const contradicted = run([denied], accepted).state;
  expect(nextQueryAt(contradicted, null)).toBe((contradicted.claims[0]?.at ?? Number.NaN) + 1_000);
});

test("a push that nobody ever answered is left to a person; one that can be asked about is not", () => {
  const lost = run([...pushed, { type: "unclear", detail: "504", handle: null }, { type: "given-up" }]);
  expect(lost.state).toMatchObject({ status: "failed", reason: "network", reviews: [{ kind: "lost" }] });
  expect(lost.effects).toContain("review");
  const asked = run([...pushed, { type: "accepted", handle: "ws_CO_1" }, { type: "given-up" }]);
  expect(asked.state).toMatchObject({ status: "failed", reviews: [] });
});

test("a message whose receipt is another payment's makes the gateway be asked on, and is never believed", () => {
  const open = run([...pushed, { type: "accepted", handle: "ws_CO_1" }]).state;
  const review = { kind: "receipt", detail: { receipt: "R1" }, receipt: "R1" } as const;
  for (const before of [
    open,
    run([declined("callback")], open).state,
    run([declined("query")], open).state,
  ]) {
    const { state, effects } = run([{ type: "mismatch", handle: "ws_CO_1", review }], before);
    expect(state).toMatchObject({ status: before.status, claims: [{ isDoubted: true }], reviews: [review] });
    expect(effects).toEqual(["review"]);
    expect(run([{ type: "mismatch", handle: "ws_CO_1", review }], state).effects).toEqual([]);
    const at = state.claims[0]?.at ?? Number.NaN;
    expect(nextQueryAt(state, at + 20 * 86_400_000)).not.toBeNull();
    expect(run([paid("query")], state).state).toMatchObject({ status: "completed", claims: [] });
    // A message with a receipt of its own counts as ever.
    expect(told(state, silent).status).toBe(before.confirmed ? "failed" : "completed");
  }
});
