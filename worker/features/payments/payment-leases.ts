import type { Context } from "../../context.ts";
import { limitFor } from "../limits/index.ts";
import { type PaymentView, paymentObjectFor } from "./payment-object.ts";
import type { Intent } from "./payment-state.ts";

/**
 * How long an open prompt holds its device and its phone: 120 s from the push, which itself may take up to 8 s to be
 * answered. A definite result frees them earlier.
 */
const holdMs = 128_000;
/** No phone gets two prompts within this (Safaricom's own subscriber lock is as long). */
const quietMs = 60_000;
const tenMinutesMs = 600_000;

export type LeaseResult =
  | { kind: "granted"; paymentId: string; alreadyPaid: PaymentView | null }
  | { kind: "busy"; whose: "device" | "phone"; retryAfterMs: number }
  | { kind: "limited"; retryAfterMs: number };

/** A purchase without a device holds its phone only. */
const deviceSubject = (mac: string) => `open ${mac}`;
const phoneSubject = "open";

/**
 * Takes the leases of device and phone, in this order, for one purchase. The same purchase under way answers with its
 * payment. A payment that an expired lease left without a result is asked once: if it was paid, that is the answer.
 */
export async function takeLeases(ctx: Context, intent: Intent): Promise<LeaseResult> {
  const { id, mac, phone, routerId, planId } = intent;
  const purchase = `${routerId} ${mac ?? "no device"} ${planId}`;
  const ask = { purchase, paymentId: id, holdMs, quietMs };
  let paymentId = id;
  const unsettled: string[] = [];
  const router = limitFor(ctx, { routerId });
  const crowd = { key: "initiate", windowMs: 60_000, max: 120 };
  if (mac) {
    const device = { key: `initiate ${mac}`, windowMs: tenMinutesMs, max: 10 };
    // A device may try again at once on another phone; only the phone itself needs its quiet.
    const answer = await router.lease({ ...ask, subject: deviceSubject(mac), quietMs: 0 }, device, crowd);
    if (answer.kind === "same") return { kind: "granted", paymentId: answer.paymentId, alreadyPaid: null };
    if (answer.kind === "busy") return { ...answer, whose: "device" };
    if (answer.kind === "limited") return answer;
    if (answer.unsettled) unsettled.push(answer.unsettled);
  } else {
    const answer = await router.attempt(crowd);
    if (!answer.allowed) return { kind: "limited", retryAfterMs: answer.retryAfterMs };
  }
  const prompts = { key: "prompt", windowMs: tenMinutesMs, max: 6 };
  const answer = await limitFor(ctx, { phone }).lease({ ...ask, subject: phoneSubject }, prompts);
  if (answer.kind === "busy" || answer.kind === "limited") {
    if (mac) await router.release(deviceSubject(mac), id);
    return answer.kind === "busy" ? { ...answer, whose: "phone" } : answer;
  }
  if (answer.kind === "same") paymentId = answer.paymentId;
  else if (answer.unsettled) unsettled.push(answer.unsettled);
  return { kind: "granted", paymentId, alreadyPaid: await paidMeanwhile(ctx, intent, purchase, unsettled) };
}

async function paidMeanwhile(
  ctx: Context,
  intent: Intent,
  purchase: string,
  ids: string[],
): Promise<PaymentView | null> {
  for (const id of new Set(ids)) {
    const view = await paymentObjectFor(ctx, id).ask();
    if (view?.status !== "completed") continue;
    const { routerId, mac, planId } = view.intent;
    if (`${routerId} ${mac ?? "no device"} ${planId}` !== purchase) continue;
    await releaseLeases(ctx, intent);
    return view;
  }
  return null;
}

type Holder = Pick<Intent, "id" | "mac" | "phone" | "routerId">;

/** The first definite result frees device and phone for the next purchase. */
export async function releaseLeases(ctx: Context, { id, mac, phone, routerId }: Holder): Promise<void> {
  if (mac) await limitFor(ctx, { routerId }).release(deviceSubject(mac), id);
  await limitFor(ctx, { phone }).release(phoneSubject, id);
}

/** The payment that a device had open last, within the last ten minutes: what a reloaded page goes on with. */
export async function latestPaymentOf(ctx: Context, routerId: string, mac: string) {
  return limitFor(ctx, { routerId }).latest(deviceSubject(mac), ctx.now() - tenMinutesMs);
}
