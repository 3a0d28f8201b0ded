import type { PaymentStatus } from "#contract/payments";
import { askIn, nextChange } from "./flow-view.ts";
import type { Store } from "./store.ts";

export type PollingPorts = {
  ask(transactionId: string): Promise<PaymentStatus>;
  hidden(): boolean;
  /** Runs something later; returns the way to call it off. */
  after(ms: number, run: () => void): () => void;
  /** The page came back: seen again, focused, restored or online again. Returns the way to stop listening. */
  onWake(run: () => void): () => void;
};

/**
 * Asks for the followed payment as often as the state says, only while the page is seen, and at once when it is seen
 * again (the M-Pesa prompt covers the page while the PIN is typed). Returns the way to stop.
 */
export function startPolling(store: Store, ports: PollingPorts): () => void {
  let callOff: (() => void) | undefined;
  let asking: string | undefined;
  let slept = false;
  let armedFor = "";
  let stopped = false;

  const arm = () => {
    callOff?.();
    callOff = undefined;
    const delay = askIn(store.flow());
    if (delay !== null && !stopped) callOff = ports.after(delay, () => void ask());
  };

  const ask = async () => {
    const { watch } = store.flow();
    if (stopped || !watch || askIn(store.flow()) === null || ports.hidden()) return;
    const { transactionId } = watch;
    if (asking === transactionId) return;
    asking = transactionId;
    callOff?.();
    const event = await ports.ask(transactionId).then(
      (answer) => ({ kind: "heard", transactionId, answer }) as const,
      () => ({ kind: "missed", transactionId }) as const,
    );
    // Another payment may be followed by now, with a question of its own under way.
    if (asking === transactionId) asking = undefined;
    if (stopped) return;
    store.send(event);
    arm();
  };

  const stopListening = store.listen(() => {
    const { watch } = store.flow();
    const followed = watch ? `${watch.transactionId} ${watch.phase}` : "";
    if (followed === armedFor) return;
    armedFor = followed;
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
  void ask();
  return () => {
    stopped = true;
    callOff?.();
    stopListening();
    stopWaking();
  };
}

/** Lets time pass in the state, exactly when time changes something on the page. Returns the way to stop. */
export function startClock(store: Store, ports: Pick<PollingPorts, "after" | "onWake">): () => void {
  let callOff: (() => void) | undefined;
  let wakesAt = "";
  const arm = () => {
    const { toast, watch, following } = store.flow();
    const reason = `${toast?.until} ${watch?.phase} ${following}`;
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
