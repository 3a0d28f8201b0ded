import type { PaymentStatus } from "#contract/payments";
import { amountOf } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { CopyButton } from "./copy-button.tsx";

/** The same purchase without a prompt: what to type into the M-Pesa menu. Nothing where that is not possible. */
export function PaybillInstructions({ paybill }: { paybill: PaymentStatus["paybill"] }) {
  const { messages } = usePortal();
  if (!paybill) return null;
  const { byHand } = messages;
  // Copied without the space that makes it readable: not every menu takes one.
  const rows = [
    { name: byHand.paybill, value: paybill.paybill, copied: paybill.paybill },
    { name: byHand.account, value: paybill.account, copied: paybill.account.replace(/ /g, "") },
  ];
  return (
    <section className="by-hand" aria-labelledby="by-hand">
      <h2 id="by-hand">{byHand.title}</h2>
      <dl>
        {rows.map(({ name, value, copied }) => (
          <div key={name} className="by-hand-row">
            <dt>{name}</dt>
            <dd>
              <span>{value}</span>
              <CopyButton text={copied} name={byHand.copy(name)} />
            </dd>
          </div>
        ))}
        <div className="by-hand-row">
          <dt>{byHand.amount}</dt>
          <dd>{amountOf(paybill.amount, messages)}</dd>
        </div>
      </dl>
      <p className="by-hand-next">{byHand.next}</p>
    </section>
  );
}
