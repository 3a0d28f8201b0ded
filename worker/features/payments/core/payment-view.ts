import type { PaybillInstructions } from "../../../contract/payments.ts";
import { formatAccountCode } from "../../../contract/values/account-code.ts";
import { buyerHashOf, type Intent, type PaymentState } from "./payment-state.ts";
import { topUpIn } from "./route.ts";

export type PaymentView = Pick<
  PaymentState,
  | "status"
  | "reason"
  | "receipt"
  | "pushedAt"
  | "completedAt"
  | "intent"
  | "seq"
  | "detail"
  | "route"
  | "joined"
>;

/** How far a payment is, and which purchase it makes. */
export type PaymentPoll = Pick<PaymentState, "status" | "reason"> &
  Pick<Intent, "providerId" | "routerId" | "bridgeId" | "entitlementId" | "service" | "phone"> & {
    paymentId: string;
    /** The purchase that it gives more data; null of a purchase of its own. */
    topUpOf: string | null;
    /** Whether the gateway has taken the prompt; null where none goes out. */
    prompt: "sending" | "sent" | "unclear" | null;
    /** The cookie that is proof enough for this purchase. */
    buyerHash: string | null;
    /** When the prompt went out; before that, when the payment was made. */
    since: number;
    /** How to pay it by hand; null where that is not offered, and once it is paid. */
    paybill: PaybillInstructions | null;
  };

export function pollOf(view: PaymentView, now: number): PaymentPoll {
  const { status, reason, pushedAt, intent } = view;
  const { providerId, routerId, bridgeId, entitlementId, service, phone, createdAt } = intent;
  const named = { paymentId: intent.id, topUpOf: topUpIn(intent)?.of ?? null };
  const bought = { providerId, routerId, bridgeId, entitlementId, service, buyerHash: buyerHashOf(view) };
  const shown = { phone, prompt: promptOf(view), paybill: paybillInstructions(view, now) };
  return { status, reason, ...named, ...bought, ...shown, since: pushedAt ?? createdAt };
}

/** A push whose answer was lost is `pending` with what went wrong beside it. */
function promptOf({ status, detail, intent }: PaymentView): PaymentPoll["prompt"] {
  if (intent.unprompted) return null;
  if (status === "created" || status === "submitting") return "sending";
  return status === "pending" && detail !== null ? "unclear" : "sent";
}

/** Null where the gateway does not report such payments, for what is paid already, and once what it tops up would not take it. Without a prompt it is the only way. */
export function paybillInstructions(
  { status, route, intent }: Pick<PaymentState, "status" | "route" | "intent">,
  now: number,
): PaybillInstructions | null {
  if (status === "completed" || route?.type !== "mpesa" || !route.paybill) return null;
  const topUp = topUpIn(intent);
  if (topUp && topUp.takenUntil <= now) return null;
  return {
    paybill: route.partyB,
    account: formatAccountCode(route.accountReference),
    amount: intent.amountCents / 100,
  };
}
