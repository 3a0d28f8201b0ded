import type { ReactElement, SubmitEvent } from "react";
import type { Plan } from "#contract/plans";
import type { BuyForm } from "../flow.ts";
import { amountOf, planShillings } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { PlaceFields } from "./place-fields.tsx";
import { ProblemNote } from "./problem-note.tsx";

/** Paying by M-Pesa: a number, a button, and what happens next. */
export function PhoneForm({ form, plan }: { form: BuyForm; plan: Plan }): ReactElement {
  const { actions, words } = usePortal();
  const shillings = planShillings(plan);
  const amount = shillings === undefined ? plan.price : amountOf(shillings, words);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!actions) return;
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("phoneNumber");
    void actions.pay(plan.id, typeof typed === "string" ? typed : "");
  };
  const problem = form.tab === "mpesa" ? form.problem : null;
  return (
    <form method="post" action="/buy" onSubmit={submit}>
      <PlaceFields planId={plan.id} />
      <label className="label" htmlFor="phone">
        {words.buy.phoneLabel}
      </label>
      <input
        id="phone"
        className="field"
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={words.buy.phoneExample}
        defaultValue={form.phoneNumber}
        aria-invalid={problem ? true : undefined}
        aria-describedby="phone-problem phone-next"
      />
      <ProblemNote id="phone-problem" problem={problem} />
      <p className="next" id="phone-next">
        {words.buy.next(amount)}
      </p>
      <button type="submit" className="button button-main" disabled={form.busy}>
        {form.busy ? words.buy.paying : words.buy.pay(amount)}
      </button>
    </form>
  );
}
