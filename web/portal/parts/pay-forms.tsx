import type { ReactElement, ReactNode } from "react";
import { planDuration } from "#contract/values/duration";
import type { BuyForm } from "../flow.ts";
import { planGives, planPrice } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { PayTabs, panelOf } from "./pay-tabs.tsx";
import { PhoneForm } from "./phone-form.tsx";
import { VoucherForm } from "./voucher-form.tsx";

type PanelName = ReturnType<typeof panelOf>;

function Panel({
  name,
  form,
  children,
}: {
  name: PanelName;
  form: BuyForm;
  children: ReactNode;
}): ReactElement {
  const { page, flow } = usePortal();
  const isShown = panelOf(form.tab) === name;
  const tab = isShown ? form.tab : name === "voucher" ? name : page.services[0];
  const tabPanel = flow.scripted ? { role: "tabpanel", "aria-labelledby": `tab-${tab}` } : {};
  // Both stay in the page, so that what was typed in one survives a look at the other.
  return (
    <div id={`panel-${name}`} hidden={!isShown} {...tabPanel}>
      {children}
    </div>
  );
}

/** The content of the payment dialog and of the payment page. */
export function PayForms({ form }: { form: BuyForm }): ReactElement {
  const { page, messages } = usePortal();
  const plan = page.plans.find((candidate) => candidate.id === form.planId);
  return (
    <>
      <PayTabs form={form} />
      {page.services.length > 0 ? (
        <Panel name="phone" form={form}>
          {plan ? (
            <>
              <div className="order">
                <div>
                  <p className="order-plan">{planDuration(plan.durationHours, messages.time)}</p>
                  <p className="order-gives">{planGives(plan, messages).join(" · ")}</p>
                </div>
                <p className="price">
                  <span className="only-spoken">{messages.buy.youPay} </span>
                  <span className="currency">{messages.kes}</span>{" "}
                  <span className="figure">{planPrice(plan)}</span>
                </p>
              </div>
              <PhoneForm form={form} plan={plan} />
            </>
          ) : (
            <p className="next">{messages.buy.noPlan}</p>
          )}
        </Panel>
      ) : null}
      <Panel name="voucher" form={form}>
        {page.services.length > 0 ? null : <p className="next">{messages.buy.voucherOnly}</p>}
        <VoucherForm form={form} />
      </Panel>
    </>
  );
}
