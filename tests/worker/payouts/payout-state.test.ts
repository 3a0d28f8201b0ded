import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Journal,
  payoutGivenBackJournal,
  payoutPaidAfterAllJournal,
  payoutPaidJournal,
  payoutReservedJournal,
  payoutReversedJournal,
} from "#worker/features/ledger/index";
import {
  knownAfterMs,
  newPayout,
  nextAt,
  type Payout,
  type PayoutEvent,
  step,
} from "#worker/features/payouts/payout-state";
import { histories, historiesLimitMs } from "../../support/histories.ts";

// The machine alone: whatever is said of payouts, in whatever order, however often.

const minute = 60_000;

const isOpen = ({ status }: Payout) => ["reserved", "sending", "sent", "unclear"].includes(status);

const reserved = (number: number, cents: number, feeCents: number): Payout => ({
  ...newPayout({
    id: String(number).padStart(32, "0"),
    cents,
    feeCents,
    kind: "phone",
    account: "254712000111",
    reference: null,
    environment: "sandbox",
    shortCode: "600100",
    handle: `h${number}`,
    requestedBy: "o",
    key: null,
    createdAt: 0,
  }),
  nextAt: 0,
});

const journals = {
  paid: payoutPaidJournal,
  "given-back": payoutGivenBackJournal,
  reversed: payoutReversedJournal,
  "paid-after-all": payoutPaidAfterAllJournal,
};

const notFound = (ask: number) => ({ type: "not-found", ask, name: `q${ask}`, detail: "" }) as const;
const named = (ask: number) => ({ type: "ask-named", ask, name: `q${ask}` }) as const;

const event: fc.Arbitrary<PayoutEvent> = fc.oneof(
  fc.constant({ type: "sending" as const }),
  fc.constant({ type: "refused" as const, detail: "" }),
  fc.constant({ type: "accepted" as const, conversation: "c", handle: null }),
  fc.constant({ type: "unclear" as const, detail: "" }),
  fc
    .constantFrom("paid" as const, "failed" as const)
    .map((outcome) => ({ type: "told" as const, outcome, detail: "" })),
  fc.constant({ type: "asked" as const }),
  fc.constant({ type: "is-paid" as const, receipt: "R", detail: "" }),
  fc.constant({ type: "is-failed" as const, detail: "" }),
  fc.constant({ type: "is-reversed" as const, detail: "" }),
  fc.nat(3).map(notFound),
  fc.nat(3).map(named),
  fc.constant({ type: "overdue" as const }),
  fc
    .constantFrom("paid" as const, "failed" as const)
    .map((outcome) => ({ type: "settled" as const, outcome, receipt: null, note: "" })),
);

test("the books sum to zero, say what the state says, and book no journal twice, in any order of events", {
  timeout: historiesLimitMs(500),
}, async () => {
  const happening = fc.record({ which: fc.nat(3), event, later: fc.nat(20) });
  await fc.assert(
    fc.property(
      fc.array(fc.record({ cents: fc.integer({ min: 1, max: 900 }), fee: fc.nat(30) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.array(happening, { maxLength: 60 }),
      (wanted, happenings) => {
        const books = new Map<string, number>([["owed to provider", -4_000_00]]);
        books.set("claim on platform", 4_000_00);
        const booked = new Set<string>();
        const book = ({ id, lines }: Journal) => {
          expect(booked.has(id)).toBe(false);
          booked.add(id);
          for (const { account, cents } of lines) books.set(account, (books.get(account) ?? 0) + cents);
        };
        const payouts = wanted.map(({ cents, fee }, number) => reserved(number, cents * 100, fee * 100));
        for (const { id, cents, feeCents } of payouts)
          book(payoutReservedJournal(id, { cents, feeCents, at: 0 }));
        let now = 0;
        for (const { which, event: told, later } of happenings) {
          now += later * minute;
          const place = which % payouts.length;
          const payout = payouts[place];
          const next = payout && step(payout, told, now);
          if (!payout || !next) continue;
          expect(next.payout.seq).toBe(payout.seq + 1);
          // Once it may be out it never goes out again.
          if (payout.status !== "reserved") expect(next.payout.sentAt).toBe(payout.sentAt);
          payouts[place] = next.payout;
          const { id, cents, feeCents } = next.payout;
          if (next.booking) book(journals[next.booking](id, { cents, feeCents, at: now }));
        }
        const inState = (...statuses: Payout["status"][]) =>
          payouts.filter(({ status }) => statuses.includes(status));
        const total = (some: readonly Payout[]) =>
          some.reduce((sum, { cents, feeCents }) => sum + cents + feeCents, 0);
        const of = (account: string) => books.get(account) ?? 0;
        const open = payouts.filter(isOpen);
        expect([...books.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0);
        expect(0 - of("payout under way")).toBe(total(open));
        expect(0 - of("owed to provider")).toBe(4_000_00 - total(open) - total(inState("paid")));
        expect(of("claim on platform")).toBe(0 - of("owed to provider"));
        expect(0 - of("platform account")).toBe(inState("paid").reduce((sum, { cents }) => sum + cents, 0));
        expect(0 - of("platform fees")).toBe(
          inState("paid").reduce((sum, { feeCents }) => sum + feeCents, 0),
        );
      },
    ),
    { numRuns: histories(500) },
  );
});

test("a gateway that acknowledged a payout has to know of it: its 'not found' gives nothing back", () => {
  const asked = { asks: 1, askedAt: 10 * knownAfterMs, askedAs: "q1" };
  const sent = { ...reserved(1, 100, 0), status: "sent" as const, sentAt: 0, conversation: "c", ...asked };
  expect(step(sent, notFound(1), 10 * knownAfterMs)).toBeNull();
  const lost = { ...sent, status: "unclear" as const, conversation: null };
  expect(step(lost, notFound(1), 10 * knownAfterMs)?.booking).toBe("given-back");
  // Somebody says that it was paid: it stays open.
  expect(step({ ...lost, told: "paid" }, notFound(1), 10 * knownAfterMs)).toBeNull();
});

test("'not found' counts by when it was asked for: an early question's late answer gives nothing back", () => {
  const lost = { ...reserved(1, 100, 0), status: "unclear" as const, sentAt: 0, asks: 1, askedAs: "q1" };
  const late = 10 * knownAfterMs;
  expect(step({ ...lost, askedAt: knownAfterMs - 1 }, notFound(1), late)).toBeNull();
  expect(step({ ...lost, askedAt: knownAfterMs }, notFound(1), late)?.booking).toBe("given-back");
  const again = { ...lost, asks: 2, askedAt: late, askedAs: "q2" };
  expect(step(again, notFound(1), late)).toBeNull();
  expect(step(again, notFound(2), late)?.booking).toBe("given-back");
});

test("'not found' that answers another question, or one whose name is not known, gives nothing back", () => {
  const now = 10 * knownAfterMs;
  const lost: Payout = { ...reserved(1, 100, 0), status: "unclear", sentAt: 0, asks: 1, askedAt: now };
  expect(step(lost, notFound(1), now)).toBeNull();
  expect(step(lost, { ...notFound(1), name: null }, now)).toBeNull();
  const known = step(lost, named(1), now)?.payout ?? lost;
  expect(step(known, { ...notFound(1), name: "q2" }, now)).toBeNull();
  expect(step(known, notFound(1), now)?.booking).toBe("given-back");
  // A new question is not named yet, and where "not found" is never believed no name is kept.
  expect(step(known, { type: "asked" }, now)?.payout.askedAs).toBeNull();
  expect(step({ ...lost, conversation: "c" }, named(1), now)).toBeNull();
});

test("what was called failed and went out all the same is booked as paid, once", () => {
  const failed = { ...reserved(1, 100, 0), status: "failed" as const, sentAt: 0 };
  const paid = step(failed, { type: "is-paid", receipt: "R", detail: "" }, 1);
  expect(paid).toMatchObject({ booking: "paid-after-all", payout: { status: "paid" } });
  expect(paid && step(paid.payout, { type: "is-paid", receipt: "R", detail: "" }, 2)).toBeNull();
});

test("an open payout is looked at again for a week, and a phone's once more after it was paid", () => {
  let payout: Payout = { ...reserved(1, 100, 0), status: "unclear", sentAt: 0 };
  const asked: number[] = [];
  for (let at = nextAt(payout); at !== null; at = nextAt(payout)) {
    asked.push(at / minute);
    payout = { ...payout, askedAt: at };
  }
  expect(asked.at(-1)).toBe(10_080);
  const paid: Payout = { ...payout, status: "paid", endedAt: 0, askedAt: 0 };
  expect((nextAt(paid) ?? 0) / minute).toBe(1_440);
});
