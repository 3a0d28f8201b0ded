import type { PaymentStatus, Service } from "#contract/payments";

// Following one payment (or redemption): what the server last said about it, and how old it is by the server's clock.
// `at` is everywhere the page's own clock: milliseconds since the page started, never wall time.

/** docs/behaviour/visitor-portal.md, VP-146. */
const pollMs = 1_500;
export const timeoutMs = 120_000;

export type Watch = {
  transactionId: string;
  planId: string | null;
  planName: string;
  amount: number | null;
  /** Which of a voucher does not matter. */
  service: Service;
  redeemed: boolean;
  /** It gives more data to a purchase that goes on. */
  isTopUp?: true | undefined;
  /** Something that looked odd when the payment was asked for. */
  warning: string | null;
  status: PaymentStatus;
  /** When `status` was true. */
  readAt: number;
  /**
   * waiting: unpaid, within the time limit; late: unpaid, past it (the page says so and keeps asking);
   * failed: the server says no; connecting: paid, not yet let out; online: let out.
   */
  phase: "waiting" | "late" | "failed" | "connecting" | "online";
  /** When this page learned that it is paid, and that the device is online. */
  paidAt: number | null;
  onlineAt: number | null;
  /** The access that the device had when it was begun, or none. */
  before: string | null;
  trouble: boolean;
  /** The server said that it can't tell: it may be paid. */
  away?: boolean;
};

/** How old the payment is: the server's own two times, plus what has passed on this page since. */
export function age(watch: Watch, at: number): number {
  const { createdAt, now } = watch.status;
  return Math.max(0, Date.parse(now) - Date.parse(createdAt)) + Math.max(0, at - watch.readAt);
}

function settle(watch: Watch, at: number): Watch {
  const { status } = watch;
  if (status.status === "completed") {
    const paid = { ...watch, paidAt: watch.paidAt ?? at };
    // Behind another plan the device is online by that one: there is nothing to wait for.
    // Closed at this hour it opens by itself, and the page says when.
    if (status.access === "closed") return { ...paid, phase: "online" };
    if (status.access !== "online" && status.access !== "queued") return { ...paid, phase: "connecting" };
    return { ...paid, phase: "online", onlineAt: watch.onlineAt ?? at };
  }
  if (status.status === "failed") return { ...watch, phase: "failed" };
  const late = watch.phase === "late" || age(watch, at) >= timeoutMs;
  return { ...watch, phase: late ? "late" : "waiting" };
}

type WatchStart = Pick<Watch, "transactionId" | "planId" | "planName" | "amount" | "service" | "status"> & {
  warning?: string | null;
  redeemed?: boolean;
  isTopUp?: true | undefined;
  before?: string | null;
};

export function startWatch(start: WatchStart, at: number): Watch {
  return settle(
    {
      warning: null,
      redeemed: false,
      ...start,
      readAt: at,
      phase: "waiting",
      paidAt: null,
      onlineAt: null,
      before: start.before ?? null,
      trouble: false,
    },
    at,
  );
}

/** Money that came stays: an older answer that arrives late takes nothing back. */
function outdated({ phase }: Watch, answer: PaymentStatus): boolean {
  if (phase === "online") return true;
  if (phase === "connecting") return answer.status !== "completed";
  return phase === "failed" && answer.status === "pending";
}

export function heard(watch: Watch, answer: PaymentStatus, at: number): Watch {
  const known = outdated(watch, answer) ? watch : { ...watch, status: answer, readAt: at };
  return settle({ ...known, trouble: false, away: false }, at);
}

export function missed(watch: Watch, at: number, away = false): Watch {
  return { ...settle(watch, at), trouble: true, away };
}

export function passed(watch: Watch, at: number): Watch {
  return settle(watch, at);
}

/** The gateway gave no definite refusal: the prompt may be answered late. */
export function mayStillCome({ phase, status }: Watch): boolean {
  return phase === "late" || (phase === "failed" && status.reason === "network");
}

/** Milliseconds until the next question; null when there is nothing left to ask. */
export function nextQuestion(watch: Watch, at: number): number | null {
  if (watch.phase === "online" || (watch.phase === "failed" && !mayStillCome(watch))) return null;
  if (age(watch, at) < timeoutMs && watch.phase !== "failed") return pollMs;
  // After the time limit a few seconds more or less matter to nobody; late money is rare.
  return age(watch, at) < 5 * timeoutMs ? 5_000 : 15_000;
}
