import type { Context } from "../../../context.ts";
import { say, type Text } from "../../../contract/texts.ts";
import { shillings } from "../../../contract/values/money.ts";
import { balanceNow } from "../../ledger/index.ts";
import type { RefundRequest, RefundSubject } from "../gateways/refund-types.ts";

// Money that the platform collected is owed to the provider, and may have been paid out to it: what goes back to a payer then is the
// platform's own, until the provider's next sales make it up.

/** What the platform owes the provider of this money, less refunds on their way, in cents; null where it did not collect it. */
export async function collectedBalance(
  ctx: Context,
  { providerId, route, sale }: RefundSubject,
): Promise<number | null> {
  if (route.settlement !== "collected" || sale === null) return null;
  const { owed, refunding } = await balanceNow(ctx, providerId);
  return owed - refunding;
}

/** What is in the way of giving back more than is left; null = nothing, or the operator knows. */
export async function debtFault(
  ctx: Context,
  subject: RefundSubject,
  { cents, intoDebt }: Pick<RefundRequest, "cents" | "intoDebt">,
): Promise<Text | null> {
  if (intoDebt) return null;
  const balance = await collectedBalance(ctx, subject);
  if (balance === null || balance >= cents) return null;
  return say("refund_into_debt", { amount: shillings(cents - balance) });
}
