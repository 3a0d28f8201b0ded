import type { PurchaseEnded } from "#contract/portal";
import { buyAddress } from "../addresses.ts";
import { serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { planTitle } from "../plan-figures.ts";
import { type PortalContext, usePortal } from "../portal-context.ts";
import { ActionLink } from "./action-link.tsx";

/** "Your data is used up", or when the time ended. */
export function endedTitle({ why, at }: PurchaseEnded, { flow, messages }: PortalContext): string {
  if (why === "data") return messages.device.dataUsedUp;
  return messages.device.endedWhen(endsWhen(Date.parse(at), serverNow(flow), messages));
}

/** The same once more, in one tap; nothing where it is not sold any more. */
export function BuyAgain({ ended }: { ended: PurchaseEnded }) {
  const { page, actions, messages } = usePortal();
  if (!page.plans.some(({ id }) => id === ended.planId)) return null;
  return (
    <ActionLink
      className={ended.topUp ? "button button-second" : "button button-main"}
      href={buyAddress(page, ended.planId)}
      opensDialog
      onAct={() => actions?.again(ended.planId, ended.phoneNumber)}
    >
      {messages.device.buyAgain(planTitle(ended.planName, messages))}
    </ActionLink>
  );
}
