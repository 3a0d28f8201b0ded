// What gateways send, as objects and the queue hand it on. No context here: the environment's types name these.

/** `own` and `short` are one payment's own, unguessable; `app` is the one address of an Airtel app, known to all who run it. */
export type Door = { kind: "own" } | { kind: "short" } | { kind: "app"; app: string };

export type GatewayMessage = { door: Door; body: string };

export type RefundName = { objectId: string; number: number };

/** The refund, its time-out, a question about it or its payment, or (`reported`) money that a pay bill reported. */
export type ResultKind = "result" | "timed-out" | "status" | "payment-status" | "reported";
/** `ask`: which of our questions it answers, from 1; 0 = none. */
export type ResultAbout = { kind: ResultKind; ask: number };

export type Paybill = { environment: "sandbox" | "production"; shortCode: string };

/** The second copy of a payment's callback. */
export type PaymentMessage = GatewayMessage & { paymentId: string; receivedAt: number };
/** A callback at a short address that could not be looked up when it came. */
export type ShortMessage = { shortAddress: string; body: string; receivedAt: number };
/** The second copy of a confirmation. */
export type PaybillMessage = { paybill: Paybill; body: string; receivedAt: number };
/** The second copy of a refund's result. */
export type ResultMessage = { refund: RefundName; about: ResultAbout; body: string };

declare module "../../../env.ts" {
  interface Bindings {
    CALLBACKS: Queue<CallbackMessage>;
    DEAD_LETTERS: DurableObjectNamespace<DeadLetterApi>;
  }
}

/** What the queue `callbacks` holds. */
export type CallbackMessage = PaymentMessage | ShortMessage | PaybillMessage | ResultMessage;

/** What DeadLetterObject answers; documented at the class. */
export interface DeadLetterApi extends Rpc.DurableObjectBranded {
  keep(message: CallbackMessage): Promise<void>;
}
