import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { AppError, refuse } from "../../errors.ts";
import { letLeasesGo } from "./core/payment-leases.ts";
import type { Intent } from "./core/payment-state.ts";
import { readPayment } from "./payment-status.ts";

/**
 * A mistyped number blocks no second try: device and phone are free for another prompt. The payment goes on without them, and the next
 * purchase asks about it before it sends a prompt.
 * @param ask.owner whose host was asked; null = the main domain
 * @throws AppError not_found for all but the browser that began it
 */
export async function releasePrompt(
  ctx: Context,
  { id, buyerHash, owner }: { id: string; buyerHash: string | null; owner: string | null },
): Promise<Pick<Intent, "planId" | "service" | "phone" | "purpose">> {
  const payment = await readPayment(ctx, id);
  const isOwn = buyerHash !== null && payment?.intent.buyerHash === buyerHash;
  if (!payment || !isOwn || (owner !== null && owner !== payment.intent.providerId))
    throw refuse("not_found", "payment_unknown");
  if (payment.status === "completed") throw new AppError("conflict", say("already_paid"));
  // One that failed holds nothing any more.
  if (payment.status !== "failed") await letLeasesGo(ctx, payment.intent);
  return payment.intent;
}
