import { Fragment, type ReactElement } from "react";
import type { PlanForVisitors } from "#contract/plans";
import { planDuration } from "#contract/values/duration";
import { buyAddress } from "../addresses.ts";
import { planGives, planPrice, tellingName } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { ActionLink } from "./action-link.tsx";

/** One plan: how long and how much first, then what it gives. */
export function PlanCard({ plan, popular }: { plan: PlanForVisitors; popular: boolean }): ReactElement {
  const { page, actions, messages } = usePortal();
  const duration = planDuration(plan.durationHours, messages.time);
  const price = planPrice(plan);
  const name = tellingName(plan, messages);
  return (
    <li className={popular ? "plan plan-popular" : "plan"} id={`plan-${plan.id}`}>
      {popular ? <p className="popular">{messages.home.mostPopular}</p> : null}
      <div className="plan-what">
        <h3 className="plan-duration">{duration}</h3>
        {name ? <p className="plan-name">{name}</p> : null}
        <p className="plan-gives">
          {planGives(plan, messages).map((part, index) => (
            <Fragment key={part}>
              {index > 0 ? " · " : ""}
              <span>{part}</span>
            </Fragment>
          ))}
        </p>
      </div>
      <div className="plan-stub">
        <p className={price.length > 5 ? "price price-long" : "price"}>
          <span className="currency">{messages.kes}</span> <span className="figure">{price}</span>
        </p>
        <ActionLink
          href={buyAddress(page, plan.id)}
          className={popular ? "button button-plan button-strong" : "button button-plan"}
          opensDialog
          onAct={() => actions?.select(plan.id)}
        >
          {messages.home.selectPlan}
          <span className="only-spoken">{messages.home.planFor(duration, `${messages.kes} ${price}`)}</span>
        </ActionLink>
      </div>
    </li>
  );
}
