import { Fragment } from "react";
import type { PlanForVisitors } from "#contract/plans";
import type { DeviceAccess } from "#contract/portal";
import { formatBytes } from "#contract/values/data";
import { planDuration, timeLeft } from "#contract/values/duration";
import { inService } from "#contract/values/services";
import type { IconName } from "../../ui/icons.ts";
import { buyAddress, claimAddress, connectedAddress } from "../addresses.ts";
import { serverNow } from "../flow-view.ts";
import type { Messages } from "../messages/en.ts";
import { endsWhen } from "../moments.ts";
import { ActionLink } from "../parts/action-link.tsx";
import { Icon } from "../parts/icon.tsx";
import { Rare } from "../parts/rare.tsx";
import { planGives, planPrice, tellingName } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";

function Plans() {
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
function JoinFirst() {
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

export function HomeScreen() {
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

export function PlanCard({ plan, popular }: { plan: PlanForVisitors; popular: boolean }) {
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

const drawings: readonly IconName[] = ["bolt", "shield", "headset"];

export function WhyUs() {
  const { messages } = usePortal();
  return (
    <section className="why" aria-labelledby="why">
      <h2 id="why">{messages.why.title}</h2>
      <ul className="points">
        {messages.why.points.map((point, index) => (
          <li key={point.title} className="point">
            <span className="point-icon">
              <Icon name={drawings[index] ?? "check"} />
            </span>
            <div>
              <h3>{point.title}</h3>
              <p>{point.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const line = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(" · ");

export function DeviceStrip({ device }: { device: DeviceAccess }) {
  const { page, flow, messages } = usePortal();
  const now = serverNow(flow);
  const endsAt = device.expiresAt === null ? null : Date.parse(device.expiresAt);
  const ended = endsAt !== null && endsAt <= now;
  return (
    <a className={`strip strip-${ended ? "ended" : device.access}`} href={connectedAddress(page)}>
      <Icon name={device.access === "online" && !ended ? "check" : "wifi"} />
      <span className="strip-words">
        <strong>{ended ? messages.device.ended : titleOf(device.access, messages)}</strong>
        <span className="strip-figures">
          <span>
            {line(
              device.planName,
              ended || endsAt === null ? null : messages.device.until(endsWhen(endsAt, now, messages)),
            )}
          </span>
          {ended ? null : (
            <span>
              {line(
                endsAt === null ? null : messages.device.left(timeLeft(endsAt - now, messages.time)),
                device.dataLeftBytes === null
                  ? null
                  : messages.device.left(formatBytes(device.dataLeftBytes)),
              )}
            </span>
          )}
        </span>
      </span>
      <Icon name="forward" className="strip-more" />
    </a>
  );
}

/** The same for another browser than the one that bought it, as far as anybody may know. */
export function AccessStrip({ access }: Pick<DeviceAccess, "access">) {
  const { page, messages } = usePortal();
  return (
    <a className={`strip strip-${access}`} href={connectedAddress(page)}>
      <Icon name={access === "online" ? "check" : "wifi"} />
      <span className="strip-words">
        <strong>{titleOf(access, messages)}</strong>
      </span>
      <Icon name="forward" className="strip-more" />
    </a>
  );
}

function titleOf(access: DeviceAccess["access"], { device }: Messages): string {
  return { online: device.online, connecting: device.connecting, waiting_for_device: device.waiting }[access];
}
