import type { PaymentStatus } from "#contract/payments";
import type { Flow, FlowEvent } from "./flow.ts";
import { askIn, lookIn, nextChange } from "./flow-view.ts";
import type { VisitorAnswer } from "./requests.ts";
import type { Store } from "./store.ts";

export type PollingPorts = {
  ask(transactionId: string): Promise<PaymentStatus>;
  /** What the device and this browser have; `mark` is that of the last answer. */
  look(mark: string): Promise<VisitorAnswer>;
  hidden(): boolean;
  /** Runs something later; returns the way to call it off. */
  after(ms: number, run: () => void): () => void;
  /** The page came back: seen again, focused, restored or online again. Returns the way to stop listening. */
  onWake(run: () => void): () => void;
  /** Calls when the page is touched or typed into. Returns the way to stop listening. */
  onUse(run: () => void): () => void;
};

type Question = {
  /** What is asked about: one question at a time for each. Null: nothing. */
  about(flow: Flow): string | null;
  /** While it stays, the time of the next question stays. */
  armedFor(flow: Flow): string;
  inMs(flow: Flow): number | null;
  /** The page brings the first answer with it. */
  isFresh?: boolean;
  ask(about: string, flow: Flow): Promise<FlowEvent>;
};

type AskingPorts = Pick<PollingPorts, "hidden" | "after" | "onWake">;

/** Asks as often as the state says, only while the page is seen, and at once when it is seen again. Returns the way to stop. */
function startAsking(store: Store, ports: AskingPorts, question: Question): () => void {
  let callOff: (() => void) | undefined;
  let asking: string | undefined;
  let slept = false;
  let armedFor = "";
  let stopped = false;

  const arm = () => {
    callOff?.();
    callOff = undefined;
    const delay = question.inMs(store.flow());
    if (delay !== null && !stopped) callOff = ports.after(delay, () => void ask());
  };

  const ask = async () => {
    const about = question.about(store.flow());
    if (stopped || about === null || question.inMs(store.flow()) === null || ports.hidden()) return;
    if (asking === about) return;
    asking = about;
    callOff?.();
    const event = await question.ask(about, store.flow());
    // Another payment may be followed by now, with a question of its own under way.
    if (asking === about) asking = undefined;
    if (stopped) return;
    store.send(event);
    arm();
  };

  const stopListening = store.listen(() => {
    const now = question.armedFor(store.flow());
    if (now === armedFor) return;
    armedFor = now;
    arm();
  });
  const stopWaking = ports.onWake(() => {
    if (ports.hidden()) {
      slept = true;
      return;
    }
    // A question from before the phone put the page to sleep may never be answered.
    if (slept) asking = undefined;
    slept = false;
    void ask();
  });
  if (question.isFresh) arm();
  else void ask();
  return () => {
    stopped = true;
    callOff?.();
    stopListening();
    stopWaking();
  };
}

/** Follows a payment: the M-Pesa prompt covers the page while the PIN is typed. Returns the way to stop. */
export function startPolling(store: Store, ports: AskingPorts & Pick<PollingPorts, "ask">): () => void {
  return startAsking(store, ports, {
    about: ({ watch }) => watch?.transactionId ?? null,
    armedFor: ({ watch, accessSince }) =>
      watch ? `${watch.transactionId} ${watch.phase} ${accessSince}` : "",
    inMs: askIn,
    ask: (transactionId) =>
      ports.ask(transactionId).then(
        (answer) => ({ kind: "heard", transactionId, answer }) as const,
        (cause: { code?: string }) =>
          ({ kind: "missed", transactionId, away: cause.code === "unavailable" }) as const,
      ),
  });
}

/** Follows the device and the browser on every page. Returns the way to stop. */
export function startLooking(store: Store, ports: Omit<PollingPorts, "ask">): () => void {
  const used = () => store.send({ kind: "used" });
  const stopUsing = ports.onUse(used);
  const stopWaking = ports.onWake(() => ports.hidden() || used());
  const stopAsking = startAsking(store, ports, {
    about: () => "visitor",
    armedFor: (flow) => `${lookIn(flow)}`,
    inMs: lookIn,
    isFresh: true,
    ask: (_about, { mark }) =>
      ports.look(mark).then(
        (answer) => ({ kind: "looked", ...answer }) as const,
        () => ({ kind: "look-missed" }) as const,
      ),
  });
  return () => {
    stopUsing();
    stopWaking();
    stopAsking();
  };
}

/** Lets time pass in the state, exactly when time changes something on the page. Returns the way to stop. */
export function startClock(store: Store, ports: Pick<PollingPorts, "after" | "onWake">): () => void {
  let callOff: (() => void) | undefined;
  let wakesAt = "";
  const arm = () => {
    const { toast, watch, following, visitor, form } = store.flow();
    const reason = `${toast?.until} ${watch?.phase} ${following} ${visitor.access} ${form?.retryAt}`;
    if (callOff && reason === wakesAt) return;
    wakesAt = reason;
    callOff?.();
    callOff = ports.after(nextChange(store.flow()), tick);
  };
  const tick = () => {
    callOff?.();
    callOff = undefined;
    store.send({ kind: "passed" });
  };
  const stopListening = store.listen(arm);
  const stopWaking = ports.onWake(tick);
  arm();
  return () => {
    callOff?.();
    stopListening();
    stopWaking();
  };
}
