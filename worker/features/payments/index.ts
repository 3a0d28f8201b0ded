export { type CallbackMessage, takeCallbacks, takeDeadCallbacks } from "./callback-queue.ts";
export { type InitiateAsk, initiatePayment } from "./initiate-payment.ts";
export { askRecentPayments, paidByReceipt } from "./paid-by-receipt.ts";
export { entitlementIdOf } from "./payment-id.ts";
export { glanceOf, type PaymentView } from "./payment-object.ts";
export { accessStatus, askPayment, glanceAtPayment, paymentStatus, readPayment } from "./payment-status.ts";
export { latestPaymentOf } from "./release-leases.ts";
export { sweepPayments } from "./sweep-payments.ts";
export { sweepTyped } from "./typed/sweep-typed.ts";
