import type { Context } from "../../context.ts";
import { endVerification } from "../gateways/index.ts";
import { endTrial } from "../switch/index.ts";
import type { PaymentState } from "./core/payment-state.ts";
import { promptOutcome, releaseLeases } from "./core/release-leases.ts";
import { switchTriedBy } from "./switch-trial.ts";

/** The end of a trial: what was tried may take money from now on, or keeps the fault. */
export async function writeVerification(ctx: Context, state: PaymentState): Promise<void> {
  const { intent, status, completedAt, detail, fault: blamed } = state;
  if (intent.verifies === null || (status !== "completed" && status !== "failed")) return;
  const paidAt = status === "completed" ? (completedAt ?? ctx.now()) : null;
  const failure = { fault: blamed, detail: detail ?? "The test push was not paid." };
  const fault = status === "failed" ? failure : null;
  const switchId = switchTriedBy(intent);
  if (switchId !== null) await endTrial(ctx, { switchId, paymentId: intent.id, paidAt, fault });
  else
    await endVerification(ctx, {
      gatewayId: intent.verifies,
      paymentId: intent.id,
      verifiedAt: paidAt,
      fault,
    });
  await releaseLeases(ctx, intent, promptOutcome(state));
}
