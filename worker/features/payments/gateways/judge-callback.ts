import type { Context } from "../../../context.ts";
import { within } from "../../../sleep.ts";
import type { Callback } from "../core/callbacks.ts";
import {
  type Intent,
  isEarlier,
  type PaymentEvent,
  type PaymentState,
  type Push,
  pushesOf,
} from "../core/payment-state.ts";
import type { Route } from "../core/route.ts";
import type { CallbackReading, Gateway, QueryResult } from "./driver.ts";
import { gatewayOf } from "./index.ts";
import { payerAgrees } from "./wire.ts";

export type Verdict =
  /** It says nothing about this payment. `why` is for the log. */
  | { kind: "ignore"; why: string }
  | { kind: "take"; event: PaymentEvent }
  /** The gateway is queried, and its answer counts. `claim`: what the callback may do without one; null = it was a hint only. */
  | { kind: "query"; push: Push & { handle: string }; claim: Claim | null; event: PaymentEvent | null };

/** What a callback says that may speak for the payment. */
export type Claim = CallbackReading & { handle: string };

/** What a judgement asks. `isTaken`: another payment, of any provider, has this receipt; else it is held for this one. */
export type Judging = { ctx: Context; isTaken(route: Route, receipt: string): Promise<boolean> };

/**
 * The one judge of what a callback may do to a payment. It may speak for the payment only where it came by the door of the
 * route that the push took, names the very push, and carries what was frozen: the amount, no other payer, and a receipt that no other
 * payment has. By a payment's own address that is believed while the gateway's query is silent; by an address that many
 * payments share, only what the gateway signed. Everything else makes us ask the gateway and moves nothing.
 * @throws when a key or the index could not be read: the callback stays unread and is judged later
 */
export async function judgeCallback(
  { ctx, isTaken }: Judging,
  state: PaymentState,
  { door, body }: Callback,
): Promise<Verdict> {
  const pushes = pushesOf(state);
  if (pushes.length === 0) return { kind: "ignore", why: "nothing was pushed" };
  let near: Verdict = { kind: "ignore", why: "came by the door of another gateway or app" };
  for (const push of pushes) {
    const gateway = gatewayOf(ctx, push.route, state.intent.id);
    if (!(await gateway.usesDoor(door))) continue;
    const callback = await gateway.read(body);
    const handle = push.handle ?? callback?.reading.handle ?? gateway.ownHandle;
    if (!callback || (callback.reading.handle !== null && callback.reading.handle !== handle)) {
      near = hint(state, push, "names another push, or is no callback of this gateway");
      continue;
    }
    if (handle === null) return { kind: "ignore", why: "names no push" };
    const claim = { ...callback.reading, handle };
    if (door.kind === "app" && !callback.isSigned)
      return hint(state, { ...push, handle }, "came by a shared address without a right signature");
    return judgeClaim(isTaken, state, gateway, { ...push, handle }, claim);
  }
  return near;
}

/** Settled payments are asked about no more, and what names no push cannot be asked about. */
function hint(state: PaymentState, push: Push, why: string): Verdict {
  const { handle } = push;
  if (handle === null || isSettled(state)) return { kind: "ignore", why };
  return { kind: "query", push: { ...push, handle }, claim: null, event: null };
}

function isSettled({ status, unverified, confirmed }: PaymentState): boolean {
  return (status === "completed" && !unverified) || (status === "failed" && confirmed);
}

async function judgeClaim(
  isTaken: Judging["isTaken"],
  state: PaymentState,
  gateway: Gateway,
  push: Push & { handle: string },
  claim: Claim,
): Promise<Verdict> {
  const { intent } = state;
  const { handle, receipt, reason, amountCents } = claim;
  const asking = (event: PaymentEvent | null, believed: Claim | null): Verdict => ({
    kind: "query",
    push,
    event,
    claim: believed,
  });
  if (amountCents !== null && amountCents !== intent.amountCents) {
    const detail = { askedCents: intent.amountCents, reportedCents: amountCents, receipt };
    return asking({ type: "mismatch", review: { kind: "amount", detail } }, null);
  }
  const isOfAnother = payerAgrees(claim.phone, intent.phone) === false;
  const phoneReview = { kind: "phone", detail: { receipt } } as const;
  if (isOfAnother && reason !== null) return asking({ type: "mismatch", review: phoneReview }, null);
  if (claim.isDoubtful && reason !== null)
    return {
      kind: "take",
      event: {
        type: "denied",
        by: "callback",
        handle,
        receipt,
        reason,
        detail: claim.detail,
        fault: claim.fault,
      },
    };
  if (reason !== null) return isSettled(state) ? { kind: "ignore", why: "is settled" } : asking(null, claim);
  if (receipt !== null && (await isTaken(push.route, receipt)))
    return asking(
      { type: "mismatch", handle, review: { kind: "receipt", detail: { receipt }, receipt } },
      null,
    );
  // Should the gateway itself call this push paid, the receipt is its receipt, also of another payer.
  if (isOfAnother) return asking({ type: "mismatch", handle, receipt, review: phoneReview }, null);
  if (!gateway.carries.every((field) => claim[field] !== null)) return asking(null, null);
  // The query said paid before; only the receipt can be news, which the query never tells.
  return state.status === "completed" && !state.unverified
    ? { kind: "take", event: { type: "paid", by: "callback", handle, receipt } }
    : asking(null, claim);
}

export function wordOf(answer: QueryResult, handle: string): PaymentEvent | null {
  if (answer.kind === "paid") return { type: "paid", by: "query", handle, receipt: answer.receipt };
  if (answer.kind !== "declined") return null;
  const { reason, detail, fault } = answer;
  return { type: "declined", by: "query", handle, reason, detail, fault };
}

/** While the query is silent the claim is believed, or waits for the payer. Against a definite "no" only its own "yes" counts. */
export function eventFor(
  state: PaymentState,
  claim: Pick<Claim, "receipt" | "reason" | "detail" | "fault"> | null,
  answer: QueryResult,
  handle: string,
): PaymentEvent | null {
  if (!claim) return wordOf(answer, handle);
  const { receipt, reason, detail, fault } = claim;
  const wasDenied = (state.status === "failed" && state.confirmed) || isEarlier(state, handle);
  if (answer.kind === "paid")
    return { type: "paid", by: "query", handle, receipt: receipt ?? answer.receipt };
  if (reason !== null)
    return wordOf(answer, handle) ?? { type: "declined", by: "callback", handle, reason, detail, fault };
  const denied = { type: "denied", handle, receipt } as const;
  if (answer.kind === "declined") {
    const { reason: why, detail: words, fault: blamed } = answer;
    return { ...denied, by: "query", reason: why, detail: words, fault: blamed };
  }
  if (wasDenied) return { ...denied, by: "callback", reason: state.reason ?? "service", detail, fault };
  return answer.kind === "open"
    ? { type: "claimed", handle, receipt }
    : { type: "paid", by: "callback", handle, receipt };
}

/** Never throws: no answer is `silent`. @param patienceMs null = as long as the gateway's own time-out */
export async function queryGateway(
  ctx: Context,
  { route, intent }: { route: Route; intent: Intent },
  handle: string,
  patienceMs: number | null,
): Promise<QueryResult> {
  const answer = gatewayOf(ctx, route, intent.id)
    .query(handle)
    .catch((cause: unknown): QueryResult => ({ kind: "silent", detail: String(cause) }));
  if (patienceMs === null) return answer;
  return within(patienceMs, answer, () => ({ kind: "silent", detail: `no answer in ${patienceMs} ms` }));
}
