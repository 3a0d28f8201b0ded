import type { Context } from "../../context.ts";
import { hourMs } from "../../contract/values/duration.ts";
import { parseVoucherCode } from "../../contract/values/voucher-code.ts";
import type { RedeemVoucher, VoucherRedeemed } from "../../contract/vouchers.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { AppError } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { deliver, deliverNew, recoveryCodeOf, recoveryHashOf } from "../access/index.ts";
import { claimIdempotencyKey } from "../limits/index.ts";
import { entitlementIdOf } from "../payments/index.ts";
import { routerForSale } from "../routers/index.ts";
import { redemptionOf } from "./redemption-id.ts";
import { claimStatements, type VoucherRow } from "./store.ts";
import { refuseCode, type WrongCode } from "./wrong-code.ts";

export type RedeemAsk = {
  url: URL;
  tenant: Tenant;
  input: RedeemVoucher;
  buyerHash: string | null;
  idempotencyKey: string | null;
  waitUntil(promise: Promise<unknown>): void;
};

/** Exchanges a code for access on this device. Of any number of devices exactly one wins; the winner's retry wins again. */
export async function redeemVoucher(ctx: Context, ask: RedeemAsk): Promise<VoucherRedeemed> {
  const { input } = ask;
  if (input.voucherCode.trim() === "") throw new AppError("invalid", "Please enter your voucher code");
  const sale = await routerForSale(ctx, ask.url, ask.tenant, input);
  const { mac, providerId, router } = sale;
  if (!mac)
    throw new AppError("invalid", "Join the WiFi first: open this page on the device that shall go online.");
  await claimIdempotencyKey(ctx, { routerId: router.id }, ask.idempotencyKey, input);
  const code = parseVoucherCode(input.voucherCode);
  if (!code) return refuseCode(ctx, sale, mac, notACode);
  const { redemptionId, transactionId } = redemptionOf(ctx, providerId, code, router.id, mac);
  const entitlementId = entitlementIdOf(transactionId);
  const db = ctx.tenant(providerId);
  const at = ctx.now();
  const claim = {
    code,
    redemptionId,
    entitlementId,
    transactionId,
    routerId: router.id,
    mac,
    buyerHash: ask.buyerHash,
    recoveryHash: recoveryHashOf(recoveryCodeOf(ctx, entitlementId)),
    at,
  };
  const results = await db.batch(claimStatements(db, claim));
  const voucher = results.at(-1)?.[0] as VoucherRow | undefined;
  if (voucher?.redemptionId !== redemptionId) return refuseCode(ctx, sale, mac, whyNot(voucher, at));
  const terms = JSON.parse(voucher.terms) as Terms;
  const createdAt = voucher.usedAt ?? at;
  const made = { id: entitlementId, providerId, routerId: router.id, mac, terms, createdAt };
  // A retry may find a purchase that has long moved on; only what was made now is known without reading it.
  const isNew = createdAt === at;
  ask.waitUntil(isNew ? deliverNew(ctx, made, router.bridgeId) : deliver(ctx, providerId, entitlementId));
  return {
    success: true,
    transactionId,
    message: "Voucher redeemed successfully. You now have internet access!",
    planName: terms.planName,
    durationHours: terms.durationMs / hourMs,
  };
}

const notACode: WrongCode = {
  code: "refused",
  sentence: "This is not a voucher code. Check it and try again.",
};

/** One of another provider's is as unknown here as one that nobody made. */
function whyNot(voucher: VoucherRow | undefined, now: number): WrongCode {
  const refused = (sentence: string): WrongCode => ({ code: "refused", sentence });
  if (!voucher) {
    const sentence = "This voucher code is not known here. Check it, or ask where you bought it.";
    return { code: "not_found", sentence };
  }
  if (voucher.revokedAt !== null) return refused("This voucher was revoked. Please ask where you bought it.");
  if (voucher.usedAt !== null) return refused("This voucher has already been used.");
  if (voucher.expiresAt !== null && voucher.expiresAt <= now) return refused("This voucher has expired.");
  return refused("This voucher could not be redeemed. Please try again.");
}
