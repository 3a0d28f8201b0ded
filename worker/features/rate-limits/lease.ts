// Pure rules of leases: which browser has a purchase open for which device.

/**
 * @property holder the browser that asks: what another one has open for the same device is no matter of this one's, since
 * anybody on the WiFi can name a device
 * @property purchase what is bought (router, device and plan)
 */
export type LeaseAsk = {
  subject: string;
  holder: string;
  purchase: string;
  paymentId: string;
  holdMs: number;
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
  /** `keys`: of the attempts that have no room. */
  | { kind: "limited"; keys: string[]; retryAfterMs: number };

/**
 * While a lease holds, the same purchase gets the same payment and any other is refused. After it, without a definite
 * result, a new one is granted and names the unsettled payment, which must be asked once before a new prompt goes out.
 */
export function leaseAnswer(
  open: OpenLease | undefined,
  ask: Pick<LeaseAsk, "purchase">,
  now: number,
): Exclude<LeaseAnswer, { kind: "limited" }> {
  if (!open) return { kind: "granted", unsettled: null };
  if (open.until > now) {
    if (open.purchase === ask.purchase) return { kind: "same", paymentId: open.paymentId };
    return { kind: "busy", paymentId: open.paymentId, retryAfterMs: open.until - now };
  }
  return { kind: "granted", unsettled: open.settledAt === null ? open.paymentId : null };
}
