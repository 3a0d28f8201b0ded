import fc from "fast-check";
import { expect, test } from "vitest";
import { safeRows } from "#worker/features/backups/safe-rows";
import type { RefundEvent } from "#worker/features/payments/gateways/refund-types";
import { asLoaded } from "#worker/features/payments/loaded-payment";
import {
  doneCents,
  isOpen,
  openRefund,
  type RefundState,
  refusalOf,
  request,
  step,
} from "#worker/features/payments/refunds/refund-state";
import { type Payout, step as payoutStep } from "#worker/features/payouts/payout-state";
import { histories } from "../support/histories.ts";

// A backup is taken in the middle of a history, which goes on; then it is loaded. Whatever happened since, nothing goes out from what is
// loaded, and what the gateway says of it afterwards is believed.

const numRuns = histories(500);
const minute = 60_000;
type Told = Exclude<RefundEvent, { type: "requested" }>;
const amountCents = 5_000;
const empty = { subject: { id: "p", providerId: "v", amountCents }, refunds: [] } as unknown as RefundState;

const told = fc.constantFrom<Told>(
  { type: "submitting" },
  { type: "accepted", handle: "h" },
  { type: "accepted", handle: null },
  { type: "unclear", detail: "lost" },
  { type: "refused", detail: "no" },
  { type: "carried-out", receipt: "R", detail: "yes" },
  { type: "not-carried-out", detail: "no" },
  { type: "overdue" },
  { type: "asked" },
);
type Move = { cents: number } | { event: Told };
const moves = fc.array(
  fc.oneof(
    fc.record({ event: told }),
    fc.record({ cents: fc.constantFrom(1_000, 2_000, 5_000) }),
  ) as fc.Arbitrary<Move>,
  { maxLength: 12 },
);

function played(book: RefundState, all: readonly Move[], now: number): RefundState {
  return all.reduce((before, move) => {
    const open = openRefund(before) ?? before.refunds.at(-1);
    const ask = { reason: "r", requestedBy: "o", endAccess: false, key: null };
    const next =
      "cents" in move
        ? request(before, { ...ask, cents: move.cents }, now)
        : open
          ? step(before, open.number, move.event, now)
          : null;
    return next?.book ?? before;
  }, book);
}

test("no refund goes out from what is loaded, none is begun beside one that may be out, and never too much goes back", () => {
  fc.assert(
    fc.property(moves, moves, fc.array(told, { maxLength: 12 }), (before, since, afterwards) => {
      const kept = played(empty, before, 0);
      const truth = played(kept, since, minute);
      const whole = asLoaded(
        { kept: null, callbacks: [], refunds: { book: kept, events: [], owed: [] } },
        60 * minute,
      );
      let book = whole.refunds?.book ?? empty;
      for (const refund of book.refunds) {
        expect(["done", "failed", "unknown"]).toContain(refund.status);
        if (isOpen(refund)) {
          expect(refusalOf(book, 100)).not.toBeNull();
          expect(refund.submittedAt).not.toBeNull();
          const isNew = kept.refunds.some(
            ({ number, status }) => number === refund.number && status !== "unknown",
          );
          if (isNew) expect(whole.refunds?.owed).toContainEqual({ number: refund.number, effect: "project" });
        }
      }
      const sent = kept.refunds.filter(isOpen).map(({ number }) => number);
      for (const event of afterwards)
        for (const number of sent) {
          const next = step(book, number, event, 61 * minute);
          expect(next?.refund.status).not.toBe("submitting");
          book = next?.book ?? book;
        }
      // The gateway's own word of what really went back ends it as it ended then.
      for (const { number, status, receipt } of truth.refunds)
        if (sent.includes(number) && status === "done")
          book =
            step(book, number, { type: "carried-out", receipt, detail: "said" }, 62 * minute)?.book ?? book;
      for (const { number, status } of truth.refunds)
        if (sent.includes(number) && status === "done")
          expect(book.refunds.find((one) => one.number === number)?.status).toBe("done");
      expect(doneCents(book)).toBeLessThanOrEqual(amountCents);
    }),
    { numRuns },
  );
});

const statuses = ["reserved", "sending", "sent", "unclear", "paid", "failed", "reversed"] as const;

test("no payout goes out from what is loaded, and what the gateway says of it is booked once", () => {
  const now = 100 * minute;
  for (const status of statuses)
    for (const handle of [null, "h"]) {
      const sentAt = status === "reserved" ? null : 2;
      const stored = { id: "x", seq: 3, status, handle, told: null, conversation: null, receipt: null };
      const [row] = safeRows("payouts", [{ ...stored, sent_at: sentAt, created_at: 1, next_at: 1 }], now);
      const isOut = ["reserved", "sending", "sent", "unclear"].includes(status);
      expect(row?.status).toBe(isOut ? "unclear" : status);
      const payout = {
        ...stored,
        status: row?.status,
        sentAt: row?.sent_at,
        createdAt: 1,
      } as unknown as Payout;
      expect(payoutStep(payout, { type: "sending" }, now)).toBeNull();
      expect(payoutStep(payout, { type: "refused", detail: "no" }, now)).toBeNull();
      if (!isOut) continue;
      const paid = payoutStep(payout, { type: "is-paid", receipt: "R", detail: "yes" }, now);
      expect(paid?.booking).toBe("paid");
      expect(row?.next_at === null).toBe(handle === null && status !== "unclear");
    }
});

test("no message and no letter goes out from what is loaded, no prompt begins, and a provider is closed", () => {
  const now = 1_000;
  for (const state of ["waiting", "sending", "sent", "delivered", "failed", "unclear", "held"])
    expect(["waiting", "sending"]).not.toContain(safeRows("messages", [{ state }], now)[0]?.state);
  // Of a campaign also what a press would send.
  for (const [state, reason] of [
    ["held", "stopped"],
    ["failed", "late"],
    ["failed", "sender_id"],
  ] as const)
    expect(safeRows("messages", [{ kind: "campaign", state, reason }], now)[0]?.state).toBe("unclear");
  expect(safeRows("messages", [{ kind: "campaign", state: "failed", reason: "no" }], now)[0]?.state).toBe(
    "failed",
  );
  expect(safeRows("messages", [{ kind: "receipt", state: "held" }], now)[0]?.state).toBe("held");
  // Credits that came since would have sent it.
  expect(safeRows("messages", [{ kind: "receipt", state: "held", reason: "credits" }], now)[0]?.state).toBe(
    "unclear",
  );
  const absences = ["open", "told", "untold", "back", "over"].map((state) => ({ state }));
  expect(safeRows("absences", absences, now).map(({ state }) => state)).toEqual([
    "untold",
    "told",
    "untold",
    "over",
    "over",
  ]);
  // A letter goes out at a fifth: who has more gets it when it comes to that.
  const credits = { full_cents: 100, low_told_at: null };
  expect(safeRows("message_credits", [{ ...credits, balance_cents: 20 }], now)[0]?.low_told_at).toBe(now);
  expect(safeRows("message_credits", [{ ...credits, balance_cents: 21 }], now)[0]?.low_told_at).toBeNull();
  expect(safeRows("mail", [{ sent_at: null }], now)[0]?.sent_at).toBe(now);
  expect(safeRows("switches", [{ is_active: 1 }], now)[0]?.is_active).toBe(0);
  for (const status of ["active", "suspended"])
    expect(safeRows("providers", [{ status }], now)[0]?.status).toBe("restoring");
  for (const status of ["erasing", "erased"])
    expect(safeRows("providers", [{ status }], now)[0]?.status).toBe(status);
  expect(safeRows("plans", [{ name: "a" }], now)).toEqual([{ name: "a" }]);
});
