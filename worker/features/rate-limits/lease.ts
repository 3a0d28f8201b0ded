// Pure rules of leases: which browser has a purchase open for which device.

/**
 * @property name what is held of the subject @property holder the browser: another one's leases do not matter
 * @property purchase router, device and plan @property network by which it was counted; absent where it was not
 */
export type LeaseAsk = {
  name: string;
  holder: string;
  purchase: string;
  paymentId: string;
  holdMs: number;
  network?: string;
};

export type OpenLease = {
  purchase: string;
  paymentId: string;
  takenAt: number;
  until: number;
  /** When its payment had a definite result; null = none yet. */
  settledAt: number | null;
  network?: string;
};

export type LeaseAnswer =
  | { kind: "granted"; unsettled: string | null }
  /** The same purchase is already under way. */
  | { kind: "same"; paymentId: string; network?: string }
  | { kind: "busy"; paymentId: string; retryAfterMs: number }
  /** `keys`: of the attempts that have no room. */
  | { kind: "limited"; keys: string[]; retryAfterMs: number };

/** The same purchase gets the same payment, others are refused; later the unsettled payment is named, to be asked once. */
export function leaseAnswer(
  open: OpenLease | undefined,
  ask: Pick<LeaseAsk, "purchase">,
  now: number,
): Exclude<LeaseAnswer, { kind: "limited" }> {
  if (!open) return { kind: "granted", unsettled: null };
  if (open.until > now) {
    const from = open.network === undefined ? {} : { network: open.network };
    if (open.purchase === ask.purchase) return { kind: "same", paymentId: open.paymentId, ...from };
    return { kind: "busy", paymentId: open.paymentId, retryAfterMs: open.until - now };
  }
  return { kind: "granted", unsettled: open.settledAt === null ? open.paymentId : null };
}
