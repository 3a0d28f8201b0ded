import type { ReactElement, SubmitEvent } from "react";
import type { PlanForVisitors } from "#contract/plans";
import { inService } from "#contract/values/services";
import type { BuyForm } from "../flow.ts";
import { amountOf, planShillings } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { ForDevice } from "./for-device.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { ProblemNote } from "./problem-note.tsx";

/** Paying by mobile money: a number, a button, and what happens next. */
export function PhoneForm({ form, plan }: { form: BuyForm; plan: PlanForVisitors }): ReactElement {
  const { page, actions, messages } = usePortal();
  const shillings = planShillings(plan);
  const amount = shillings === undefined ? plan.price : amountOf(shillings, messages);
  const service = form.tab === "voucher" ? (page.services[0] ?? "mpesa") : form.tab;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!actions) return;
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("phoneNumber");
    void actions.pay(plan.id, service, typeof typed === "string" ? typed : "");
  };
  const problem = form.tab === "voucher" ? null : form.problem;
  return (
    <form method="post" action="/buy" onSubmit={submit}>
      <PlaceFields planId={plan.id} />
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
        autoComplete="tel"
        placeholder={messages.buy.phoneExample}
        defaultValue={form.phoneNumber}
        onChange={(event) => actions?.typePhone(event.currentTarget.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby="phone-problem phone-next"
      />
      <ProblemNote id="phone-problem" problem={problem} />
      <p className="next" id="phone-next">
        {inService(messages.buy.next(amount), service)}
      </p>
      <ForDevice />
      <button type="submit" className="button button-main" disabled={form.busy}>
        {form.busy ? messages.buy.paying : messages.buy.pay(amount)}
      </button>
    </form>
  );
}
