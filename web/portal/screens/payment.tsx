import type { Service } from "#contract/payments";
import type { PortalScreen } from "#contract/portal";
import { inService } from "#contract/values/services";
import { claimAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { stopwatch } from "../moments.ts";
import { Icon } from "../parts/icon.tsx";
import { PaybillInstructions } from "../parts/paybill-instructions.tsx";
import { amountOf } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { age } from "../watch.ts";
import { FailureScreen } from "./failure.tsx";
import { SuccessScreen } from "./success.tsx";

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
  const { service } = screen;
  const { help } = messages.waiting;
  const paid = screen.status.status === "completed";
  return (
    <div className="card card-state">
      <div className="dial">
        <svg className="dial-ring" viewBox="0 0 120 120" aria-hidden="true" focusable="false">
          <circle className="dial-track" cx="60" cy="60" r="54" />
          <circle className="dial-arc" cx="60" cy="60" r="54" />
        </svg>
        <p className="dial-time" role="timer">
          <span className="only-spoken">{messages.waiting.elapsed} </span>
          {stopwatch(watch ? age(watch, flow.at) : 0)}
        </p>
      </div>
      <h1>{messages.waiting.title}</h1>
      <p className="lead">{inService(messages.waiting.text(amount, screen.planName), service)}</p>
      <Steps current={paid ? (screen.status.access === "online" ? 3 : 2) : 1} service={service} />
      <p className="trouble" role="status">
        {watch?.trouble ? messages.waiting.trouble : ""}
      </p>
      {watch?.warning ? <p className="note">{watch.warning}</p> : null}
      <section className="help" aria-labelledby="help">
        <h2 id="help">{messages.waiting.noPrompt}</h2>
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
      {paid ? null : <PaybillInstructions paybill={screen.status.paybill} />}
    </div>
  );
}

/** The three steps of a payment; `current` is the one under way, 3 when all are done. */
export function Steps({ current, service }: { current: 0 | 1 | 2 | 3; service: Service }) {
  const { messages } = usePortal();
  const names = [
    messages.waiting.steps.sent,
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
