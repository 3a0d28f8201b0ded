import type { Context } from "../../context.ts";
import { chooseRoute } from "./choose-route.ts";
import { divertRoute } from "./divert-route.ts";
import { gatewayOf } from "./gateways/index.ts";
import type { PaymentEvent, PaymentState } from "./payment-state.ts";
import { writeRow } from "./payment-store.ts";
import { withAccountCode } from "./typed/account-codes.ts";

/**
 * A prompt goes out at once or not at all: one that comes when the visitor has given up, or bought again, would be paid
 * twice.
 */
const startWithinMs = 20_000;

/** What a payment's own object offers here: its state now, and the only way to change it. */
export type Payment = { read(): PaymentState; apply(event: PaymentEvent): void };

/** Route, row, prompt: takes a new payment as far as the gateway's answer. Never throws; every end is an event. */
export async function submitPayment(ctx: Context, payment: Payment): Promise<void> {
  const { intent, status } = payment.read();
  if (status !== "created") return;
  const notStarted = (detail: string) => payment.apply({ type: "refused", reason: "service", detail });
  const isTooLate = () => intent.createdAt + startWithinMs < ctx.now();
  if (isTooLate()) return notStarted("interrupted before the prompt went out");
  try {
    const choice = await chooseRoute(ctx, intent);
    if ("fault" in choice) return notStarted(choice.fault);
    const isSale = intent.verifies === null;
    const frozen = isSale
      ? await withAccountCode(ctx, await divertRoute(ctx, choice.route, intent), intent)
      : choice.route;
    payment.apply({ type: "routed", route: frozen });
    if (isSale) await writeRow(ctx, payment.read());
  } catch (cause) {
    // Nothing went out and the visitor is waiting: a clear "not now" is better than a prompt minutes later.
    console.error("payment not started", cause);
    return notStarted("the database could not be reached");
  }
  // Once more: routing may have waited long for a database or a switch, and nothing has gone out yet.
  if (isTooLate()) return notStarted("interrupted before the prompt went out");
  payment.apply({ type: "submitting" });
  const { route } = payment.read();
  if (!route) return;
  const ask = {
    paymentId: intent.id,
    providerId: intent.providerId,
    phone: intent.phone,
    shillings: intent.amountCents / 100,
    description: "WiFi",
  };
  const gateway = gatewayOf(ctx, route, intent.id);
  const result = await gateway.push(ask);
  switch (result.kind) {
    case "accepted":
      return payment.apply({ type: "accepted", handle: result.handle });
    case "refused":
      return payment.apply({ type: "refused", reason: result.reason, detail: result.detail });
    case "unclear":
      return payment.apply({ type: "unclear", detail: result.detail, handle: gateway.ownHandle });
    default:
      return result satisfies never;
  }
}
