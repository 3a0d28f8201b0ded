import type { ReactElement } from "react";
import { inService } from "#contract/values/services";
import { buyAddress, claimAddress } from "../addresses.ts";
import { ActionLink } from "../parts/action-link.tsx";
import { AccessStrip, DeviceStrip } from "../parts/device-strip.tsx";
import { Icon } from "../parts/icon.tsx";
import { PlanCard } from "../parts/plan-card.tsx";
import { Rare } from "../parts/rare.tsx";
import { WhyUs } from "../parts/why-us.tsx";
import { usePortal } from "../portal-context.ts";

function Plans(): ReactElement {
  const { page, actions, messages } = usePortal();
  const { plans } = page;
  const voucherPlan = plans[0]?.id ?? "";
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">{plans.length > 0 ? messages.home.choose : messages.home.noPlans.title}</h2>
      {plans.length > 0 ? (
        <ul className="plans">
          {plans.map((plan, index) => (
            <PlanCard key={plan.id} plan={plan} popular={index === 1} />
          ))}
        </ul>
      ) : (
        <p className="quiet">{page.noSale ?? messages.home.noPlans.text}</p>
      )}
      {page.noSale ? null : (
        <div className="voucher-row">
          <Icon name="ticket" />
          <span>{messages.home.voucherQuestion}</span>
          <ActionLink
            href={buyAddress(page, voucherPlan, "voucher")}
            className="text-link"
            opensDialog
            onAct={() => actions?.select(voucherPlan, "voucher")}
          >
            {messages.home.voucherAction}
          </ActionLink>
        </div>
      )}
      <div className="voucher-row">
        <Icon name="check" />
        <span>{messages.home.paidAlready}</span>
        <a className="text-link" href={claimAddress(page)}>
          {messages.home.bringIt}
        </a>
      </div>
    </section>
  );
}

/** On the main domain without a router there is nobody to buy from yet. */
function JoinFirst(): ReactElement {
  const { messages } = usePortal();
  const { title, text, steps } = messages.home.noRouter;
  return (
    <section aria-labelledby="join">
      <h2 id="join">{title}</h2>
      <p className="quiet">{text}</p>
      <ol className="join-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

export function HomeScreen(): ReactElement {
  const { page, flow, messages } = usePortal();
  const unsettled = flow.watch?.phase === "late" || flow.watch?.phase === "waiting";
  const nowhere = page.routerId === null && page.plans.length === 0 && page.noSale === null;
  return (
    <>
      <div className="welcome">
        <div className="welcome-in">
          <h1 tabIndex={-1}>{messages.home.welcome(page.brand.companyName)}</h1>
          <p className="welcome-text">{page.brand.welcomeMessage}</p>
        </div>
      </div>
      <div className="shop">
        <div className="shop-in">
          {unsettled ? <p className="note">{messages.device.stillChecking}</p> : null}
          {page.pending && !unsettled ? (
            <p className="note">
              {inService(
                messages.device.pending(page.pending.planName, `${messages.kes} ${page.pending.amount}`),
                page.pending.service,
              )}
            </p>
          ) : null}
          {page.device ? <DeviceStrip device={page.device} /> : null}
          {page.access && !page.device ? <AccessStrip access={page.access} /> : null}
          <Rare part="elsewhere" />
          {page.noSale && page.plans.length > 0 ? <p className="note">{page.noSale}</p> : null}
          {page.mac === null && !nowhere && !page.noSale ? (
            <p className="note">{messages.home.unknownDevice}</p>
          ) : null}
          {nowhere ? <JoinFirst /> : <Plans />}
          <WhyUs />
          <Rare part="legal-addresses" />
        </div>
      </div>
    </>
  );
}
