import type { ReactElement } from "react";
import { shownScreen } from "../flow-view.ts";
import { usePortal } from "../portal-context.ts";
import { FailureScreen } from "./failure.tsx";
import { SuccessScreen } from "./success.tsx";
import { WaitingScreen } from "./waiting.tsx";

/** What follows the payment form: the wait for the PIN, and how it ended. */
export function PaymentScreen(): ReactElement | null {
  const screen = shownScreen(usePortal().flow);
  switch (screen.kind) {
    case "waiting":
      return <WaitingScreen screen={screen} />;
    case "success":
      return <SuccessScreen screen={screen} />;
    case "failure":
      return <FailureScreen screen={screen} />;
    default:
      return null;
  }
}
