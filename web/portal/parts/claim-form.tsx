import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { PortalScreen } from "#contract/portal";
import { formatPhone } from "#contract/values/phone";
import { createAttempts, randomKey } from "../attempts.ts";
import { browserPolling } from "../browser-ports.ts";
import { atField, type Claim, type ClaimState, createClaim } from "../claim.ts";
import { readProblem } from "../form-rules.ts";
import { type PortalContext, usePortal } from "../portal-context.ts";
import { claim } from "../requests.ts";
import { PlaceFields } from "./place-fields.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { WhoGivesWay } from "./who-gives-way.tsx";

type ClaimScreen = Extract<PortalScreen, { kind: "claim" }>;

function claimOf({ page, actions, messages }: PortalContext, screen: ClaimScreen): Claim {
  const first: ClaimState = {
    step: screen.givesWay ? "choosing" : "typing",
    givesWay: screen.givesWay,
    ...atField(readProblem(screen.problem), screen.reason, messages),
  };
  const ports = {
    ask: claim,
    attempts: createAttempts(randomKey),
    now: () => performance.now(),
    after: browserPolling.after,
    arrived: () => actions?.browse(),
  };
  return createClaim(page, first, ports, messages);
}

const textIn = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
};

/** Where the search stands, in one place that exists before its text, so that changes are read out. */
function Progress({ state, plainly }: { state: ClaimState; plainly: boolean }) {
  const { page, messages } = usePortal();
  const { supportPhone } = page.brand;
  const unclear = state.step === "unclear";
  const text =
    state.step === "checking"
      ? messages.claim.checking
      : unclear
        ? messages.claim.unclear
        : plainly
          ? messages.claim.checkingPlain
          : "";
  return (
    <>
      <div role="status">
        {text ? (
          <p className="checking">
            {state.step === "checking" ? <span className="spinner" aria-hidden="true" /> : null}
            <span>{text}</span>
          </p>
        ) : null}
      </div>
      {unclear && supportPhone ? (
        <a className="button button-second" href={`tel:${formatPhone(supportPhone).replace(/[^\d+]/g, "")}`}>
          {messages.claim.call(formatPhone(supportPhone))}
        </a>
      ) : null}
    </>
  );
}

/** One field for whatever proves a purchase, and the paying number for a receipt. */
export function ClaimForm({ screen }: { screen: ClaimScreen }) {
  const portal = usePortal();
  const { actions, messages } = portal;
  const form = useRef<HTMLFormElement>(null);
  // Actions are there from the first rendering in the browser on, and never change.
  const [search] = useState(() => claimOf(portal, screen));
  const state = useSyncExternalStore(search.listen, search.state, search.state);
  const busy = state.step === "asking" || state.step === "checking" || state.step === "done";
  const { codeProblem, phoneProblem, givesWay } = state;

  useEffect(() => {
    // Sent before scripts ran: the search goes on by itself.
    if (screen.checking) search.submit(screen.code, screen.phoneNumber);
    return search.stop;
  }, [search, screen]);
  useEffect(() => {
    if (codeProblem || phoneProblem) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [codeProblem, phoneProblem]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!actions) return;
    event.preventDefault();
    search.submit(textIn(event.currentTarget, "code"), textIn(event.currentTarget, "phoneNumber"));
  };
  const choose = (event: MouseEvent<HTMLButtonElement>) => {
    const { form: sent, value } = event.currentTarget;
    if (!actions || !sent) return;
    event.preventDefault();
    search.choose(textIn(sent, "code"), textIn(sent, "phoneNumber"), value);
  };
  return (
    <form ref={form} method="post" action="/claim" onSubmit={submit}>
      <PlaceFields planId="" />
      {givesWay ? <WhoGivesWay givesWay={givesWay} isBusy={busy} onChoose={choose} /> : null}
      {/* What was typed is sent along with the choice. */}
      <div hidden={givesWay !== null}>
        <label className="label" htmlFor="claim-code">
          {messages.claim.codeLabel}
        </label>
        <textarea
          id="claim-code"
          className="field field-text"
          name="code"
          rows={2}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={screen.code}
          aria-invalid={codeProblem ? true : undefined}
          aria-describedby="claim-code-problem claim-code-hint"
        />
        <ProblemNote id="claim-code-problem" problem={codeProblem} />
        <p className="next" id="claim-code-hint">
          {messages.claim.codeHint}
        </p>
        <label className="label" htmlFor="claim-phone">
          {messages.claim.phoneLabel} <span className="optional">{messages.claim.optional}</span>
        </label>
        <input
          id="claim-phone"
          className="field"
          name="phoneNumber"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder={messages.buy.phoneExample}
          defaultValue={screen.phoneNumber}
          aria-invalid={phoneProblem ? true : undefined}
          aria-describedby="claim-phone-problem"
        />
        <ProblemNote id="claim-phone-problem" problem={phoneProblem} />
        <Progress state={state} plainly={screen.checking && state.step === "typing"} />
        <button type="submit" className="button button-main" disabled={busy}>
          {busy ? messages.claim.asking : messages.claim.submit}
        </button>
      </div>
    </form>
  );
}
