import type { PaymentStatus, Service } from "#contract/payments";
import type { PayTab, PortalPage, PortalScreen, VisitorNow } from "#contract/portal";
import type { BuyForm, Flow } from "./flow-state.ts";
import { failureScreen, serverNow } from "./flow-view.ts";
import { localPhone, readProblem } from "./form-rules.ts";
import type { Problem, ToastKind } from "./messages/en.ts";
import { heard, missed, passed, startWatch, timeoutMs, type Watch } from "./watch.ts";

// The whole page as one pure state machine. The server renders its first state, the script hydrates the same state and
// feeds it events; nothing here reads a clock, the network or the document.

/** docs/behaviour/visitor-portal.md, VP-146. */
const toastMs = 5_000;

export type { Flow };

export type FlowEvent =
  | { kind: "scripted" }
  | { kind: "passed" }
  /** `phone`: to start with; the last one unless told. */
  | { kind: "selected"; planId: string; tab: PayTab; phone?: string }
  | { kind: "tab"; tab: PayTab }
  /** The number that is being typed looks like one of this service. */
  | { kind: "guessed"; service: Service }
  | { kind: "closed" }
  /** `toast`: the server refused, which is a toast besides the words at the field. */
  | {
      kind: "refused-form";
      tab: PayTab;
      typed: string;
      problem: Problem;
      toast?: ToastKind;
      /** It may be tried again after so long. */
      retryAfterMs?: number | null;
    }
  | { kind: "sent"; tab: PayTab; typed: string }
  /** No answer came: it is asked for again. */
  | { kind: "broke" }
  | {
      kind: "initiated";
      transactionId: string;
      planId: string;
      planName: string;
      amount: number;
      service: Service;
      warning: string | null;
      phone: string;
      isTopUp?: true | undefined;
    }
  | {
      kind: "not-initiated";
      planId: string;
      service: Service;
      message: string | null;
      answered: boolean;
      isTopUp?: true | undefined;
    }
  | { kind: "redeemed"; transactionId: string; planName: string }
  | { kind: "heard"; transactionId: string; answer: PaymentStatus }
  | { kind: "missed"; transactionId: string; away?: boolean }
  /** What the device and the browser have; null: what was known. */
  | { kind: "looked"; mark: string; visitor: VisitorNow | null }
  | { kind: "look-missed" }
  /** The page was touched or typed into. */
  | { kind: "used" }
  | { kind: "home" }
  | { kind: "stay" }
  /** Somebody reads or is about to press it: it stays until they let go. */
  | { kind: "toast-held"; held: boolean }
  | { kind: "toast-dismissed" }
  /** Another document was asked for; or this one came back. */
  | { kind: "going" }
  | { kind: "back" };

function formOf(screen: PortalScreen): BuyForm | null {
  if (screen.kind !== "buy") return null;
  const { planId, tab, phoneNumber, voucherCode, isTopUp } = screen;
  const problem = readProblem(screen.problem);
  // The form was sent without scripts.
  const idle = { busy: false, broken: false, retryAt: null };
  const picked = problem !== null;
  return { planId, isTopUp, tab, picked, phoneNumber, voucherCode, problem, ...idle };
}

function watchOf(page: PortalPage): Watch | null {
  const { screen } = page;
  const planNamed = (name: string) => page.plans.find((plan) => plan.name === name)?.id ?? null;
  const before = page.accessId;
  if (screen.kind === "waiting")
    return startWatch({ ...screen, planId: planNamed(screen.planName), before }, 0);
  if (screen.kind === "overtaken")
    return startWatch({ ...screen, planId: planNamed(screen.planName), amount: null }, 0);
  if (screen.kind === "success") {
    return startWatch({ ...screen, planId: planNamed(screen.planName), amount: null, service: "mpesa" }, 0);
  }
  if (screen.kind === "failure" && screen.transactionId !== null) {
    const { transactionId, planId, service, paybill, phoneNumber, stillChecking, reason, error, isTopUp } =
      screen;
    // The server did not say when the payment began: past the limit is enough.
    const createdAt = new Date(Date.parse(page.now) - timeoutMs).toISOString();
    const known = { paybill, phoneNumber, createdAt };
    const isOver = !stillChecking || reason !== null;
    const end = isOver ? ({ status: "failed", reason, error } as const) : {};
    const status: PaymentStatus = { ...unpaid(page.now), ...known, ...end };
    const bought = { transactionId, planId, isTopUp, planName: "", amount: null, service };
    return startWatch({ ...bought, status, before }, 0);
  }
  return null;
}

function unpaid(now: string): PaymentStatus {
  return {
    status: "pending",
    error: null,
    reason: null,
    prompt: null,
    phoneNumber: null,
    access: "none",
    expiresAt: null,
    opensAt: null,
    behind: null,
    recoveryCode: null,
    paybill: null,
    createdAt: now,
    now,
  };
}

/** The first state of a page, the same on the server and in the browser. */
export function startFlow(page: PortalPage): Flow {
  const watch = watchOf(page);
  const form = formOf(page.screen);
  return {
    at: 0,
    serverStart: Date.parse(page.now),
    scripted: false,
    screen: page.screen,
    form,
    watch,
    following: watch !== null,
    staying: false,
    toast: null,
    lastPhone: form?.phoneNumber || localPhone(watch?.status.phoneNumber ?? page.ended?.phoneNumber ?? ""),
    lastService: null,
    // All that a page is asked about again is in it, as it was served.
    visitor: page,
    mark: "",
    accessSince: 0,
    usedAt: 0,
    missed: 0,
    goingSince: null,
  };
}

function say(flow: Flow, kind: ToastKind, message: string | null = null): Flow {
  return { ...flow, toast: { kind, message, until: flow.at + toastMs } };
}

/** The toast that goes with a change of phase, and what the change does to the screen. */
function moved(flow: Flow, next: Watch): Flow {
  const before = flow.watch?.phase;
  const after: Flow = { ...flow, watch: next };
  if (next.phase === before) return after;
  if (next.phase === "late") return flow.following ? say(after, "timeout") : after;
  if (next.phase === "failed") return flow.following ? say(after, "failed") : after;
  if (next.phase === "waiting") return after;
  // Paid, however late and wherever the visitor is by now: the page turns to success.
  const turned: Flow = { ...after, following: true, form: null };
  if (next.phase !== "online") return turned;
  const { access } = next.status;
  if (access === "queued" || access === "closed") return say(turned, access);
  return say(turned, next.redeemed ? "redeemed" : "paid");
}

/** Another purchase may have let the device in, or its access ended: every screen shows what is, and a page that follows nothing says it. */
function looked(flow: Flow, mark: string, visitor: VisitorNow): Flow {
  const isSame = visitor.accessId === flow.visitor.accessId && visitor.access === flow.visitor.access;
  const after = { ...flow, mark, visitor, missed: 0, accessSince: isSame ? flow.accessSince : flow.at };
  const isNews = !isSame && visitor.access === "online" && flow.visitor.access !== "online";
  return isNews && !flow.following ? say(after, "paid") : after;
}

function follow(flow: Flow, watch: Watch): Flow {
  return { ...flow, watch, following: true, staying: false, form: null, screen: { kind: "home" } };
}

/** One step. `at` is the page's clock at the event, in milliseconds since the page started. */
export function step(before: Flow, event: FlowEvent, at: number): Flow {
  const flow: Flow = {
    ...before,
    at: Math.max(before.at, at),
    toast: before.toast && before.toast.until <= at ? null : before.toast,
  };
  const { watch, form } = flow;
  const iso = new Date(serverNow(flow)).toISOString();
  switch (event.kind) {
    case "scripted":
      return { ...flow, scripted: true };
    case "passed":
      return watch ? moved(flow, passed(watch, flow.at)) : flow;
    case "selected": {
      const phoneNumber = event.phone ?? flow.lastPhone;
      const fresh = {
        phoneNumber,
        voucherCode: "",
        problem: null,
        busy: false,
        broken: false,
        retryAt: null,
      };
      return {
        ...flow,
        toast: null,
        form: { planId: event.planId, tab: event.tab, picked: false, ...fresh },
      };
    }
    case "tab":
      return form
        ? {
            ...flow,
            lastService: event.tab === "voucher" ? flow.lastService : event.tab,
            form: { ...form, tab: event.tab, picked: true, problem: null },
          }
        : flow;
    case "guessed":
      return form && !form.picked && !form.busy && form.tab !== "voucher"
        ? { ...flow, form: { ...form, tab: event.service } }
        : flow;
    case "closed":
      return form?.busy && !form.broken ? flow : { ...flow, form: null };
    case "refused-form":
      return refused(flow, event);
    case "sent":
      return {
        ...typed(flow, event.tab, event.typed, { problem: null, busy: true, retryAt: null }),
        toast: null,
      };
    case "broke":
      return form?.busy ? { ...flow, form: { ...form, broken: true } } : flow;
    case "initiated": {
      // Where the prompt went to another number than this one, the server says which.
      const status = { ...unpaid(iso), phoneNumber: event.warning === null ? event.phone : null };
      const before = flow.visitor.accessId;
      return say(follow(flow, startWatch({ ...event, status, before }, flow.at)), "initiated");
    }
    case "not-initiated": {
      const kind = event.answered ? "initiationFailed" : "initiationLost";
      const screen = failureScreen(event.planId, event.service, {
        error: event.message ?? "",
        isTopUp: event.isTopUp,
      });
      return say({ ...flow, screen, following: false, form: null }, kind, event.message);
    }
    case "redeemed": {
      const status: PaymentStatus = { ...unpaid(iso), status: "completed", access: "connecting" };
      const bought = { transactionId: event.transactionId, planName: event.planName, planId: null };
      const nothing = { amount: null, service: "mpesa" as const };
      return follow(flow, startWatch({ ...bought, ...nothing, redeemed: true, status }, flow.at));
    }
    case "heard":
      return watch?.transactionId === event.transactionId
        ? moved(flow, heard(watch, event.answer, flow.at))
        : flow;
    case "missed":
      return watch?.transactionId === event.transactionId
        ? moved(flow, missed(watch, flow.at, event.away))
        : flow;
    case "looked":
      return event.visitor ? looked(flow, event.mark, event.visitor) : { ...flow, missed: 0 };
    case "look-missed":
      return { ...flow, missed: flow.missed + 1 };
    case "used":
      return { ...flow, usedAt: flow.at };
    case "home":
      return { ...flow, screen: { kind: "home" }, following: false, form: null };
    case "stay":
      return { ...flow, staying: true };
    case "toast-held": {
      const until = event.held ? Number.POSITIVE_INFINITY : flow.at + toastMs;
      return flow.toast ? { ...flow, toast: { ...flow.toast, until } } : flow;
    }
    case "toast-dismissed":
      return { ...flow, toast: null };
    case "going":
      return { ...flow, goingSince: flow.at };
    case "back":
      return { ...flow, goingSince: null };
  }
}

function refused(flow: Flow, event: Extract<FlowEvent, { kind: "refused-form" }>): Flow {
  const { tab, problem, toast, retryAfterMs = null } = event;
  const retryAt = retryAfterMs === null ? null : flow.at + retryAfterMs;
  const after = typed(flow, tab, event.typed, { problem, busy: false, broken: false, retryAt });
  return toast ? say(after, toast, problem.text) : after;
}

function typed(flow: Flow, tab: PayTab, text: string, change: Partial<BuyForm>): Flow {
  if (!flow.form) return flow;
  const kept = tab === "voucher" ? { voucherCode: text } : { phoneNumber: text };
  return {
    ...flow,
    ...(tab === "voucher" ? {} : { lastPhone: text, lastService: tab }),
    form: { ...flow.form, ...kept, ...change },
  };
}
