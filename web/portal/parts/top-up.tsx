import type { TopUpOffer } from "#contract/portal";
import { formatBytes } from "#contract/values/data";
import { buyAddress } from "../addresses.ts";
import { serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { amountOf } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";

/** More data for what is used up or nearly so, and until when it can be used. */
export function TopUpLink({ offer, isMain = false }: { offer: TopUpOffer | null; isMain?: boolean }) {
  const { page, flow, messages } = usePortal();
  if (offer === null || page.services.length === 0) return null;
  const { planId, bytes, amount, until } = offer;
  return (
    <a
      className={isMain ? "button button-main" : "button button-second"}
      href={buyAddress(page, planId, "mpesa", true)}
    >
      {messages.device.topUp(
        formatBytes(bytes),
        amountOf(amount, messages),
        endsWhen(Date.parse(until), serverNow(flow), messages),
      )}
    </a>
  );
}
