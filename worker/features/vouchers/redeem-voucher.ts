import type { Context } from "../../context.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { isOpenAt, timeOfDay, windowsOf } from "../../contract/values/open-hours.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { hourMs } from "../../contract/values/time.ts";
import { parseForeignCode, vouchersIn } from "../../contract/values/voucher-code.ts";
import type { RedeemVoucher, VoucherRedeemed } from "../../contract/vouchers.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { AppError, type ErrorCode, refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { deliver, deliverNew, recoveryHashFor } from "../entitlements/index.ts";
import { entitlementIdOf } from "../payments/index.ts";
import { type Acting, admit, admitOrRefuse, freshListMs, tooMany, visitorKey } from "../rate-limits/index.ts";
import { refuseFlood, routerForSale, visitorIsListed } from "../routers/index.ts";
import { guessForeign } from "./guess-foreign.ts";
import { forwardRedemption } from "./offline/forward-redemption.ts";
import { redemptionOf, transactionIdOf } from "./redemption-id.ts";
import { claimStatements, termsAt, type VoucherRow } from "./store.ts";

export type RedeemAsk = {
  url: URL;
  tenant: Tenant;
  input: RedeemVoucher;
  buyerHash: string | null;
  /** As `networkOf` tells it. */
  network: string;
  idempotencyKey: string | null;
  waitUntil(promise: Promise<unknown>): void;
};

/** Exchanges a code for access on this device. Of any number of devices exactly one wins; the winner's retry wins again. */
export async function redeemVoucher(ctx: Context, ask: RedeemAsk): Promise<Made<typeof VoucherRedeemed>> {
  const { input } = ask;
  if (input.voucherCode.trim() === "") throw refuse("invalid", "voucher_code_needed");
  const [own, ...others] = vouchersIn(input.voucherCode);
  if (others.length > 0) throw refuse("invalid", "voucher_several");
  await refuseFlood(ctx, "redeem", ask);
  const sale = await routerForSale(ctx, ask.url, ask.tenant, input);
  const { subject, providerId, router } = sale;
  if (!subject) throw refuse("invalid", "join_wifi_with_device");
  const { network, buyerHash: browser } = ask;
  // What is told rests on it: a yes of half a minute ago is no yes.
  const listed = await visitorIsListed(ctx, sale, network, freshListMs);
  const who = { providerId, network, browser, routerId: router.id, subject, listed };
  const key = await visitorKey(ctx, who, ask.idempotencyKey, input);
  await admitOrRefuse(ctx, "redeem", who);
  await key.keep("");
  const other = own === undefined ? parseForeignCode(input.voucherCode) : undefined;
  let guess = other === undefined ? null : await guessForeign(ctx, who, other);
  const code = own ?? guess?.code;
  if (!code) return refuseCode(ctx, who, notACode);
  const { redemptionId, transactionId } = redemptionOf(ctx, providerId, code, router.id, subject);
  const entitlementId = entitlementIdOf(transactionId);
  const db = ctx.tenant(providerId);
  const at = ctx.now();
  const claim = {
    code,
    redemptionId,
    entitlementId,
    transactionId,
    routerId: router.id,
    subject,
    buyerHash: ask.buyerHash,
    recoveryHash: recoveryHashFor(ctx, entitlementId),
    at,
  };
  const tried = async () => {
    const statements = claimStatements({ ...claim, mayBeForeign: guess !== null });
    return (await db.batch(statements)).at(-1)?.[0] as VoucherRow | undefined;
  };
  let voucher = await tried();
  // A code of ours first. Another system's code may look like ours: it counts as a guess before it is answered, as an unknown code does.
  if (guess === null && voucher?.foreignCode !== null) {
    guess = await guessForeign(ctx, who, code);
    if (guess && voucher) voucher = await tried();
  }
  if (voucher && isOffline(voucher, at)) {
    const visitor = { routerId: router.id, subject, buyerHash: ask.buyerHash };
    await forwardRedemption(ctx, { providerId, offlineVoucherId: voucher.offlineVoucherId }, visitor);
    voucher = await tried();
  }
  const ours =
    voucher && redemptionOn(ctx, providerId, voucher, { redemptionId, routerId: router.id, subject });
  if (!voucher || !ours) return refuseCode(ctx, who, own || voucher ? whyNot(voucher, at) : notACode);
  const createdAt = voucher.usedAt ?? at;
  const terms = termsAt(JSON.parse(voucher.terms) as Terms, createdAt);
  const made = { id: entitlementId, providerId, routerId: router.id, subject, terms, createdAt };
  // A retry may find a purchase that has long moved on; only what was made now is known without reading it.
  const isNew = createdAt === at && ours.redemptionId === redemptionId;
  await guess?.wasRight(isNew);
  ask.waitUntil(
    isNew && router.bridgeId !== null
      ? deliverNew(ctx, made, router.bridgeId)
      : deliver(ctx, providerId, ours.entitlementId),
  );
  return {
    success: true,
    transactionId: ours.transactionId,
    message: redeemedText(terms, at, listed === null),
    planName: terms.planName,
    durationHours: terms.durationMs / hourMs,
  };
}

/** @param isAway the router could not be asked: the device goes online once it answers */
function redeemedText({ hours }: Terms, now: number, isAway: boolean): Text {
  const isOpen = !hours || isOpenAt(windowsOf(hours), now);
  if (isOpen && isAway) return say("voucher_router_away");
  return isOpen ? say("voucher_redeemed") : say("voucher_opens_at", { clock: timeOfDay(hours.from) });
}

/** It is assigned to a router and, as far as is known here, not redeemed. One that has expired is asked for no more. */
function isOffline(voucher: VoucherRow, now: number): voucher is VoucherRow & { offlineVoucherId: string } {
  const { offlineVoucherId, usedAt, expiresAt } = voucher;
  return offlineVoucherId !== null && usedAt === null && (expiresAt === null || expiresAt > now);
}

/** The redemption of this voucher if it is this device's: made here, or by the bridge that the voucher was assigned to. */
function redemptionOn(
  ctx: Context,
  providerId: string,
  { redemptionId, offlineVoucherId, usedBy, routerId }: VoucherRow,
  device: { redemptionId: string; routerId: string; subject: Subject },
): { redemptionId: string; transactionId: string; entitlementId: string } | null {
  if (redemptionId === null) return null;
  const isOurs =
    redemptionId === device.redemptionId ||
    (offlineVoucherId !== null && usedBy === device.subject && routerId === device.routerId);
  if (!isOurs) return null;
  const transactionId = transactionIdOf(ctx, providerId, redemptionId);
  return { redemptionId, transactionId, entitlementId: entitlementIdOf(transactionId) };
}

const notACode: WrongCode = { code: "refused", text: say("voucher_unreadable") };

/** One of another provider's is as unknown here as one that nobody made. */
function whyNot(voucher: VoucherRow | undefined, now: number): WrongCode {
  if (!voucher) return { code: "not_found", text: say("voucher_unknown") };
  if (voucher.revokedAt !== null) return { code: "refused", text: say("voucher_revoked") };
  if (voucher.usedAt !== null) return { code: "refused", text: say("voucher_used") };
  const isExpired = voucher.expiresAt !== null && voucher.expiresAt <= now;
  return { code: "refused", text: isExpired ? say("voucher_expired") : say("voucher_failed") };
}

const slowedMs = 3_000;

type WrongCode = { code: ErrorCode; text: Text };

/** Refuses later once the limit of wrong codes is reached. Right codes skip this, so guessing slows only the guesser. */
async function refuseCode(ctx: Context, who: Acting, { code, text }: WrongCode): Promise<never> {
  const admission = await admit(ctx, "wrongCode", who);
  if (admission.allowed) throw new AppError(code, text);
  await ctx.sleep(slowedMs);
  throw tooMany("wrongCode", admission.retryAfterMs, text);
}
