import fc from "fast-check";
import { expect, test } from "vitest";
import { leaseAnswer, type OpenLease } from "#worker/features/rate-limits/attempts";

const holdMs = 128_000;

/** A subject over time, kept as its object keeps it. */
class Subject {
  open: OpenLease | undefined;
  take(order: string, paymentId: string, now: number) {
    const answer = leaseAnswer(this.open, { order }, now);
    if (answer.kind === "granted")
      this.open = { order, paymentId, takenAt: now, until: now + holdMs, settledAt: null };
    return answer;
  }
  settle(paymentId: string, now: number): void {
    if (this.open?.paymentId !== paymentId) return;
    this.open = {
      ...this.open,
      until: Math.min(this.open.until, now),
      settledAt: this.open.settledAt ?? now,
    };
  }
}

test("while it holds, the same order is the same payment and another waits until its end", () => {
  const subject = new Subject();
  expect(subject.take("plan a", "1", 0)).toEqual({ kind: "granted", unsettled: null });
  expect(subject.take("plan a", "2", holdMs - 1)).toEqual({ kind: "same", paymentId: "1" });
  expect(subject.take("plan b", "2", 28_000)).toEqual({
    kind: "busy",
    paymentId: "1",
    retryAfterMs: 100_000,
  });
});

test("after it, the unsettled payment is named once, and the new one holds", () => {
  const subject = new Subject();
  subject.take("plan a", "1", 0);
  expect(subject.take("plan b", "2", holdMs)).toEqual({ kind: "granted", unsettled: "1" });
  expect(subject.take("plan a", "3", holdMs + 1)).toMatchObject({ kind: "busy", paymentId: "2" });
});

test("a settled lease is free at once, without a pause", () => {
  const subject = new Subject();
  subject.take("plan a", "1", 0);
  subject.settle("1", 1_000);
  expect(subject.take("plan a", "2", 1_000)).toEqual({ kind: "granted", unsettled: null });
});

type Act = { kind: "take"; order: string; wait: number } | { kind: "settle"; which: number; wait: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant("take" as const),
    order: fc.constantFrom("a", "b"),
    wait: fc.integer({ min: 0, max: 90_000 }),
  }),
  fc.record({
    kind: fc.constant("settle" as const),
    which: fc.nat(30),
    wait: fc.integer({ min: 0, max: 90_000 }),
  }),
);

test("whatever is asked and settled when: never two open at once, no wait longer than the hold, nothing forgotten", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const subject = new Subject();
      const granted: { id: string; at: number; settledAt: number | null }[] = [];
      let now = 0;
      acts.forEach((one, index) => {
        now += one.wait;
        if (one.kind === "settle") {
          const payment = granted[one.which];
          if (payment && payment.settledAt === null) payment.settledAt = now;
          subject.settle(payment?.id ?? "none", now);
          return;
        }
        const last = granted.at(-1);
        const holds = last !== undefined && last.settledAt === null && last.at + holdMs > now;
        const answer = subject.take(one.order, String(index), now);
        if (answer.kind === "granted") {
          expect(holds).toBe(false);
          expect(answer.unsettled).toBe(last && last.settledAt === null ? last.id : null);
          granted.push({ id: String(index), at: now, settledAt: null });
        } else {
          expect(holds).toBe(true);
          expect(answer.paymentId).toBe(last?.id);
          if (answer.kind === "busy") {
            expect(answer.retryAfterMs).toBeGreaterThan(0);
            expect(answer.retryAfterMs).toBeLessThanOrEqual(holdMs);
          }
        }
      });
    }),
    { numRuns: 1_000 },
  );
});
