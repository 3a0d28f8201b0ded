export { handleCallbacks, handleDeadCallbacks } from "./callback-queue.ts";
export type { QueuedCallback } from "./core/callbacks.ts";
export { entitlementIdOf } from "./core/payment-id.ts";
export { latestPaymentOf } from "./core/payment-leases.ts";
export type { PaymentState } from "./core/payment-state.ts";
export { type PaymentWritten, writePayment } from "./core/payment-store.ts";
export { type PaymentView, pollOf } from "./core/payment-view.ts";
export { isSale, topUpIn } from "./core/route.ts";
export { divertedOutcome } from "./diverted-outcome.ts";
export { failureText } from "./failure-text.ts";
export { darajaCallBy } from "./gateways/daraja-call.ts";
export type { GatewayAnswer } from "./gateways/gateway-call.ts";
export { pullStatement, type StatementFault, type StatementRow } from "./gateways/mpesa-pull.ts";
export { type PushingApp, type PushPlace, permittedPushes } from "./gateways/permitted-pushes.ts";
export { reachedGateways, reachGateways } from "./gateways/reach-gateways.ts";
export { sweepApps } from "./gateways/sweep-apps.ts";
export { readStrictJson, wireText } from "./gateways/wire.ts";
export { replayCallback, reprojectPayment } from "./handle-callback.ts";
export { initiatePayment } from "./initiate-payment.ts";
export { listPaid, type PaidRow, paymentsOfPhone } from "./list-paid.ts";
export { sendNonSalePush, sweepNonSalePush } from "./non-sale-push.ts";
export { paidByReceipt, queryRecentPayments } from "./paid-by-receipt.ts";
export { disownReported, payByStatement, statementClockMs } from "./paybill/pay-by-statement.ts";
export { sweepPaybill } from "./paybill/sweep-paybill.ts";
export {
  accessStatus,
  paymentStatus,
  pollPayment,
  queryPayment,
  readPayment,
  settled,
} from "./payment-status.ts";
export { countOpenAppeals } from "./refunds/appeal-store.ts";
export { paybillRefundObject } from "./refunds/paybill-subject.ts";
export { refundsDue, sweepRefunds } from "./refunds/sweep-refunds.ts";
export { releasePrompt } from "./release-prompt.ts";
export { paymentsDue, sweepPayments } from "./sweep-payments.ts";
export { sweepSwitchVerifications } from "./try-switch.ts";
export { sweepVerifications } from "./verify-gateway.ts";

// Into a customer's account: it comes with the first that pays.

type Pay = typeof import("./pay-account.ts").payIntoAccount;
export const payIntoAccount: Pay = async (...asked) =>
  (await import("./pay-account.ts")).payIntoAccount(...asked);

type PaymentOf = typeof import("./pay-account.ts").accountPayment;
export const accountPayment: PaymentOf = async (...asked) =>
  (await import("./pay-account.ts")).accountPayment(...asked);
