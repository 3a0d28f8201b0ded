import { formatBytes } from "#contract/values/data";
import type { BuyForm } from "../flow-state.ts";
import { serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { amountOf, wholeAmount } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { Panel, PhoneForm } from "./pay-forms.tsx";
import { PayTabs } from "./pay-tabs.tsx";

/** More data for what this device has: its price is that of the purchase, whatever its plan costs by now. */
export function TopUpForm({ form }: { form: BuyForm }) {
  const { page, flow, messages } = usePortal();
  const offer = page.device?.topUp ?? page.ended?.topUp;
  if (!offer || page.services.length === 0) return <p className="next">{messages.device.noTopUp}</p>;
  return (
    <>
      {page.services.length > 1 ? <PayTabs form={form} /> : null}
      <Panel name="phone" form={form}>
        <div className="order">
          <div>
            <p className="order-plan">{messages.device.more(formatBytes(offer.bytes))}</p>
            <p className="order-gives">
              {messages.home.until(endsWhen(Date.parse(offer.until), serverNow(flow), messages))}
            </p>
          </div>
          <p className="price">
            <span className="only-spoken">{messages.buy.youPay} </span>
            <span className="currency">{messages.kes}</span>{" "}
            <span className="figure">{wholeAmount(offer.amount)}</span>
          </p>
        </div>
        <PhoneForm form={form} amount={amountOf(offer.amount, messages)} isClosed={false} />
      </Panel>
    </>
  );
}
