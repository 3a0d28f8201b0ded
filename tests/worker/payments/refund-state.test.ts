import fc from "fast-check";
import { expect, test } from "vitest";
import { say } from "#contract/texts";
import type { RefundEvent } from "#worker/features/payments/gateways/refund-types";
import {
  doneCents,
  isOpen,
  type RefundState,
  refusalOf,
  request,
  step,
} from "#worker/features/payments/refunds/refund-state";
import { providerFault } from "#worker/features/payments/refunds/refund-subject";
import { histories } from "../../support/histories.ts";

const numRuns = histories(1_000);

const empty: RefundState = {
  subject: {
    id: "p",
    providerId: "v",
    receipt: "SGA1B2C3D4",
    amountCents: 5_000,
    sale: null,
    paybillPayment: null,
    route: {
      type: "mpesa",
      gatewayId: "g",
      environment: "sandbox",
      credentials: "provider",
      accountReference: "A",
      settlement: "direct",
      switchId: null,
      centralAccount: null,
      shortCode: "600200",
      partyB: "600200",
      transactionType: "CustomerPayBillOnline",
    },
  },
  refunds: [],
};

type Move = { wait: number; number: number } & (
  | { event: Exclude<RefundEvent, { type: "requested" }> }
  | { cents: number }
);

const detail = "said";
const told = fc.constantFrom<Exclude<RefundEvent, { type: "requested" }>>(
  { type: "submitting" },
  { type: "accepted", handle: "h" },
  { type: "accepted", handle: null },
  { type: "unclear", detail },
  { type: "refused", detail },
  { type: "carried-out", receipt: "R", detail },
  { type: "not-carried-out", detail },
  { type: "not-found", ask: 1, name: "q1", detail },
  { type: "not-found", ask: 2, name: "q2", detail },
  { type: "ask-named", ask: 1, name: "q1" },
  { type: "ask-named", ask: 2, name: "q2" },
  { type: "already", detail },
  { type: "asked" },
  { type: "overdue" },
  { type: "settled", outcome: "done", note: detail },
  { type: "settled", outcome: "failed", note: detail },
);
const place = { wait: fc.integer({ min: 0, max: 900_000 }), number: fc.integer({ min: 1, max: 3 }) };
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    fc.record({ ...place, event: told }),
    fc.record({ ...place, cents: fc.constantFrom(100, 2_000, 3_000, 5_000, 5_100) }),
  ),
  { maxLength: 40 },
);

test("in whatever order answers come, one refund at most is open, none goes out twice, and never too much goes back", () => {
  fc.assert(
    fc.property(moves, (all) => {
      let book = empty;
      let now = 1;
      const sent = new Map<number, number>();
      for (const move of all) {
        now += move.wait;
        const before = book;
        const ask = { reason: "r", requestedBy: "a", endAccess: false, key: null };
        const result =
          "event" in move
            ? step(book, move.number, move.event, now)
            : request(book, { ...ask, cents: move.cents }, now);
        if (!result) continue;
        book = result.book;
        if ("event" in move && move.event.type === "submitting")
          sent.set(move.number, (sent.get(move.number) ?? 0) + 1);
        const open = book.refunds.filter(isOpen);
        expect(open.length).toBeLessThanOrEqual(1);
        expect(doneCents(book) + (open[0]?.cents ?? 0)).toBeLessThanOrEqual(5_000);
        for (const refund of before.refunds) {
          const after = book.refunds.find(({ number }) => number === refund.number);
          if (refund.status === "done")
            expect(after).toMatchObject({ status: "done", doneAt: refund.doneAt });
          expect(after?.cents).toBe(refund.cents);
        }
      }
      for (const count of sent.values()) expect(count).toBe(1);
    }),
    { numRuns },
  );
});

const at = (
  events: readonly Exclude<RefundEvent, { type: "requested" }>[],
  minutesApart = 0,
): RefundState => {
  const ask = { cents: 5_000, reason: "r", requestedBy: "a", endAccess: false, key: null };
  let book = request(empty, ask, 0)?.book ?? empty;
  events.forEach((event, index) => {
    book = step(book, 1, event, (index + 1) * minutesApart * 60_000)?.book ?? book;
  });
  return book;
};

test("an answer that was lost blocks the next refund until the outcome is known", () => {
  const lost = at([{ type: "submitting" }, { type: "unclear", detail }]);
  expect(refusalOf(lost, 100)).toEqual(say("refund_under_way"));
  const unknown = at([{ type: "submitting" }, { type: "unclear", detail }, { type: "overdue" }]);
  expect(refusalOf(unknown, 100)).toEqual(say("refund_earlier_unknown"));
  const failed = step(unknown, 1, { type: "settled", outcome: "failed", note: "none" }, 9)?.book ?? unknown;
  expect(refusalOf(failed, 5_000)).toBeNull();
});

const sent: Exclude<RefundEvent, { type: "requested" }>[] = [
  { type: "submitting" },
  { type: "accepted", handle: "h" },
];
const named = (ask: number) => ({ type: "ask-named", ask, name: `q${ask}` }) as const;
const notFound = (ask: number) => ({ type: "not-found", ask, name: `q${ask}`, detail }) as const;

test("a gateway that does not know of a refund is believed only when it was asked late enough", () => {
  const events: typeof sent = [...sent, { type: "asked" }, named(1), notFound(1)];
  expect(at(events, 4).refunds[0]?.status).toBe("pending");
  expect(at(events, 5).refunds[0]?.status).toBe("failed");
});

test("'not found' that answers another question says nothing of this refund", () => {
  const asked = at([...sent, { type: "asked" }, named(1)], 5);
  for (const name of ["q2", "", null]) expect(step(asked, 1, { ...notFound(1), name }, 3_600_000)).toBeNull();
  // Its acknowledgement was lost: the next one is named again.
  const unnamed = at([...sent, { type: "asked" }], 5);
  expect(step(unnamed, 1, notFound(1), 3_600_000)).toBeNull();
  expect(step(unnamed, 1, { ...notFound(1), name: null }, 3_600_000)).toBeNull();
});

test("an early question's answer that comes late says nothing, also once it was asked again", () => {
  const early = at([...sent, { type: "asked" }], 1);
  const known = step(early, 1, named(1), 1)?.book ?? early;
  expect(step(known, 1, notFound(1), 3_600_000)).toBeNull();
  const again = step(known, 1, { type: "asked" }, 3_600_000)?.book ?? known;
  expect(step(again, 1, named(1), 3_600_001)).toBeNull();
  const second = step(again, 1, named(2), 3_600_001)?.book ?? again;
  expect(step(second, 1, notFound(1), 3_600_001)).toBeNull();
  expect(step(second, 1, notFound(2), 3_600_001)?.refund.status).toBe("failed");
});

test("what a person called failed and went out all the same is done, while it fits", () => {
  const failed = at([
    { type: "submitting" },
    { type: "unclear", detail },
    { type: "overdue" },
    { type: "settled", outcome: "failed", note: "none" },
    { type: "carried-out", receipt: "R", detail },
  ]);
  expect(failed.refunds[0]).toMatchObject({ status: "done", receipt: "R" });
});

test("'already given back' is this refund only where no other went out", () => {
  const first = at([{ type: "submitting" }, { type: "accepted", handle: "h" }, { type: "already", detail }]);
  expect(first.refunds[0]?.status).toBe("done");
});

test("a provider's word gives back what its own account received of a sale, and nothing else", () => {
  const sale = { routerId: "r", entitlementId: "e" };
  const { route } = empty.subject;
  const fault = (settlement: typeof route.settlement, of: typeof sale | null, byProvider: boolean) =>
    providerFault({ route: { ...route, settlement }, sale: of }, { byProvider })?.say ?? null;
  expect(fault("direct", sale, true)).toBeNull();
  for (const settlement of ["collected", "diverted"] as const) {
    expect(fault(settlement, sale, true)).toBe("refund_platform_received");
    expect(fault(settlement, sale, false)).toBeNull();
  }
  // KSh 1 by which a gateway was tried.
  expect(fault("direct", null, true)).toBe("no_such_payment");
});
