import type { Context } from "../../../context.ts";
import { sql } from "../../../db/sql.ts";
import { logRejected } from "../../../log.ts";
import { hangingOn, heldByRouters } from "../../entitlements/index.ts";
import {
  type FormerSeller,
  formerSellersDue,
  type Left,
  lookedAt,
  mayComeBack,
} from "../../routers/index.ts";
import { isHeldOfflineVoucher, offlineVouchersWhere } from "./offline-voucher-store.ts";
import { writeReturned } from "./record-reports.ts";

/**
 * The minute cron's part for routers that changed provider or bridge. What a replaced bridge holds is freed: that one reads
 * the newer serving epoch on the router before it redeems, and decides about nothing there. A seller that has nothing left
 * is forgotten.
 */
export async function sweepFormerSellers(ctx: Context): Promise<void> {
  const sellers = await formerSellersDue(ctx);
  logRejected("former seller", await Promise.allSettled(sellers.map((seller) => look(ctx, seller))));
}

/** One that cannot be looked at is so again with the next run, after the others. */
async function look(ctx: Context, seller: FormerSeller): Promise<void> {
  let left: Left = "waits";
  try {
    left = await whatIsLeft(ctx, seller);
  } finally {
    await lookedAt(ctx, seller, left);
  }
}

async function whatIsLeft(ctx: Context, seller: FormerSeller): Promise<Left> {
  const { routerId, bridgeId, providerId, servedBy } = seller;
  const db = ctx.tenant(providerId);
  const held = await offlineVouchersWhere(
    db,
    sql`${isHeldOfflineVoucher} AND offline_vouchers.bridge_id = ${bridgeId}
      AND offline_vouchers.router_id = ${routerId}`,
  );
  const open = held.filter(({ state }) => state !== "freed");
  const isReplaced = servedBy !== null && servedBy !== bridgeId;
  const isFree =
    open.length > 0 && isReplaced && (await ctx.env.BRIDGE.getByName(servedBy).routerNow(routerId)).online;
  if (isFree) for (const one of open) await writeReturned(ctx, one, "freed");
  if (open.length > 0 && !isFree) return "waits";
  const isThere = held.length > 0 || mayComeBack(ctx, seller) || (await livesThere(ctx, seller));
  return isThere ? "there" : "gone";
}

/** Also what ended within a week: its bridge is told of it at each dial-in. */
async function livesThere(ctx: Context, { providerId, routerId }: FormerSeller): Promise<boolean> {
  const { purchases, payments } = await hangingOn(ctx, providerId, routerId);
  if (purchases + payments > 0) return true;
  return (await heldByRouters(ctx.tenant(providerId), [routerId], ctx.now())).length > 0;
}
