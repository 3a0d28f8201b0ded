import { deletePlan } from "../../contract/plans.ts";
import { say } from "../../contract/texts.ts";
import {
  assignOfflineVouchers,
  generateVouchers,
  listOfflineVouchers,
  listVoucherBatches,
  listVouchers,
  redeemVoucher,
  returnOfflineVouchers,
  revokeVouchers,
  voucherStats,
} from "../../contract/vouchers.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf, visitorOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { giverOf } from "../rate-limits/index.ts";
import * as generation from "./generate-vouchers.ts";
import * as lending from "./offline/assign-vouchers.ts";
import { offlineVouchersByPlan } from "./offline/list-offline-vouchers.ts";
import { takeBack } from "./offline/return-vouchers.ts";
import * as redemption from "./redeem-voucher.ts";
import * as revocation from "./revoke-vouchers.ts";
import { voucherBatches } from "./voucher-batches.ts";
import { countVouchers, vouchersPage } from "./voucher-list.ts";

export function mountVouchers(app: App): void {
  route(app, redeemVoucher, ({ ctx, url, tenant, body, idempotencyKey, waitUntil, ...from }) =>
    redemption.redeemVoucher(ctx, {
      url,
      tenant,
      input: body,
      ...visitorOf(from),
      idempotencyKey,
      waitUntil,
    }),
  );

  route(app, generateVouchers, async ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId, adminId } = giverOf(providerOf(caller));
    const vouchers = await generation.generateVouchers(ctx, providerId, body, idempotencyKey, adminId);
    await record(ctx, {
      ...actorOf(caller),
      action: body.isFree ? "voucher.give" : "voucher.generate",
      subject: body.planId,
      detail: { quantity: vouchers.length },
    });
    return {
      success: true as const,
      message: say("vouchers_generated", { count: vouchers.length }),
      vouchers,
    };
  });

  route(app, listVouchers, async ({ ctx, caller, query, headers }) => {
    const { page = 1, pageSize = 1_000, ...wanted } = query;
    const db = ctx.tenant(providerOf(caller).providerId);
    const place = { limit: pageSize, offset: (page - 1) * pageSize, now: ctx.now() };
    const { vouchers, total } = await vouchersPage(db, { ...wanted, ...place });
    headers.set("x-total-count", String(total));
    return vouchers;
  });

  route(app, listVoucherBatches, ({ ctx, caller, query }) =>
    voucherBatches(ctx.tenant(providerOf(caller).providerId), query.after, ctx.now()),
  );

  route(app, voucherStats, ({ ctx, caller }) =>
    countVouchers(ctx.tenant(providerOf(caller).providerId), ctx.now()),
  );

  route(app, revokeVouchers, async ({ ctx, caller, body }) => {
    const { revoked, leftAlone, asked } = await revocation.revokeVouchers(
      ctx,
      providerOf(caller).providerId,
      body.ids,
    );
    await record(ctx, {
      ...actorOf(caller),
      action: "voucher.revoke",
      detail: { revoked, leftAlone, asked },
    });
    const message = [
      say("vouchers_did_revoke", { count: revoked }),
      ...(asked === 0 ? [] : [say("vouchers_asked_of_routers", { count: asked })]),
      ...(leftAlone === 0 ? [] : [say("vouchers_left", { count: leftAlone })]),
    ].reduce((first, rest) => say("semicolon", { first, rest }));
    return { success: true as const, message, revoked, leftAlone, asked };
  });

  route(app, assignOfflineVouchers, async ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const assigned = await lending.assignOfflineVouchers(ctx, providerId, body, idempotencyKey);
    await record(ctx, {
      ...actorOf(caller),
      action: "voucher.assign_offline",
      subject: body.routerId,
      detail: { planId: body.planId, assigned },
    });
    return { success: true as const, message: say("offline_lent", { count: assigned }), assigned };
  });

  route(app, returnOfflineVouchers, async ({ ctx, caller, body }) => {
    const asked = await takeBack(ctx, providerOf(caller).providerId, body.routerId);
    await record(ctx, {
      ...actorOf(caller),
      action: "voucher.take_back",
      subject: body.routerId,
      detail: { asked },
    });
    return { success: true as const, message: say("vouchers_asked_back", { count: asked }), asked };
  });

  route(app, listOfflineVouchers, ({ ctx, caller }) =>
    offlineVouchersByPlan(ctx, providerOf(caller).providerId),
  );

  // Of plans, and mounted here: what becomes of their vouchers is decided in the same breath.
  route(app, deletePlan, async ({ ctx, caller, params, query }) => {
    const { providerId } = providerOf(caller);
    const vouchers = query.vouchers ?? "keep";
    const revoked = await revocation.deletePlan(ctx, providerId, params.id, vouchers);
    await record(ctx, {
      ...actorOf(caller),
      action: "plan.delete",
      subject: params.id,
      detail: { vouchers, revoked },
    });
    return { success: true as const, revoked };
  });
}
