import type { PortalScreen } from "#contract/portal";
import { inService } from "#contract/values/services";
import { claimAddress, homeAddress } from "../addresses.ts";
import { ActionLink } from "../parts/action-link.tsx";
import { Icon } from "../parts/icon.tsx";
import { PaybillInstructions } from "../parts/paybill-instructions.tsx";
import { usePortal } from "../portal-context.ts";

type Failure = Extract<PortalScreen, { kind: "failure" }>;

/**
 * The two sentences for a failure without a reason (docs/behaviour/visitor-portal.md, VP-95): a payment that failed, and one
 * that never began.
 */
function useReason({ error, reason, stillChecking, transactionId, service }: Failure): {
  why: string;
  now: string | null;
} {
  const { failure } = usePortal().messages;
  const known = reason === null ? null : failure.reasons[reason];
  const unexplained = transactionId === null ? failure.unknown : failure.failed;
  const fallback = stillChecking ? failure.timeout : unexplained;
  const say = (text: string) => inService(text, service);
  return { why: error || say(known?.why ?? fallback), now: known ? say(known.now) : null };
}

/** Why it did not work, in the visitor's words, and what to do now. */
export function FailureScreen({ screen }: { screen: Failure }) {
  const { page, flow, actions, messages } = usePortal();
  const { why, now } = useReason(screen);
  return (
    <div className="card card-state">
      <div className={screen.stillChecking ? "seal seal-wait" : "seal seal-bad"}>
        <Icon name="alert" />
      </div>
      <h1>{messages.failure.title}</h1>
      <p className="lead">{why}</p>
      {now ? <p className="advice">{now}</p> : null}
      {screen.stillChecking ? (
        <p className="checking">
          <span className="spinner" aria-hidden="true" />
          <span>{messages.failure.stillChecking}</span>
        </p>
      ) : null}
      <p className="trouble" role="status">
        {screen.stillChecking && flow.watch?.trouble ? messages.waiting.trouble : ""}
      </p>
      <div className="foot">
        <ActionLink
          className="button button-main"
          href={homeAddress(page, screen.planId)}
          onAct={() => actions?.home(screen.planId)}
        >
          {messages.failure.tryAgain}
        </ActionLink>
        <ActionLink
          className="button button-second"
          href={homeAddress(page)}
          onAct={() => actions?.home(null)}
        >
          {messages.failure.otherPlan}
        </ActionLink>
        <p className="way-on">
          <a className="text-link" href={claimAddress(page)}>
            {messages.failure.havePaid}
          </a>
        </p>
      </div>
      <PaybillInstructions paybill={screen.paybill} />
      <section className="help" aria-labelledby="common">
        <h2 id="common">{messages.failure.commonReasons}</h2>
        <ul>
          {messages.failure.common.map(({ reason, text }) => (
            <li key={reason} className={reason === screen.reason ? "common-this" : undefined}>
              {text}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
