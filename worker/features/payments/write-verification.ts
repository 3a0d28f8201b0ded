import type { Context } from "../../context.ts";
import { endVerification } from "../gateways/index.ts";
import type { PaymentState } from "./payment-state.ts";
import { promptOutcome, releaseLeases } from "./release-leases.ts";

/** What a verification's end means: its configuration may collect, or says why not. */
export async function writeVerification(ctx: Context, state: PaymentState): Promise<void> {
  const { intent, status, completedAt, detail } = state;
  if (intent.verifies === null || (status !== "completed" && status !== "failed")) return;
  await endVerification(ctx, {
    gatewayId: intent.verifies,
    paymentId: intent.id,
    verifiedAt: status === "completed" ? (completedAt ?? ctx.now()) : null,
    fault: status === "failed" ? (detail ?? "The test push was not paid.") : null,
  });
  await releaseLeases(ctx, intent, promptOutcome(state));
}
