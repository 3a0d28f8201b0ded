import type { Service } from "#contract/payments";
import type { PortalScreen } from "#contract/portal";
import type { Flow } from "./flow-state.ts";
import { age, mayStillCome, nextQuestion, timeoutMs } from "./watch.ts";

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
  const { transactionId, planName, planId, status, amount, service, isTopUp } = watch;
  const { paybill, phoneNumber } = status;
  if (isOvertaken(flow)) return { kind: "overtaken", transactionId, planName, service, status };
  switch (watch.phase) {
    case "waiting":
      return { kind: "waiting", transactionId, planName, amount: amount ?? 0, service, status, isTopUp };
    case "late": {
      const error = screen.kind === "failure" ? screen.error : null;
      return failureScreen(planId, service, {
        transactionId,
        error,
        stillChecking: true,
        paybill,
        phoneNumber,
        isTopUp,
      });
    }
    case "failed": {
      const { reason, error } = status;
      const stillChecking = mayStillCome(watch);
      const known = { transactionId, reason, error, stillChecking, paybill, phoneNumber, isTopUp };
      return failureScreen(planId, service, known);
    }
    default:
      return { kind: "success", transactionId, planName, status };
  }
}

/** The device went online by another purchase while this one waits for its PIN, or for nothing any more. */
function isOvertaken({ watch, visitor, accessSince }: Flow): boolean {
  if (!watch || watch.paidAt !== null || watch.phase === "connecting" || watch.phase === "online")
    return false;
  const isOther = visitor.access === "online" && visitor.accessId !== watch.before;
  // It may be this very payment that was paid: then its own next answer says so.
  return isOther && watch.readAt >= accessSince;
}

/** What is connected within seconds; later the page says that it takes longer than usual. */
const usualMs = 10_000;

export function takesLong({ watch, following, visitor, accessSince, at }: Flow): boolean {
  if (following && watch?.phase === "connecting")
    return watch.status.access === "connecting" && at - (watch.paidAt ?? at) >= usualMs;
  return visitor.access === "connecting" && at - accessSince >= usualMs;
}

/** Seconds until what was refused may be tried again; null where nothing has to be waited for. */
export function secondsToRetry({ form, at }: Flow): number | null {
  const left = form?.retryAt == null ? 0 : Math.ceil((form.retryAt - at) / 1_000);
  return left > 0 ? left : null;
}

/** A second prompt before this would meet the first one at the gateway, which locks a phone for as long. */
const againMs = 60_000;
/** From when on it is offered: sooner where it is unknown whether the prompt went out. */
const offeredMs = { unclear: 20_000, usual: 30_000 };

/** Milliseconds until the prompt may be sent again, 0 where it may now; null before that is offered. */
export function promptAgainIn({ watch, at }: Flow): number | null {
  if (watch?.phase !== "waiting" || watch.status.phoneNumber === null) return null;
  const passed = age(watch, at);
  const offered = watch.status.prompt === "sent" ? offeredMs.usual : offeredMs.unclear;
  return passed < offered ? null : Math.max(0, againMs - passed);
}

export function promptLeftMs({ watch, at }: Flow): number {
  return watch ? Math.max(0, timeoutMs - age(watch, at)) : timeoutMs;
}

const lookMs = 2_500;
/** A page that was not touched and on which nothing is under way asks less often: after 3 minutes, and after 10. */
const idle = [
  { afterMs: 600_000, lookMs: 30_000 },
  { afterMs: 180_000, lookMs: 10_000 },
];
const rarestMs = 30_000;

/** Milliseconds until the server is asked again what the device and the browser have. */
export function lookIn(flow: Flow): number {
  const usual = isUnderWay(flow) ? lookMs : idleLookMs(flow);
  return Math.min(rarestMs, usual * 2 ** Math.min(flow.missed, 4));
}

function idleLookMs({ at, usedAt }: Flow): number {
  return idle.find(({ afterMs }) => at - usedAt >= afterMs)?.lookMs ?? lookMs;
}

function isUnderWay(flow: Flow): boolean {
  const { visitor, watch } = flow;
  const isPaying = watch?.phase === "waiting" || watch?.phase === "connecting";
  const endsIn = endsInMs(flow);
  return isPaying || visitor.access === "connecting" || (endsIn !== null && endsIn < 60_000);
}

/** Milliseconds until the device's time ends; null where that is not known, or past. */
function endsInMs(flow: Flow): number | null {
  const endsAt = flow.visitor.device?.expiresAt;
  const left = endsAt == null ? 0 : Date.parse(endsAt) - serverNow(flow);
  return left > 0 ? left : null;
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
  const { watch, following, visitor } = flow;
  const counts = following && watch !== null && watch.phase !== "failed" && watch.phase !== "late";
  const isWaiting = (visitor.access === "connecting" && !takesLong(flow)) || secondsToRetry(flow) !== null;
  const running = counts || isWaiting ? 1_000 : 20_000;
  const toast = flow.toast ? flow.toast.until - flow.at : running;
  const limit = watch?.phase === "waiting" ? timeoutMs - age(watch, flow.at) : running;
  return Math.max(50, Math.min(running, toast, limit, endsInMs(flow) ?? running));
}

/** Milliseconds until the server is asked again; null when there is nothing to ask. */
export function askIn({ watch, visitor, accessSince, at }: Flow): number | null {
  if (!watch) return null;
  // The device has got access: whether by this payment is to be known at once.
  const isNews = visitor.access !== null && accessSince > watch.readAt && watch.phase !== "online";
  return isNews && !watch.trouble ? 0 : nextQuestion(watch, at);
}

type Failure = Extract<PortalScreen, { kind: "failure" }>;

/** The screen for a payment that did not come. */
export function failureScreen(
  planId: string | null,
  service: Service,
  known: Partial<Omit<Failure, "kind" | "planId" | "service">>,
): Failure {
  const unknown = { transactionId: null, reason: null, error: null, stillChecking: false };
  return { kind: "failure", planId, service, ...unknown, paybill: null, phoneNumber: null, ...known };
}
