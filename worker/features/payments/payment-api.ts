import type { Text } from "../../contract/texts.ts";
import type { DivertedOutcome } from "../../ports.ts";
import type { Callback, ResultAbout } from "./core/callbacks.ts";
import type { Intent, PaybillArrival, PaybillOutcome } from "./core/payment-state.ts";
import type { PaymentPoll, PaymentView } from "./core/payment-view.ts";
import type { RouteDecision } from "./core/route.ts";
import type { RefundRequest, RefundSubject } from "./gateways/refund-types.ts";
import type { RefundAnswer, RefundDetails, RefundOutlook, RefundView } from "./refunds/refund-state.ts";

declare module "../../env.ts" {
  interface Bindings {
    PAYMENT: DurableObjectNamespace<PaymentApi>;
  }
}

/** What PaymentObject answers; documented at the class. */
export interface PaymentApi extends Rpc.DurableObjectBranded {
  begin(intent: Intent, decision: RouteDecision): Promise<PaymentView>;
  join(): Promise<void>;
  untick(): Promise<void>;
  record(callback: Callback, receivedAt: number): Promise<"stored" | "unknown">;
  paybillPayment(arrival: PaybillArrival): Promise<PaybillOutcome | "unknown">;
  beginPaybillPayment(intent: Intent, arrival: PaybillArrival): Promise<PaybillOutcome | "unknown">;
  poll(): Promise<PaymentPoll | null>;
  hasReceipt(receipt: string): Promise<boolean | null>;
  read(): Promise<PaymentView | null>;
  diverted(switchId: string): Promise<DivertedOutcome>;
  query(): Promise<PaymentView | null>;
  sweep(): Promise<"swept" | "unknown">;
  refundOutlook(paybillPayment: RefundSubject | null): Promise<RefundOutlook | Text>;
  refund(ask: RefundRequest, paybillPayment: RefundSubject | null): Promise<RefundAnswer>;
  refundByHand(
    ask: RefundRequest,
    reference: string,
    paybillPayment: RefundSubject | null,
  ): Promise<RefundAnswer>;
  refundResult(number: number, about: ResultAbout, body: string): Promise<"stored" | "unknown">;
  disown(receipt: string, detail: string): Promise<void>;
  queryRefund(number: number): Promise<RefundView | null>;
  readRefund(number: number): Promise<RefundDetails | null>;
  settleRefund(number: number, outcome: "done" | "failed", note: string): Promise<RefundAnswer>;
  reproject(): Promise<void>;
  whole(): Promise<string | null>;
  load(whole: string): Promise<void>;
  resume(): Promise<void>;
}
