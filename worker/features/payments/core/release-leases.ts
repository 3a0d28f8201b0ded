import type { Context } from "../../../context.ts";
import {
  browsersPhone,
  deviceOf,
  forgetStrangersPhone,
  limitFor,
  type PromptOutcome,
} from "../../rate-limits/index.ts";
import type { Intent, PaymentState } from "./payment-state.ts";

export const openLease = "open";

export const browserName = (buyerHash: string | null) => buyerHash ?? "no cookie";

type Buyer = Pick<Intent, "providerId" | "subject" | "buyerHash">;

export const cookieName = ({ buyerHash }: Buyer) => (buyerHash === null ? null : `cookie ${buyerHash}`);
export const deviceName = ({ providerId, subject }: Buyer) =>
  subject === null ? null : `device ${providerId} ${subject}`;

export const namesIn = (...names: (string | null)[]) => names.flatMap((name) => name ?? []);

const recentMs = 600_000;

type Holder = Buyer & Pick<Intent, "id" | "phone" | "routerId">;

/** The first definite result frees device and phone for the next purchase, and counts for or against more prompts. */
export async function releaseLeases(
  ctx: Context,
  intent: Holder,
  outcome: PromptOutcome | "unsent",
): Promise<void> {
  await releaseDevice(ctx, intent, outcome === "unsent" ? "unless-new" : "yes");
  await endPrompt(ctx, intent, outcome);
}

/** Nothing is known of its end: what comes next asks about it first. */
export async function letLeasesGo(
  ctx: Context,
  { id, providerId, routerId, subject, phone }: Holder,
): Promise<void> {
  const device = deviceOf({ routerId, subject });
  await Promise.all([
    device === null ? null : limitFor(ctx, { providerId, of: { device } }).letGo(openLease, id),
    limitFor(ctx, { phone }).letPromptGo(id),
  ]);
}

export async function endPrompt(
  ctx: Context,
  intent: Holder,
  outcome: PromptOutcome | "unsent",
): Promise<void> {
  const payers = namesIn(cookieName(intent), deviceName(intent));
  await limitFor(ctx, { phone: intent.phone }).endPrompt({ paymentId: intent.id, outcome, payers });
}

/** @param counts whether its phone goes on counting among those that were asked for */
export async function releaseDevice(
  ctx: Context,
  { id, providerId, routerId, subject, buyerHash, phone }: Holder,
  counts: PhoneCounts,
): Promise<void> {
  const device = deviceOf({ routerId, subject });
  if (device === null) return;
  const limit = limitFor(ctx, { providerId, of: { device } });
  const asked = counts === "no" ? { phone } : { phone, by: id };
  const forgotten = counts === "yes" ? null : browsersPhone(buyerHash, asked);
  const network = await limit.release(openLease, id, forgotten);
  if (forgotten && network !== null)
    await forgetStrangersPhone(ctx, { providerId, routerId, network }, forgotten);
}

/** `unless-new`: nothing was sent to it by this payment. `no`: its owner paid. */
export type PhoneCounts = "yes" | "unless-new" | "no";

export function phoneCounts({ status, confirmed, handle }: PaymentState): PhoneCounts {
  if (status === "completed") return "no";
  return status === "failed" && confirmed && handle === null ? "unless-new" : "yes";
}

/** What a payment's end shows of the phone that was prompted. */
export function promptOutcome({
  status,
  reason,
  intent,
}: Pick<PaymentState, "status" | "reason" | "intent">): PromptOutcome | "unsent" {
  // Typed by hand it may have been paid with any phone.
  if (intent.unprompted) return "unsent";
  if (status === "completed") return "paid";
  // A gateway's own trouble is not the phone's.
  if (reason === "service" || reason === "phone" || reason === null) return "unsent";
  return reason === "cancelled" || reason === "network" ? "unpaid" : "answered";
}

/** The payment that this browser had open last for a device, else any browser, within the last ten minutes. */
export async function latestPaymentOf(
  ctx: Context,
  {
    providerId,
    routerId,
    subject,
    buyerHash,
  }: Pick<Intent, "providerId" | "routerId" | "subject" | "buyerHash">,
) {
  const device = deviceOf({ routerId, subject });
  if (device === null) return null;
  const limit = limitFor(ctx, { providerId, of: { device } });
  return limit.latest(openLease, browserName(buyerHash), ctx.now() - recentMs);
}
