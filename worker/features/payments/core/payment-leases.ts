import type { Context } from "../../../context.ts";
import {
  type Acting,
  type Admission,
  admitByNetwork,
  admitStrangersPhone,
  browserAttempts,
  browsersPhone,
  deviceOf,
  forgetStrangersPhone,
  isCrowded,
  isOfPhones,
  type LeaseAnswer,
  limitFor,
  type PromptAnswer,
  type PromptOutcome,
} from "../../rate-limits/index.ts";
import type { Intent, PaymentState } from "./payment-state.ts";
import type { PaymentView } from "./payment-view.ts";
import { customerIn } from "./route.ts";

/** How long an open prompt holds device and phone: 120 s, and up to 8 s for the push. A definite result frees them earlier. */
const holdMs = 128_000;

export type LeaseResult =
  /** This payment may go on: a new one, or one that was about to begin. */
  | { kind: "granted"; paymentId: string }
  /** The same order is under way, or turned out to be paid. */
  | { kind: "known"; view: PaymentView }
  | { kind: "busy"; whose: "device" | "phone"; retryAfterMs: number }
  | { kind: "limited"; retryAfterMs: number }
  /** No prompt goes to one more phone from here; the purchase may be paid in any other way. */
  | { kind: "unprompted"; why: "phones" | "unlisted"; retryAfterMs: number }
  /** Prompts to this phone were left unanswered; `paymentId` is the last of them. */
  | { kind: "unanswered"; paymentId: string; retryAfterMs: number };

type Order = Pick<Intent, "routerId" | "subject" | "planId" | "purpose">;
const orderName = ({ routerId, subject, planId, purpose }: Order) =>
  purpose.kind === "account"
    ? `account ${purpose.customerId}`
    : `${routerId} ${subject ?? "no device"} ${planId}${purpose.kind === "top_up" ? " top-up" : ""}`;

/** @property listed as in `Acting` */
type Asker = Pick<Acting, "network" | "listed">;

/** Device, then phone. The same order under way answers with its payment; one without a result is asked once. */
export async function takeLeases(ctx: Context, intent: Intent, asker: Asker): Promise<LeaseResult> {
  let paymentId = intent.id;
  let asked: string | null = null;
  const device = await leaseDevice(ctx, intent, asker);
  if (device.kind === "busy") return { ...device, whose: "device" };
  if (device.kind === "limited") return device;
  if (device.kind === "unprompted") return { ...device, why: "phones" };
  if (device.kind === "same") {
    const view = await ctx.env.PAYMENT.getByName(device.paymentId).read();
    if (view) return { kind: "known", view };
    // The request that took the device's lease has not begun yet, or died before: the phone's lease decides.
    paymentId = device.paymentId;
  } else if (device.unsettled) {
    asked = device.unsettled;
    const view = await paidMeanwhile(ctx, asked, intent, paymentId);
    if (view) return { kind: "known", view };
  }
  const mayRelease = paymentId === intent.id;
  const answer = await limitFor(ctx, { phone: intent.phone }).askPrompt({
    visitor: cookieName(intent) ?? deviceName(intent) ?? "unknown",
    payers: namesIn(cookieName(intent), asker.listed ? deviceName(intent) : null),
    order: orderName(intent),
    paymentId,
    holdMs,
  });
  if (answer.kind === "granted" && answer.unsettled && answer.unsettled !== asked) {
    const view = await paidMeanwhile(ctx, answer.unsettled, intent, paymentId);
    if (view) return { kind: "known", view };
  }
  const goesOn = answer.kind === "granted" || answer.kind === "same";
  // A payer's own phone is not a stranger's.
  const isStranger = goesOn && device.isStranger && !answer.isPayer;
  const admission = isStranger ? await admitStranger(ctx, intent, asker) : { allowed: true as const };
  if (answer.kind === "granted") {
    if (admission.allowed) return { kind: "granted", paymentId };
    await releaseLeases(ctx, { ...intent, id: paymentId }, "unsent");
    return { kind: "unprompted", why: "unlisted", retryAfterMs: admission.retryAfterMs };
  }
  // Another browser's request for the same order goes on in this one's stead.
  if (mayRelease && !(answer.kind === "same" && answer.paymentId === paymentId))
    await releaseDevice(ctx, intent, "unless-new");
  if (!admission.allowed)
    return { kind: "unprompted", why: "unlisted", retryAfterMs: admission.retryAfterMs };
  if (answer.kind === "same") return { kind: "granted", paymentId: answer.paymentId };
  return answer.kind === "busy" ? { ...answer, whose: "phone" } : answer;
}

function admitStranger(ctx: Context, intent: Intent, { listed }: Asker): Promise<Admission> {
  const { id, providerId, routerId, phone } = intent;
  return admitStrangersPhone(ctx, { providerId, routerId, listed }, { phone, by: id });
}

/** `isStranger`: counted by its network, as a device that the router does not list, or one with too many browsers. */
type DeviceLease =
  | { kind: "granted"; unsettled: string | null; isStranger: boolean }
  | { kind: "same"; paymentId: string; isStranger: boolean }
  | { kind: "busy"; retryAfterMs: number }
  | { kind: "limited"; retryAfterMs: number }
  | { kind: "unprompted"; retryAfterMs: number };

/** In the name of this browser: another one's order for the device matters only where both name the same phone. */
async function leaseDevice(ctx: Context, intent: Intent, { network, listed }: Asker): Promise<DeviceLease> {
  const { providerId, routerId, subject, buyerHash, phone } = intent;
  const who: Acting = { providerId, network, listed, routerId, subject, browser: buyerHash };
  const asked = { phone, by: intent.id };
  const device = deviceOf(who);
  if (device === null) {
    const admission = await admitByNetwork(ctx, "buy", who, asked);
    return admission.allowed
      ? { kind: "granted", unsettled: null, isStranger: true }
      : notAdmitted(admission, () => admitByNetwork(ctx, "buy", who));
  }
  const limit = limitFor(ctx, { providerId, of: { device } });
  const ask = {
    name: openLease,
    holder: browserName(buyerHash),
    order: orderName(intent),
    paymentId: intent.id,
    holdMs,
  };
  if (listed) {
    const answer = await limit.lease(ask, browserAttempts("buy", who, asked));
    if (answer.kind !== "limited") return leased(answer);
    if (!isCrowded(answer.keys))
      return notAdmitted({ ...answer, isOfPhones: isOfPhones(answer.keys) }, () =>
        limit.attempt(...browserAttempts("buy", who)),
      );
  } else {
    const answer = await limit.lease(ask, null);
    if (answer.kind !== "granted") return leased(answer);
  }
  const admission = await admitByNetwork(ctx, "buy", who, asked);
  if (!admission.allowed) return notAdmitted(admission, () => admitByNetwork(ctx, "buy", who));
  const answer = await limit.lease({ ...ask, network });
  return answer.kind === "granted" ? { ...answer, isStranger: true } : leased(answer);
}

/** A stranger's lease names its network. */
function leased(answer: LeaseAnswer): DeviceLease {
  switch (answer.kind) {
    case "granted":
      return { ...answer, isStranger: false };
    case "same":
      return { kind: "same", paymentId: answer.paymentId, isStranger: answer.network !== undefined };
    default:
      return answer;
  }
}

/** @param act the same without its phone, counted: what is paid without a prompt is limited, too */
async function notAdmitted(
  { retryAfterMs, isOfPhones }: { retryAfterMs: number; isOfPhones?: boolean },
  act: () => Promise<Admission>,
): Promise<DeviceLease> {
  if (!isOfPhones) return { kind: "limited", retryAfterMs };
  const counted = await act();
  return counted.allowed
    ? { kind: "unprompted", retryAfterMs }
    : { kind: "limited", retryAfterMs: counted.retryAfterMs };
}

/** Whose prompts count together. @property lane of the phone's owner: counted apart from prompts of others to that phone */
type PromptBy = { visitor: string; payers: string[]; lane?: string };

/** A person of the platform. */
const byPlatform: PromptBy = { visitor: "platform", payers: [], lane: "platform" };

/**
 * A prompt that was asked for by a customer's link. To the customer's own phone it is counted apart from what others send there, or they
 * could use up its owner's prompts; another phone's counts as a stranger's until that phone has paid for this customer.
 */
export function byLinkOf(customerId: string, isOwn: boolean): PromptBy {
  const name = accountName(customerId);
  return { visitor: name, payers: [name], ...(isOwn ? { lane: name } : {}) };
}

const accountName = (customerId: string) => `account ${customerId}`;

/** Holds a phone for a prompt that belongs to no visitor's device. */
export async function leasePhone(
  ctx: Context,
  phone: string,
  { order, paymentId, by = byPlatform }: { order: string; paymentId: string; by?: PromptBy },
): Promise<Exclude<PromptAnswer, { kind: "unanswered" }>> {
  const ask = { visitor: by.visitor, payers: by.payers, lane: by.lane, order, paymentId, holdMs };
  const answer = await limitFor(ctx, { phone }).askPrompt(ask);
  return answer.kind === "unanswered" ? { kind: "limited", retryAfterMs: answer.retryAfterMs } : answer;
}

/** Asks an unsettled payment once. If it bought the same, nothing new is bought and the leases just taken end. */
async function paidMeanwhile(
  ctx: Context,
  unsettled: string,
  intent: Intent,
  paymentId: string,
): Promise<PaymentView | null> {
  const view = await ctx.env.PAYMENT.getByName(unsettled).query();
  if (view?.status !== "completed" || orderName(view.intent) !== orderName(intent)) return null;
  await releaseLeases(ctx, { ...intent, id: paymentId }, "unsent");
  return view;
}

export const openLease = "open";

export const browserName = (buyerHash: string | null) => buyerHash ?? "no cookie";

type Buyer = Pick<Intent, "providerId" | "subject" | "buyerHash">;

export const cookieName = ({ buyerHash }: Buyer) => (buyerHash === null ? null : `cookie ${buyerHash}`);
export const deviceName = ({ providerId, subject }: Buyer) =>
  subject === null ? null : `device ${providerId} ${subject}`;

export const namesIn = (...names: (string | null)[]) => names.flatMap((name) => name ?? []);

const recentMs = 600_000;

type Holder = Buyer & Pick<Intent, "id" | "phone" | "routerId" | "purpose">;

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
    device === null
      ? null
      : limitFor(ctx, { providerId, of: { device } }).release({
          name: openLease,
          paymentId: id,
          isSettled: false,
        }),
    limitFor(ctx, { phone }).endPrompt({ paymentId: id, outcome: "let-go", payers: [] }),
  ]);
}

export async function endPrompt(
  ctx: Context,
  intent: Holder,
  outcome: PromptOutcome | "unsent",
): Promise<void> {
  const customerId = customerIn(intent);
  const account = customerId === null ? null : accountName(customerId);
  const payers = namesIn(cookieName(intent), deviceName(intent), account);
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
  const network = await limit.release({ name: openLease, paymentId: id, isSettled: true, forgotten });
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
