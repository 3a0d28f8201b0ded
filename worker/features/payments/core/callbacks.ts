// What gateways send, as objects and the queue hand it on. No context here: the environment's types name these.

/** `own` and `short` are one payment's own, unguessable; `app` is the one address of an Airtel app, known to all who run it. */
export type Door = { kind: "own" } | { kind: "short" } | { kind: "app"; app: string };

export type Callback = { door: Door; body: string };

export type RefundName = { objectId: string; number: number };

/** The refund, its time-out, a question about it or its payment, or (`reported`) money that a pay bill reported. */
export type ResultKind = "result" | "timed-out" | "status" | "payment-status" | "reported";
/** `ask`: which of our questions it answers, from 1; 0 = none. */
export type ResultAbout = { kind: ResultKind; ask: number };

export type Paybill = { environment: "sandbox" | "production"; shortCode: string };

/** The second copy of a payment's callback. */
export type PaymentCallback = Callback & { paymentId: string; receivedAt: number };
/** A callback at a short address that could not be looked up when it came. */
export type ShortCallback = { shortAddress: string; body: string; receivedAt: number };
/** The second copy of a confirmation. */
export type PaybillCallback = { paybill: Paybill; body: string; receivedAt: number };
/** The second copy of a refund's result. */
export type ResultCallback = { refund: RefundName; about: ResultAbout; body: string };

declare module "../../../env.ts" {
  interface Bindings {
    CALLBACKS: Queue<QueuedCallback>;
    DEAD_LETTERS: DurableObjectNamespace<DeadLetterApi>;
  }
}

/** What the queue `callbacks` holds. */
export type QueuedCallback = PaymentCallback | ShortCallback | PaybillCallback | ResultCallback;

/** What DeadLetterObject answers; documented at the class. */
export interface DeadLetterApi extends Rpc.DurableObjectBranded {
  keep(callback: QueuedCallback): Promise<void>;
}
