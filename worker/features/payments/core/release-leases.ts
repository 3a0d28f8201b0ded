import type { Context } from "../../../context.ts";
import { deviceOf, limitFor, type PromptOutcome } from "../../rate-limits/index.ts";
import type { Intent, PaymentState } from "./payment-state.ts";

export const openLease = "open";

export const browserName = (buyerHash: string | null) => buyerHash ?? "no cookie";

type Buyer = Pick<Intent, "providerId" | "mac" | "buyerHash">;

export const cookieName = ({ buyerHash }: Buyer) => (buyerHash === null ? null : `cookie ${buyerHash}`);
export const deviceName = ({ providerId, mac }: Buyer) =>
  mac === null ? null : `device ${providerId} ${mac}`;

export const namesIn = (...names: (string | null)[]) => names.flatMap((name) => name ?? []);

const recentMs = 600_000;

type Holder = Buyer & Pick<Intent, "id" | "phone" | "routerId">;

/** The first definite result frees device and phone for the next purchase, and counts for or against more prompts. */
export async function releaseLeases(
  ctx: Context,
  intent: Holder,
  outcome: PromptOutcome | "unsent",
): Promise<void> {
  await releaseDevice(ctx, intent);
  await endPrompt(ctx, intent, outcome);
}

/** Nothing is known of its end: what comes next asks about it first. */
export async function letLeasesGo(
  ctx: Context,
  { id, providerId, routerId, mac, phone }: Holder,
): Promise<void> {
  const device = deviceOf({ routerId, mac });
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

export async function releaseDevice(
  ctx: Context,
  { id, providerId, routerId, mac }: Pick<Intent, "id" | "providerId" | "routerId" | "mac">,
): Promise<void> {
  const device = deviceOf({ routerId, mac });
  if (device !== null) await limitFor(ctx, { providerId, of: { device } }).release(openLease, id);
}

/** What a payment's end shows of the phone that was prompted. */
export function promptOutcome({
  status,
  reason,
}: Pick<PaymentState, "status" | "reason">): PromptOutcome | "unsent" {
  if (status === "completed") return "paid";
  // A gateway's own trouble is not the phone's.
  if (reason === "service" || reason === null) return "unsent";
  return reason === "cancelled" || reason === "network" ? "unpaid" : "answered";
}

/** The payment that this browser had open last for a device, else any browser, within the last ten minutes. */
export async function latestPaymentOf(
  ctx: Context,
  { providerId, routerId, mac, buyerHash }: Pick<Intent, "providerId" | "routerId" | "mac" | "buyerHash">,
) {
  const device = deviceOf({ routerId, mac });
  if (device === null) return null;
  const limit = limitFor(ctx, { providerId, of: { device } });
  return limit.latest(openLease, browserName(buyerHash), ctx.now() - recentMs);
}
