import type { PortalScreen } from "#contract/portal";
import { homeAddress, trialAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { readProblem } from "../form-rules.ts";
import { PlaceFields } from "../parts/place-fields.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { usePortal } from "../portal-context.ts";

type Screen = Extract<PortalScreen, { kind: "trial" }>;

/** A number, then the code that came to it: forms alone, so that any browser takes them. */
export function TrialScreen() {
  const { page, flow, messages } = usePortal();
  const screen = shownScreen(flow);
  if (screen.kind !== "trial") return null;
  return (
    <div className="card card-form">
      <h1>{messages.trial.heading(screen.minutes)}</h1>
      {screen.id === null ? <PhoneForm screen={screen} /> : <CodeForm screen={screen} id={screen.id} />}
      <a className="text-link back" href={homeAddress(page)}>
        {messages.claim.back}
      </a>
    </div>
  );
}

function PhoneForm({ screen }: { screen: Screen }) {
  const { messages } = usePortal();
  const problem = readProblem(screen.problem);
  return (
    <form method="post" action="/trial">
      <PlaceFields planId="" />
      <p id="trial-text">{messages.trial.text}</p>
      <label className="label" htmlFor="trial-phone">
        {messages.trial.phoneLabel}
      </label>
      <input
        id="trial-phone"
        className="field"
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        enterKeyHint="send"
        autoComplete="tel"
        placeholder={messages.buy.phoneExample}
        defaultValue={screen.phoneNumber}
        aria-invalid={problem ? true : undefined}
        aria-describedby="trial-problem trial-text"
      />
      <ProblemNote id="trial-problem" problem={problem} />
      <button type="submit" className="button button-main">
        {messages.trial.send}
      </button>
    </form>
  );
}

function CodeForm({ screen, id }: { screen: Screen; id: string }) {
  const { page, messages } = usePortal();
  const problem = readProblem(screen.problem);
  return (
    <form method="post" action={`/trial/${encodeURIComponent(id)}`}>
      <PlaceFields planId="" />
      <p id="trial-text">{messages.trial.sent(screen.phoneNumber)}</p>
      <label className="label" htmlFor="trial-code">
        {messages.trial.codeLabel}
      </label>
      <input
        id="trial-code"
        className="field"
        name="code"
        type="text"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="one-time-code"
        maxLength={12}
        placeholder="123456"
        aria-invalid={problem ? true : undefined}
        aria-describedby="trial-problem trial-text"
      />
      <ProblemNote id="trial-problem" problem={problem} />
      <button type="submit" className="button button-main">
        {messages.trial.start}
      </button>
      <p className="next">
        {messages.trial.noSms}{" "}
        <a className="text-link" href={trialAddress(page)}>
          {messages.trial.again}
        </a>
      </p>
    </form>
  );
}
