import { refundIdOf } from "./refund-id.ts";
import type { Refund, RefundBook, RefundSubject } from "./refund-state.ts";

/** What others may know of a refund. */
export type RefundView = Pick<Refund, "status" | "cents" | "detail" | "receipt"> & {
  id: string;
  providerId: string;
};
/** A refund with what it is of. */
export type RefundFile = { refund: Refund; subject: RefundSubject; backCents: number };
/** What asking for all that is left would meet now. */
export type RefundOutlook = {
  subject: RefundSubject;
  backCents: number;
  givesParts: boolean;
  /** As a sentence; null = it can be given back. */
  why: string | null;
  /** Something is left, and nothing is on its way: it can be noted as given back by hand. */
  byHand: boolean;
};
export type RefundAnswer = { kind: "taken"; refund: RefundView } | { kind: "refused"; why: string };

export function refundIn(book: RefundBook | undefined, number: number): Refund | undefined {
  return book?.refunds.find((refund) => refund.number === number);
}

/** Null: there is no such refund in it. */
export function viewOf(book: RefundBook | undefined, number: number): RefundView | null {
  const refund = refundIn(book, number);
  if (!book || !refund) return null;
  const { status, cents, detail, receipt } = refund;
  const { id: objectId, providerId } = book.subject;
  return { id: refundIdOf({ objectId, number }), providerId, status, cents, detail, receipt };
}
