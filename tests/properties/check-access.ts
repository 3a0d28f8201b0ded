import type { PaymentState } from "#worker/features/payments/core/payment-state";
import { cover } from "./coverage.ts";
import type { Observation, Prompt } from "./observation.ts";
import { PropertyViolation } from "./property-violation.ts";

// Access, whatever false callbacks say: the gateway's own answer decides.

const offlineWithinMs = 60_000;

/** Properties 17 and 18, at a moment when no call waits. */
export function checkAccess(observed: Observation, state: PaymentState, prompts: readonly Prompt[]): void {
  const { intent, status, handle, takenBack } = state;
  const [bought] = observed.tenantRows<{ state: string }>(
    "SELECT state FROM entitlements WHERE source_id = ?1",
    intent.id,
  );
  const isCut = bought?.state === "cut_off";
  if (takenBack.length > 0) cover("taken back");
  if (takenBack.length > 0 && status === "completed") cover("sold again");
  if (observed.hasPendingEffects(intent.id)) return;
  if (status === "completed" && isCut)
    throw new PropertyViolation(18, `${intent.id} is paid, and its access is cut off`);
  const denied = handle === null ? undefined : observed.denied(handle);
  if (handle === null || !denied || observed.diedSince(intent.id, handle)) return;
  const isPaid = prompts.some((one) => String(one.callBackUrl).includes(intent.id) && one.state === "paid");
  if (isPaid || denied.at + offlineWithinMs > Date.now()) return;
  if (status === "completed" || (bought && !isCut))
    throw new PropertyViolation(
      17,
      `${intent.id} was denied by the gateway a minute ago and is ${bought?.state}`,
    );
}
