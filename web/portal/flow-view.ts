import type { Service } from "#contract/payments";
import type { PortalScreen } from "#contract/portal";
import type { Flow } from "./flow-state.ts";
import { age, nextQuestion, timeoutMs } from "./watch.ts";

// What a state of the page means: which screen is on, what closes when, and when to look again.

/** docs/behaviour/visitor-portal.md, VP-146. */
const closeMs = 10_000;

/** The server's wall clock now, UTC ms. */
export function serverNow(flow: Flow): number {
  return flow.serverStart + flow.at;
}

/** The screen that is on the page in this state. */
export function shownScreen(flow: Flow): PortalScreen {
  const { watch, screen } = flow;
  if (!flow.following || !watch) return screen;
  const { transactionId, planName, planId, status, amount, service } = watch;
  const { paybill } = status;
  switch (watch.phase) {
    case "waiting":
      return { kind: "waiting", transactionId, planName, amount: amount ?? 0, service, status };
    case "late": {
      const error = screen.kind === "failure" ? screen.error : null;
      return failureScreen(planId, service, { transactionId, error, stillChecking: true, paybill });
    }
    case "failed": {
      const { reason, error } = status;
      return failureScreen(planId, service, { transactionId, reason, error, paybill });
    }
    default:
      return { kind: "success", transactionId, planName, status };
  }
}

/** The payment form of a plan lies over the plans; on its own page it is the page. */
export function dialogOpen(flow: Flow): boolean {
  return flow.form !== null && shownScreen(flow).kind === "home";
}

/** No answer in this time: the visitor stopped it, or the browser has shown why. */
const goingMs = 15_000;

/** Whether another document is on its way. */
export function loading({ goingSince, at }: Flow): boolean {
  return goingSince !== null && at - goingSince < goingMs;
}

export function leaving(flow: Flow): boolean {
  return secondsToClose(flow) === 0;
}

export function secondsToClose(flow: Flow): number | null {
  const onlineAt = flow.following && !flow.staying ? flow.watch?.onlineAt : null;
  return onlineAt == null ? null : Math.max(0, Math.ceil((onlineAt + closeMs - flow.at) / 1000));
}

/** Milliseconds until time alone changes what is shown: clocks on screen, the toast, the limits. */
export function nextChange(flow: Flow): number {
  const running =
    flow.following && (flow.watch?.phase === "waiting" || flow.watch?.phase === "online") ? 1_000 : 20_000;
  const toast = flow.toast ? flow.toast.until - flow.at : running;
  const limit = flow.watch?.phase === "waiting" ? timeoutMs - age(flow.watch, flow.at) : running;
  return Math.max(50, Math.min(running, toast, limit));
}

/** Milliseconds until the server is asked again; null when there is nothing to ask. */
export function askIn(flow: Flow): number | null {
  return flow.watch ? nextQuestion(flow.watch, flow.at) : null;
}

type Failure = Extract<PortalScreen, { kind: "failure" }>;

/** The screen for a payment that did not come. */
export function failureScreen(
  planId: string | null,
  service: Service,
  known: Partial<Omit<Failure, "kind" | "planId" | "service">>,
): Failure {
  const unknown = { transactionId: null, reason: null, error: null, stillChecking: false, paybill: null };
  return { kind: "failure", planId, service, ...unknown, ...known };
}
