import { paymentStatus as statusEndpoint } from "../../contract/payments.ts";
import { generateVouchers, listVouchers, redeemVoucher } from "../../contract/vouchers.ts";
import { AppError } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { record } from "../audit/index.ts";
import { glanceAtPayment, paymentStatus } from "../payments/index.ts";
import * as generation from "./generate-vouchers.ts";
import * as redemption from "./redeem-voucher.ts";
import { vouchersPage } from "./store.ts";
import { readRedemption, redemptionStatus } from "./voucher-status.ts";

export function mountVouchers(app: App): void {
  route(app, redeemVoucher, ({ ctx, url, tenant, body, caller, idempotencyKey, waitUntil }) =>
    redemption.redeemVoucher(ctx, {
      url,
      tenant,
      input: body,
      buyerHash: caller.kind === "visitor" ? caller.buyerHash : null,
      idempotencyKey,
      waitUntil,
    }),
  );

  // Payments and redemptions are followed by one call: both are purchases to the page that waits.
  route(app, statusEndpoint, async ({ ctx, params, caller }) => {
    const buyerHash = caller.kind === "visitor" ? caller.buyerHash : null;
    const payment = await glanceAtPayment(ctx, params.id);
    if (payment) return paymentStatus(ctx, payment, buyerHash);
    const redeemed = await readRedemption(ctx, params.id);
    if (redeemed) return redemptionStatus(ctx, redeemed, buyerHash);
    throw new AppError("not_found", "This payment is not known.");
  });

  route(app, generateVouchers, async ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId, adminId } = providerOf(caller);
    const vouchers = await generation.generateVouchers(ctx, providerId, body, idempotencyKey);
    await record(ctx, {
      actor: "provider",
      actorId: adminId,
      providerId,
      action: "voucher.generate",
      subject: body.planId,
      detail: { quantity: vouchers.length },
    });
    const count = vouchers.length;
    return {
      success: true as const,
      message: `${count} voucher${count === 1 ? "" : "s"} generated`,
      vouchers,
    };
  });

  route(app, listVouchers, async ({ ctx, caller, query, headers }) => {
    const pageSize = query.pageSize ?? 1_000;
    const offset = ((query.page ?? 1) - 1) * pageSize;
    const db = ctx.tenant(providerOf(caller).providerId);
    const { vouchers, total } = await vouchersPage(db, { limit: pageSize, offset, q: query.q });
    headers.set("x-total-count", String(total));
    return vouchers;
  });
}
