import type { Service } from "#contract/payments";
import type { PortalScreen } from "#contract/portal";
import { formatPhone } from "#contract/values/phone";
import { inService } from "#contract/values/services";
import { buyAddress, claimAddress, connectedAddress, homeAddress } from "../addresses.ts";
import { promptAgainIn, promptLeftMs, secondsToClose, serverNow, shownScreen } from "../flow-view.ts";
import { endsWhen, stopwatch } from "../moments.ts";
import { ActionLink } from "../parts/action-link.tsx";
import { type Figure, Figures } from "../parts/figures.tsx";
import { Icon } from "../parts/icon.tsx";
import { OnThisWifi } from "../parts/on-this-wifi.tsx";
import { PaybillInstructions } from "../parts/paybill-instructions.tsx";
import { PlaceFields } from "../parts/place-fields.tsx";
import { RecoveryCode } from "../parts/recovery-code.tsx";
import { Slow } from "../parts/slow.tsx";
import { amountOf, planTitle } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";

/** What follows the payment form: the wait for the PIN, and how it ended. */
export function PaymentScreen() {
  const screen = shownScreen(usePortal().flow);
  switch (screen.kind) {
    case "waiting":
      return <WaitingScreen screen={screen} />;
    case "success":
      return <SuccessScreen screen={screen} />;
    case "failure":
      return <FailureScreen screen={screen} />;
    case "overtaken":
      return <OvertakenScreen />;
    default:
      return null;
  }
}

type Waiting = Extract<PortalScreen, { kind: "waiting" }>;

/** Between the prompt and the PIN. The steps follow what the server says, not the clock. */
export function WaitingScreen({ screen }: { screen: Waiting }) {
  const { page, flow, messages } = usePortal();
  const { watch } = flow;
  const amount = amountOf(screen.amount, messages);
  const { service, status } = screen;
  const { help } = messages.waiting;
  return (
    <div className="card card-state">
      <div className="dial">
        <svg className="dial-ring" viewBox="0 0 120 120" aria-hidden="true" focusable="false">
          <circle className="dial-track" cx="60" cy="60" r="54" />
          <circle className="dial-arc" cx="60" cy="60" r="54" />
        </svg>
        <p className="dial-time" role="timer">
          <span className="only-spoken">{messages.waiting.left} </span>
          {stopwatch(promptLeftMs(flow))}
        </p>
      </div>
      <h1>{messages.waiting.title}</h1>
      <p className="lead">
        {inService(messages.waiting.text(amount, planTitle(screen.planName, messages)), service)}
      </p>
      <PromptedPhone screen={screen} />
      <Steps current={stepOf(status)} isSent={isSent(status)} service={service} />
      <p className="trouble" role="status">
        {watch?.trouble ? messages.waiting.trouble : ""}
      </p>
      {status.prompt === "unclear" ? <p className="note">{messages.waiting.unclear}</p> : null}
      {watch?.warning ? <p className="note">{watch.warning}</p> : null}
      <section className="help" aria-labelledby="help">
        <h2 id="help">{messages.waiting.noPrompt}</h2>
        <PromptAgain />
        <ul>
          <li>{help.signal}</li>
          {service === "mpesa" ? <li>{help.menu}</li> : null}
          <li>{inService(help.paid, service)}</li>
        </ul>
        {service === "mpesa" ? (
          <a className="text-link" href={claimAddress(page)}>
            {messages.waiting.useCode}
          </a>
        ) : null}
      </section>
      {status.status === "completed" ? null : <PaybillInstructions paybill={status.paybill} />}
    </div>
  );
}

const isSent = ({ status, prompt }: Waiting["status"]) => status === "completed" || prompt === "sent";

function stepOf(status: Waiting["status"]): 0 | 1 | 2 | 3 {
  if (status.status === "completed") return status.access === "online" ? 3 : 2;
  return isSent(status) ? 1 : 0;
}

/** For the browser that asked for the prompt: where it went, and the way out of a mistyped number. */
function PromptedPhone({ screen: { transactionId, status } }: { screen: Waiting }) {
  const { actions, messages } = usePortal();
  if (status.phoneNumber === null) return null;
  const phone = formatPhone(status.phoneNumber);
  const { sentTo, sendingTo, wrongNumber } = messages.waiting;
  return (
    <form
      className="prompted"
      method="post"
      action={`/pay/${transactionId}/let-go`}
      onSubmit={(event) => {
        if (!actions) return;
        event.preventDefault();
        void actions.purchases.changeNumber();
      }}
    >
      <PlaceFields planId="" />
      <p>{isSent(status) ? sentTo(phone) : sendingTo(phone)}</p>
      <button type="submit" className="text-link">
        {wrongNumber}
      </button>
    </form>
  );
}

/** Not before the gateway would take a second prompt for the same phone. */
function PromptAgain() {
  const { flow, actions, messages } = usePortal();
  const leftMs = promptAgainIn(flow);
  if (!flow.scripted || leftMs === null) return null;
  const { again, againIn } = messages.waiting;
  return (
    <button
      type="button"
      className="button button-second"
      disabled={leftMs > 0}
      onClick={() => void actions?.purchases.sendAgain()}
    >
      {leftMs > 0 ? againIn(stopwatch(leftMs + 999)) : again}
    </button>
  );
}

/** The three steps of a payment; `current` is the one under way, 3 when all are done. */
export function Steps(step: { current: 0 | 1 | 2 | 3; isSent?: boolean; service: Service }) {
  const { current, isSent = true, service } = step;
  const { messages } = usePortal();
  const names = [
    isSent ? messages.waiting.steps.sent : messages.waiting.steps.sending,
    inService(messages.waiting.steps.pin, service),
    messages.waiting.steps.connect,
  ];
  const stateOf = (index: number) => (index < current ? "done" : index === current ? "now" : "later");
  return (
    <ol className="steps">
      {names.map((name, index) => {
        const state = stateOf(index);
        return (
          <li key={name} className={`step step-${state}`} aria-current={state === "now" ? "step" : undefined}>
            <span className="step-mark">{state === "done" ? <Icon name="check" /> : index + 1}</span>
            <span className="step-name">{name}</span>
            <span className="only-spoken">, {messages.waiting.stepStates[state]}</span>
          </li>
        );
      })}
    </ol>
  );
}

type Success = Extract<PortalScreen, { kind: "success" }>;

function useFigures(screen: Success): Figure[] {
  const { page, flow, messages } = usePortal();
  const { expiresAt } = screen.status;
  const speed = page.plans.find((plan) => plan.name === screen.planName)?.speedMbps ?? page.device?.speedMbps;
  return [
    ...(screen.planName
      ? [{ name: messages.success.plan, value: planTitle(screen.planName, messages) }]
      : []),
    ...(expiresAt
      ? [{ name: messages.success.until, value: endsWhen(Date.parse(expiresAt), serverNow(flow), messages) }]
      : []),
    ...(speed === undefined
      ? []
      : [{ name: messages.success.speed, value: messages.success.upTo(messages.home.mbps(speed)) }]),
  ];
}

/** What stands before a plan that has to wait, and until when. */
function useQueued({ behind }: Success["status"]): string {
  const { flow, messages } = usePortal();
  if (!behind) return messages.connected.startsAfter;
  const plan = planTitle(behind.planName, messages);
  const { queued, queuedUntil } = messages.success;
  return behind.endsAt === null
    ? queued(plan)
    : queuedUntil(plan, endsWhen(Date.parse(behind.endsAt), serverNow(flow), messages));
}

/** Paid. The way on opens when the router has let the device out, not before. */
export function SuccessScreen({ screen }: { screen: Success }) {
  const { page, flow, actions, messages } = usePortal();
  const figures = useFigures(screen);
  const { recoveryCode } = screen.status;
  const { access } = screen.status;
  const isQueued = access === "queued";
  const { opensAt } = screen.status;
  const isClosed = access === "closed" && opensAt !== null;
  const online = access === "online" || isQueued;
  const absent = access === "waiting_for_device";
  const isAway = screen.status.routerAway === true;
  const { absentStep, routerStep, connectingStep } = messages.success;
  const seconds = secondsToClose(flow);
  const queued = useQueued(screen.status);
  const waitingText = absent
    ? messages.success.absent
    : isClosed
      ? messages.success.closed(endsWhen(Date.parse(opensAt), serverNow(flow), messages))
      : isAway
        ? messages.device.routerAway
        : messages.success.connecting;
  return (
    <div className="card card-state">
      <div className="seal seal-good">
        <Icon name="check" />
      </div>
      <h1>{messages.success.title}</h1>
      <p className="lead">{isQueued ? queued : online ? messages.success.activated : waitingText}</p>
      <Figures figures={figures} />
      <p className="trouble" role="status">
        {flow.watch?.trouble ? messages.waiting.trouble : ""}
      </p>
      <Slow isStarted={screen.status.expiresAt !== null} />
      {absent && page.mac === null ? <OnThisWifi /> : null}
      <div className="foot">
        {online ? (
          <a className="button button-main" href={connectedAddress(page)}>
            {messages.success.browse}
          </a>
        ) : isClosed ? (
          <a className="button button-main" href={connectedAddress(page)}>
            {messages.device.follow}
          </a>
        ) : (
          <p className="button button-waiting">
            <span className="spinner" aria-hidden="true" />
            {absent ? absentStep : isAway ? routerStep : connectingStep}
          </p>
        )}
        <p className="closing">
          {online && flow.scripted ? (
            seconds === null ? (
              messages.success.staying
            ) : (
              <>
                {messages.success.closesIn(seconds)}
                <button type="button" className="text-link" onClick={() => actions?.stay()}>
                  {messages.success.stay}
                </button>
              </>
            )
          ) : null}
        </p>
      </div>
      {recoveryCode ? <RecoveryCode code={recoveryCode} /> : null}
    </div>
  );
}

/** Online by another payment, while the prompt of this one is still on the phone. */
export function OvertakenScreen() {
  const { page, messages } = usePortal();
  return (
    <div className="card card-state">
      <div className="seal seal-good">
        <Icon name="check" />
      </div>
      <h1>{messages.overtaken.title}</h1>
      <p className="lead" role="status">
        {messages.overtaken.text}
      </p>
      <div className="foot">
        <a className="button button-main" href={connectedAddress(page)}>
          {messages.success.browse}
        </a>
      </div>
    </div>
  );
}

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
  // Without any answer the prompt may be on the phone.
  const isLost = transactionId === null && !error;
  const now = known?.now ?? (isLost ? failure.lost : null);
  return { why: error || say(known?.why ?? fallback), now: now && say(now) };
}

/** Why it did not work, in the visitor's words, and what to do now. */
export function FailureScreen({ screen }: { screen: Failure }) {
  const { page, flow, actions, messages } = usePortal();
  const { why, now } = useReason(screen);
  // Past the time limit, and the server says that it can't tell: it may well be paid.
  const isUnseen = flow.watch?.phase === "late" && flow.watch.away;
  const { unseen } = messages.failure;
  return (
    <div className="card card-state">
      <div className={screen.stillChecking ? "seal seal-wait" : "seal seal-bad"}>
        <Icon name="alert" />
      </div>
      <h1>{isUnseen ? unseen.title : messages.failure.title}</h1>
      <p className="lead">{isUnseen ? unseen.text : why}</p>
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
          className={isUnseen ? "button button-second" : "button button-main"}
          href={
            screen.isTopUp && screen.planId !== null
              ? buyAddress(page, screen.planId, "mpesa", true)
              : homeAddress(page, screen.planId)
          }
          opensDialog={screen.planId !== null && !screen.isTopUp}
          onAct={() => actions?.again(screen.planId, screen.phoneNumber, screen.isTopUp)}
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
      {isUnseen ? null : (
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
      )}
    </div>
  );
}
