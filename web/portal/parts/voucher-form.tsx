import type { ReactElement, SubmitEvent } from "react";
import type { BuyForm } from "../flow.ts";
import { usePortal } from "../portal-context.ts";
import { ForDevice } from "./for-device.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { ProblemNote } from "./problem-note.tsx";

/** Redeeming a voucher: one field for the whole code, so that it can be pasted. */
export function VoucherForm({ form }: { form: BuyForm }): ReactElement {
  const { actions, messages } = usePortal();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!actions) return;
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("voucherCode");
    void actions.redeem(typeof typed === "string" ? typed : "");
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
      <ul className="hints" id="code-hints">
        {messages.buy.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <ForDevice />
      <button type="submit" className="button button-main" disabled={form.busy}>
        {form.busy ? messages.buy.redeeming : messages.buy.redeem}
      </button>
    </form>
  );
}
