import { dayMs } from "../../../contract/values/time.ts";
import type { PaymentState } from "./payment-state.ts";
import type { PaymentStorage } from "./payment-storage.ts";
import { firstQueryMs, issuerOf } from "./route.ts";

/** While something runs that no other alarm would take up again, an alarm comes back after this. */
export const guardMs = 30_000;

/** When a payment has something to do by itself, UTC ms. */
export function paymentTimes(state: PaymentState, kept: PaymentStorage, now: number): number[] {
  const { status, intent } = state;
  const unfinished = status === "created" || status === "submitting" || kept.unreadCallback();
  // The visitor waits for the prompt that goes round a refused account.
  const isTurning = status === "created" && state.earlier !== null;
  return [
    kept.nextEffectAt(),
    nextQueryAt(state, kept.lastQueryAt() || null),
    state.reported?.askAt ?? null,
    isTurning ? now : unfinished ? now + guardMs : null,
    status === "pending" ? intent.createdAt + giveUpMs : null,
  ].filter((time) => time !== null);
}

/** After this long without a result a payment is called failed; a success that still comes revives it. */
export const giveUpMs = dayMs;

/** Seconds after the push at which the gateway is asked. */
const queryTimes: readonly number[] = [
  ...[8, 15, 25, 40, 60, 90, 120, 180, 300, 600, 1_800],
  ...Array.from({ length: 24 }, (_, index) => (index + 1) * 3_600),
];

/** Seconds after a callback said paid that the gateway neither confirmed nor denied: as long as a payment is kept. */
const longTimes: readonly number[] = [
  ...queryTimes,
  ...Array.from({ length: 37 }, (_, index) => (index + 2) * 86_400),
];

/** Seconds after a callback said paid and the gateway did not: often, because it may know a moment later. */
const claimTimes: readonly number[] = [1, 2, 3, 5, 8, 13, 20, ...longTimes.filter((seconds) => seconds > 20)];

/** Close to the push often, then sparser, hourly to 24 h. Null = never again. @param lastQueryAt UTC ms, null = never yet */
export function nextQueryAt(state: PaymentState, lastQueryAt: number | null): number | null {
  const { status, handle, claims, completedAt } = state;
  const { pushedAt } = lastPush(state);
  const from = queryableFrom(state);
  if (pushedAt === null || (handle === null && claims.length === 0) || from === null) return null;
  const settled =
    status === "completed"
      ? !state.unverified
      : status === "failed" && state.confirmed && claims.length === 0;
  if (settled) return null;
  const after = lastQueryAt ?? pushedAt;
  const next = (since: number, seconds: readonly number[]) =>
    seconds.map((one) => since + one * 1_000).find((time) => time > after && time >= from);
  const times = [
    next(pushedAt, queryTimes),
    ...claims.map(({ at }) => next(at, claimTimes)),
    // A callback may come days after the push.
    completedAt === null ? undefined : next(completedAt, longTimes),
  ];
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : null;
}

/** UTC ms before which the gateway takes no query; null = it takes none of this payment. */
export function queryableFrom(state: PaymentState): number | null {
  const { pushedAt, route } = lastPush(state);
  const wait = route && firstQueryMs[issuerOf(route)];
  return pushedAt === null || wait === null ? null : pushedAt + wait;
}

/** The present push; before it goes out, or where it never did, the one before it to the account that was refused. */
function lastPush({ pushedAt, route, earlier }: PaymentState): Pick<PaymentState, "pushedAt" | "route"> {
  return pushedAt === null && earlier ? earlier : { pushedAt, route };
}
