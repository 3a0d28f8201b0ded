// Pure rules of leases: who may have a prompt open on which device and phone.

/** @property subject the device at a router, or a phone @property purchase what is bought (device and plan) */
export type LeaseAsk = {
  subject: string;
  purchase: string;
  paymentId: string;
  holdMs: number;
  /** Least time between two leases of this subject that had no definite result. */
  quietMs: number;
};

export type OpenLease = {
  purchase: string;
  paymentId: string;
  takenAt: number;
  until: number;
  /** When its payment had a definite result; null = none yet. */
  settledAt: number | null;
};

export type LeaseAnswer =
  | { kind: "granted"; unsettled: string | null }
  /** The same purchase is already under way. */
  | { kind: "same"; paymentId: string }
  | { kind: "busy"; paymentId: string; retryAfterMs: number }
  | { kind: "limited"; retryAfterMs: number };

/**
 * While a lease holds, the same purchase gets the same payment and any other is refused. After it, without a definite
 * result, a new one is granted and names the unsettled payment, which must be asked once before a new prompt goes out.
 */
export function leaseAnswer(open: OpenLease | undefined, ask: LeaseAsk, now: number): LeaseAnswer {
  if (!open) return { kind: "granted", unsettled: null };
  if (open.until > now) {
    if (open.purchase === ask.purchase) return { kind: "same", paymentId: open.paymentId };
    return { kind: "busy", paymentId: open.paymentId, retryAfterMs: open.until - now };
  }
  if (open.settledAt !== null) return { kind: "granted", unsettled: null };
  const quietUntil = open.takenAt + ask.quietMs;
  if (quietUntil > now) return { kind: "busy", paymentId: open.paymentId, retryAfterMs: quietUntil - now };
  return { kind: "granted", unsettled: open.paymentId };
}
