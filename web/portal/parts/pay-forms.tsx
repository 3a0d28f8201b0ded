import type { ReactNode, SubmitEvent } from "react";
import type { PlanForVisitors } from "#contract/plans";
import { planDuration } from "#contract/values/duration";
import { markOf } from "#contract/values/mac";
import { inService } from "#contract/values/services";
import { hopHost } from "#contract/values/voucher-link";
import type { BuyForm } from "../flow-state.ts";
import { secondsToRetry, serverNow } from "../flow-view.ts";
import type { Messages } from "../messages/en.ts";
import { stopwatch } from "../moments.ts";
import { amountOf, isClosedPlan, planEnd, planGives, planPrice, planShillings } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { OnThisWifi } from "./on-this-wifi.tsx";
import { PayTabs, panelOf } from "./pay-tabs.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { ProblemNote } from "./problem-note.tsx";

type PanelName = ReturnType<typeof panelOf>;

export function Panel({ name, form, children }: { name: PanelName; form: BuyForm; children: ReactNode }) {
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
export function PayForms({ form }: { form: BuyForm }) {
  const { page, flow, rare, messages } = usePortal();
  const plan = page.plans.find((candidate) => candidate.id === form.planId);
  const end = plan && planEnd(plan, serverNow(flow), messages);
  // While something is paid and not connected a second sale takes one tap more. Its words come with what stands above the plans.
  const asksFirst = page.access === "connecting" && rare.standing;
  const phone = plan && (
    <PhoneForm
      form={form}
      amount={planAmount(plan, messages)}
      isClosed={isClosedPlan(plan, serverNow(flow))}
    />
  );
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
                  {end ? <p className="order-gives">{end}</p> : null}
                </div>
                <p className="price">
                  <span className="only-spoken">{messages.buy.youPay} </span>
                  <span className="currency">{messages.kes}</span>{" "}
                  <span className="figure">{planPrice(plan)}</span>
                </p>
              </div>
              {asksFirst ? (
                <details>
                  <summary className="button button-second">{messages.device.onceMore}</summary>
                  {phone}
                </details>
              ) : (
                phone
              )}
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

function planAmount(plan: PlanForVisitors, messages: Messages): string {
  const shillings = planShillings(plan);
  return shillings === undefined ? plan.price : amountOf(shillings, messages);
}

/** @param props.amount as it is charged */
export function PhoneForm({ form, amount, isClosed }: { form: BuyForm; amount: string; isClosed: boolean }) {
  const { page, rare, actions, messages } = usePortal();
  // No promise of seconds where nobody can keep it.
  const next = page.routerAway || isClosed ? messages.buy.nextClosed : messages.buy.next;
  const service = form.tab === "voucher" ? (page.services[0] ?? "mpesa") : form.tab;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const purchases = actions?.purchases;
    if (!purchases) return;
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const typed = sent.get("phoneNumber");
    void purchases.pay(form.planId, service, typeof typed === "string" ? typed : "", sent.has("offers"));
  };
  const problem = form.tab === "voucher" ? null : form.problem;
  return (
    <form method="post" action="/buy" onSubmit={submit}>
      <PlaceFields planId={form.planId} />
      {form.isTopUp ? <input type="hidden" name="topUp" value="1" /> : null}
      {service === "mpesa" ? null : <input type="hidden" name="service" value={service} />}
      <label className="label" htmlFor="phone">
        {inService(messages.buy.phoneLabel, service)}
      </label>
      <input
        id="phone"
        className="field"
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        enterKeyHint="go"
        autoComplete="tel"
        placeholder={messages.buy.phoneExample}
        defaultValue={form.phoneNumber}
        onChange={(event) => actions?.typePhone(event.currentTarget.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby="phone-problem phone-next"
      />
      <ProblemNote id="phone-problem" problem={problem} />
      <Broken form={form} text={messages.buy.broken} />
      {page.asksOffers ? (
        <label className="tick">
          <input type="checkbox" name="offers" value="1" />
          {messages.buy.offers}
        </label>
      ) : null}
      {page.routerAway && rare.standing ? <p className="note">{messages.device.away}</p> : null}
      <SubmitButton form={form} usual={messages.buy.pay(amount)} busy={messages.buy.paying} />
      <p className="next" id="phone-next">
        {inService(next(amount), service)}
      </p>
      <ForDevice />
    </form>
  );
}

/** Right below the field, where a keyboard leaves it in sight; it counts down what has to be waited for. */
function SubmitButton({ form, usual, busy }: { form: BuyForm; usual: string; busy: string }) {
  const { flow, messages } = usePortal();
  const seconds = secondsToRetry(flow);
  const text = seconds === null ? usual : messages.buy.retryIn(stopwatch(seconds * 1_000));
  return (
    <button type="submit" className="button button-main" disabled={form.busy || seconds !== null}>
      {form.busy ? busy : text}
    </button>
  );
}

/** The region exists before its text, so that it is read out. */
function Broken({ form, text }: { form: BuyForm; text: string }) {
  return <div role="status">{form.broken ? <p className="note">{text}</p> : null}</div>;
}

/** Redeeming a voucher: one field for the whole code, so that it can be pasted. */
export function VoucherForm({ form }: { form: BuyForm }) {
  const { page, actions, messages } = usePortal();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const purchases = actions?.purchases;
    if (!purchases) return;
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("voucherCode");
    void purchases.redeem(typeof typed === "string" ? typed : "");
  };
  const problem = form.tab === "voucher" ? form.problem : null;
  return (
    <form method="post" action="/redeem" onSubmit={submit}>
      <PlaceFields planId={form.planId} />
      <label className="label" htmlFor="code">
        {messages.buy.codeLabel}
      </label>
      <input
        id="code"
        className="field field-code"
        name="voucherCode"
        type="text"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        placeholder={messages.buy.codeExample}
        defaultValue={form.voucherCode}
        aria-invalid={problem ? true : undefined}
        aria-describedby="code-problem code-hints"
      />
      <ProblemNote id="code-problem" problem={problem} />
      {page.mac === null && problem ? <OnThisWifi /> : null}
      <Broken form={form} text={messages.buy.brokenVoucher} />
      <SubmitButton form={form} usual={messages.buy.redeem} busy={messages.buy.redeeming} />
      <ul className="hints" id="code-hints">
        {messages.buy.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <ForDevice />
    </form>
  );
}

/** The device that will go online: the address may name any, the router corrects it. */
export function ForDevice() {
  const { page, messages } = usePortal();
  if (page.mac === null) return null;
  const { device, other } = messages.buy;
  return (
    <p className="next">
      {device(markOf(page.mac))}{" "}
      <a className="text-link" href={`http://${hopHost}/`}>
        {other}
      </a>
    </p>
  );
}
