import type { Kept } from "./core/payment-storage.ts";
import type { WholeRefunds } from "./refunds/refund-storage.ts";

// What a payment's object keeps, as a backup has it. What was open then may have been sent, paid or answered since: nothing goes out
// from what is loaded, it is asked about, and what no question settles a person does. Pure.

/** @property callbacks in their order, as they came */
export type WholePayment = { kept: Kept | null; callbacks: unknown[]; refunds: WholeRefunds | null };

const detail = "loaded from a backup: what became of it since has to be asked";

/** @param now when it is loaded, UTC ms */
export function asLoaded({ kept, callbacks, refunds }: WholePayment, now: number): WholePayment {
  return {
    kept: kept && paymentAsLoaded(kept),
    callbacks,
    refunds: refunds && refundsAsLoaded(refunds, now),
  };
}

function paymentAsLoaded(kept: Kept): Kept {
  const { state } = kept;
  // A prompt that was about to go out, or round a refused account, may be on the phone: as one whose process died.
  const isOnItsWay = state.status === "created" && state.route !== null && !state.intent.unprompted;
  const safe = {
    ...state,
    direct: null,
    startBy: 0,
    ...(isOnItsWay
      ? ({ status: "submitting", pushedAt: state.pushedAt ?? state.intent.createdAt, handle: null } as const)
      : {}),
  };
  return { ...kept, state: safe, outbox: kept.outbox.map((one) => ({ ...one, nextAt: 0 })) };
}

function refundsAsLoaded({ book, events, owed }: WholeRefunds, now: number): WholeRefunds {
  const refunds = book.refunds.map((refund) => {
    if (refund.status !== "requested" && refund.status !== "submitting" && refund.status !== "pending")
      return refund;
    const seq = refund.seq + 1;
    return {
      ...refund,
      status: "unknown" as const,
      detail,
      seq,
      updatedAt: now,
      submittedAt: refund.submittedAt ?? now,
    };
  });
  // Their rows say so, too.
  const changed = refunds.filter(({ seq }, place) => seq !== book.refunds[place]?.seq);
  const told = changed
    .filter(({ number }) => !owed.some((one) => one.number === number && one.effect === "project"))
    .map(({ number }) => ({ number, effect: "project" }));
  return { book: { ...book, refunds }, events, owed: [...owed, ...told] };
}
