import type { ReactElement } from "react";
import { inService } from "#contract/values/services";
import { usePortal } from "../portal-context.ts";

/**
 * The step of a payment for those who listen: it changes with the step, not with the clock, and outlives the screens.
 * What a toast says is not said twice.
 */
export function SpokenProgress(): ReactElement | null {
  const { flow, messages } = usePortal();
  const { watch, following, scripted } = flow;
  const phase = following ? watch?.phase : undefined;
  const absent = watch?.status.access === "waiting_for_device";
  const paid = absent ? messages.success.absent : messages.success.connecting;
  if (!scripted) return null;
  return (
    <p className="only-spoken" role="status">
      {phase === "waiting"
        ? inService(messages.waiting.steps.pin, watch?.service ?? "mpesa")
        : phase === "connecting"
          ? paid
          : ""}
    </p>
  );
}
