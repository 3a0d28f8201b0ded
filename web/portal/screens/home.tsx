import { Fragment } from "react";
import type { PlanForVisitors } from "#contract/plans";
import { planDuration } from "#contract/values/duration";
import type { IconName } from "../../ui/icons.ts";
import { buyAddress, claimAddress, screenAddress, trialAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { ActionLink } from "../parts/action-link.tsx";
import { Icon } from "../parts/icon.tsx";
import { OnThisWifi } from "../parts/on-this-wifi.tsx";
import { Rare } from "../parts/rare.tsx";
import { planGives, planPrice, tellingName, usualPrice } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { isNowhere } from "../rare-parts.ts";

function Plans() {
  const { page, messages } = usePortal();
  const { plans } = page;
  return (
    <section aria-labelledby="plans">
      {page.noSale ? null : <VoucherRow />}
      {page.trialMinutes === null || page.access !== null ? null : (
        <div className="voucher-row voucher-first">
          <Icon name="bolt" />
          <span>{messages.home.newHere}</span>
          <a className="text-link" href={trialAddress(page)}>
            {messages.home.tryFree(page.trialMinutes)}
          </a>
        </div>
      )}
      <h2 id="plans">{plans.length > 0 ? messages.home.choose : messages.home.noPlans.title}</h2>
      {plans.length > 0 ? <PlanList /> : <p className="quiet">{page.noSale ?? messages.home.noPlans.text}</p>}
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

/** Above the plans: who holds a voucher need not look for it behind all of them. */
function VoucherRow() {
  const { page, actions, messages } = usePortal();
  const voucherPlan = page.plans[0]?.id ?? "";
  return (
    <div className="voucher-row voucher-first">
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
  );
}

/** From so many on a list is too long for a look. */
const groupedFrom = 12;

const groupOf = ({ durationHours }: PlanForVisitors) =>
  durationHours < 24 ? "hours" : durationHours < 7 * 24 ? "days" : "weeks";

function PlanList() {
  const { page, messages } = usePortal();
  const { plans } = page;
  const popular = plans[1];
  const cards = (some: readonly PlanForVisitors[], level: 3 | 4) => (
    <ul className="plans">
      {some.map((plan) => (
        <PlanCard key={plan.id} plan={plan} popular={plan === popular} level={level} />
      ))}
    </ul>
  );
  if (plans.length < groupedFrom) return cards(plans, 3);
  const groups = (["hours", "days", "weeks"] as const)
    .map((name) => ({ name, some: plans.filter((plan) => groupOf(plan) === name) }))
    .filter(({ some }) => some.length > 0);
  if (groups.length < 2) return cards(plans, 3);
  return (
    <>
      <nav className="groups" aria-label={messages.home.choose}>
        {groups.map(({ name }) => (
          <a key={name} className="choice-link" href={`#${name}`}>
            {messages.home.groups[name]}
          </a>
        ))}
      </nav>
      {groups.map(({ name, some }) => (
        <section key={name} className="group" aria-labelledby={name}>
          <h3 id={name} tabIndex={-1}>
            {messages.home.groups[name]}
          </h3>
          {cards(some, 4)}
        </section>
      ))}
    </>
  );
}

export function HomeScreen() {
  const { page, messages } = usePortal();
  const nowhere = isNowhere(page);
  // A provider's own welcome stays; the usual one would invite to what is not sold.
  const isShut = page.plans.length === 0 && page.brand.welcomeMessage === messages.home.usualWelcome;
  return (
    <>
      <div className="welcome">
        <div className="welcome-in">
          <h1 tabIndex={-1}>{messages.home.welcome(page.brand.companyName)}</h1>
          <div className="welcome-line">
            <p className="welcome-text">{isShut ? "" : page.brand.welcomeMessage}</p>
            <OtherLanguage />
          </div>
        </div>
      </div>
      <div className="shop">
        <div className="shop-in">
          <Rare part="standing" />
          {page.noSale && page.plans.length > 0 ? <p className="note">{page.noSale}</p> : null}
          {page.mac === null && !nowhere && !page.noSale ? (
            <div className="note">
              <p>{messages.home.unknownDevice}</p>
              <OnThisWifi />
            </div>
          ) : null}
          {nowhere ? <Rare part="join-first" /> : <Plans />}
          <WhyUs />
          <Rare part="legal-addresses" />
        </div>
      </div>
    </>
  );
}

/** By its own name, so that those who read only that one find it before anything else. */
function OtherLanguage() {
  const { page, flow } = usePortal();
  const [lang, name] = page.language === "en" ? (["sw", "Kiswahili"] as const) : (["en", "English"] as const);
  return (
    <a
      className="other-language"
      lang={lang}
      hrefLang={lang}
      href={screenAddress({ ...page, lang }, shownScreen(flow))}
    >
      {name}
    </a>
  );
}

type CardProps = { plan: PlanForVisitors; popular: boolean; level?: 3 | 4 };

export function PlanCard({ plan, popular, level = 3 }: CardProps) {
  const { page, actions, messages } = usePortal();
  const Heading = `h${level}` as const;
  const duration = planDuration(plan.durationHours, messages.time);
  const price = planPrice(plan);
  const name = tellingName(plan, messages);
  const usual = usualPrice(plan);
  return (
    <li className={popular ? "plan plan-popular" : "plan"} id={`plan-${plan.id}`}>
      {popular ? <p className="popular">{messages.home.mostPopular}</p> : null}
      <div className="plan-what">
        <Heading className="plan-duration">{duration}</Heading>
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
        <p className={price.length > 4 ? "price price-long" : "price"}>
          <span className="currency">{messages.kes}</span> <span className="figure">{price}</span>
          {usual ? (
            <s className="price-usual">
              <span className="only-spoken">{messages.home.insteadOf} </span>
              {usual}
            </s>
          ) : null}
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
