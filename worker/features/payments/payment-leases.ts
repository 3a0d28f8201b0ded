import type { Context } from "../../context.ts";
import { type LeaseAnswer, limitFor } from "../limits/index.ts";
import { paymentObjectFor } from "./payment-object.ts";
import type { Intent } from "./payment-state.ts";
import type { PaymentView } from "./payment-view.ts";
import { deviceSubject, phoneSubject, releaseLeases } from "./release-leases.ts";

/**
 * How long an open prompt holds its device and its phone: 120 s from the push, which itself may take up to 8 s to be
 * answered. A definite result frees them earlier.
 */
const holdMs = 128_000;
/** No phone gets two prompts within this (Safaricom's own subscriber lock is as long). */
const quietMs = 60_000;
const tenMinutesMs = 600_000;

export type LeaseResult =
  /** This payment may go on: a new one, or one that was about to begin. */
  | { kind: "granted"; paymentId: string }
  /** The same purchase is under way, or turned out to be paid. */
  | { kind: "known"; view: PaymentView }
  | { kind: "busy"; whose: "device" | "phone"; retryAfterMs: number }
  | { kind: "limited"; retryAfterMs: number };

type Purchase = Pick<Intent, "routerId" | "mac" | "planId">;
const purchaseName = ({ routerId, mac, planId }: Purchase) => `${routerId} ${mac ?? "no device"} ${planId}`;

/**
 * Takes the leases of device and phone, in this order, for one purchase. The same purchase under way answers with its
 * payment. A payment that an expired lease left without a result is asked once: if it was paid, that is the answer.
 */
export async function takeLeases(ctx: Context, intent: Intent): Promise<LeaseResult> {
  const { mac, phone, routerId } = intent;
  const ask = { purchase: purchaseName(intent), paymentId: intent.id, holdMs, quietMs };
  const router = limitFor(ctx, { routerId });
  const crowd = { key: "initiate", windowMs: 60_000, max: 120 };
  let paymentId = intent.id;
  let asked: string | null = null;
  if (mac) {
    const device = { key: `initiate ${mac}`, windowMs: tenMinutesMs, max: 10 };
    // A device may try again at once on another phone; only the phone itself needs its quiet.
    const answer = await router.lease({ ...ask, subject: deviceSubject(mac), quietMs: 0 }, device, crowd);
    if (answer.kind === "busy") return { ...answer, whose: "device" };
    if (answer.kind === "limited") return answer;
    if (answer.kind === "same") {
      const view = await paymentObjectFor(ctx, answer.paymentId).read();
      if (view) return { kind: "known", view };
      // Whoever took the device's lease has not begun yet, or died before: the phone's lease decides who does.
      paymentId = answer.paymentId;
    } else if (answer.unsettled) {
      asked = answer.unsettled;
      const view = await paidMeanwhile(ctx, asked, intent, paymentId);
      if (view) return { kind: "known", view };
    }
  } else {
    const answer = await router.attempt(crowd);
    if (!answer.allowed) return { kind: "limited", retryAfterMs: answer.retryAfterMs };
  }
  const answer = await leasePhone(ctx, phone, { purchase: ask.purchase, paymentId });
  if (answer.kind === "busy" || answer.kind === "limited") {
    if (mac && paymentId === intent.id) await router.release(deviceSubject(mac), paymentId);
    return answer.kind === "busy" ? { ...answer, whose: "phone" } : answer;
  }
  if (answer.kind === "same") return { kind: "granted", paymentId: answer.paymentId };
  if (answer.unsettled && answer.unsettled !== asked) {
    const view = await paidMeanwhile(ctx, answer.unsettled, intent, paymentId);
    if (view) return { kind: "known", view };
  }
  return { kind: "granted", paymentId };
}

/** Holds a phone for one prompt: nothing else may be sent to it meanwhile. */
export function leasePhone(
  ctx: Context,
  phone: string,
  { purchase, paymentId }: { purchase: string; paymentId: string },
): Promise<LeaseAnswer> {
  const prompts = { key: "prompt", windowMs: tenMinutesMs, max: 6 };
  const ask = { purchase, paymentId, holdMs, quietMs, subject: phoneSubject };
  return limitFor(ctx, { phone }).lease(ask, prompts);
}

/** Asks an unsettled payment once. If it bought the same, nothing new is bought and the leases just taken end. */
async function paidMeanwhile(
  ctx: Context,
  unsettled: string,
  intent: Intent,
  paymentId: string,
): Promise<PaymentView | null> {
  const view = await paymentObjectFor(ctx, unsettled).ask();
  if (view?.status !== "completed" || purchaseName(view.intent) !== purchaseName(intent)) return null;
  await releaseLeases(ctx, { ...intent, id: paymentId });
  return view;
}
