import type { Context } from "../../../context.ts";
import type { AssignOfflineVouchers } from "../../../contract/vouchers.ts";
import { sql } from "../../../db/sql.ts";
import { refuse } from "../../../errors.ts";
import { log } from "../../../log.ts";
import { claimIdempotencyKey } from "../../rate-limits/index.ts";
import { newOfflineVoucherId } from "./offline-voucher-id.ts";
import { offlineVoucherMessage } from "./offline-voucher-message.ts";
import { type OfflineVoucherRow, offerStatements, offlineVouchersById } from "./offline-voucher-store.ts";

/** What one router may hold at once: its bridge compares a typed code with each. */
const mostAssigned = 500;

/**
 * Oldest first; the same order again lends the same ones. @returns how many, maybe fewer @throws AppError not_found,
 * refused, unavailable
 */
export async function assignOfflineVouchers(
  ctx: Context,
  providerId: string,
  input: AssignOfflineVouchers,
  idempotencyKey: string | null,
): Promise<number> {
  const { routerId, planId, quantity } = input;
  const router = await ctx.lookup.routerById(routerId);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router");
  await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, input);
  const db = ctx.tenant(providerId);
  const seed = (place: number) => (idempotencyKey === null ? null : `${idempotencyKey} ${place}`);
  const ids = Array.from({ length: quantity }, (_, place) => newOfflineVoucherId(providerId, seed(place)));
  const assigned = idempotencyKey === null ? [] : await offlineVouchersById(db, ids);
  if (assigned.length > 0) {
    await offer(ctx, assigned);
    return assigned.length;
  }
  const bridgeId = await ableBridge(ctx, router);
  const at = ctx.now();
  const [[counted], vouchers, [closed]] = await db.batch([
    sql<{ held: number }>`SELECT count(*) AS held FROM offline_vouchers
      WHERE router_id = ${routerId}
        AND state IN ('offered', 'assigned', 'returning')`,
    sql<{ id: string }>`SELECT id FROM vouchers WHERE plan_id = ${planId}
        AND used_at IS NULL AND revoked_at IS NULL AND json_extract(terms, '$.hours') IS NULL
      AND offline_voucher_id IS NULL AND import_id IS NULL AND (expires_at IS NULL OR expires_at > ${at}) ORDER BY created_at, id
      LIMIT ${quantity}`,
    sql<{ hasHours: number }>`SELECT open_from IS NOT NULL AS hasHours FROM plans WHERE id = ${planId}`,
  ]);
  const held = counted?.held ?? 0;
  if (held + quantity > mostAssigned) throw refuse("refused", "offline_limit", { most: mostAssigned, held });
  const offers = vouchers.flatMap(({ id }, place) => {
    const offlineVoucherId = ids[place];
    return offlineVoucherId ? [{ offlineVoucherId, voucherId: id }] : [];
  });
  // A bridge that has not heard the worker since its power was away does not know what time of the day it is.
  if (offers.length === 0)
    throw refuse("refused", closed?.hasHours ? "offline_hours" : "offline_none_unused");
  await db.batch(offerStatements({ routerId, bridgeId, at }, offers));
  const made = await offlineVouchersById(
    db,
    offers.map(({ offlineVoucherId }) => offlineVoucherId),
  );
  await offer(ctx, made);
  return made.length;
}

async function ableBridge(ctx: Context, { bridgeId }: { bridgeId: string | null }): Promise<string> {
  if (bridgeId === null) throw refuse("unavailable", "offline_no_bridge");
  const able = await ctx.env.BRIDGE.getByName(bridgeId).canAssign();
  if (able === "outdated") throw refuse("unavailable", "offline_bridge_old");
  if (able === "offline") throw refuse("unavailable", "offline_bridge_away");
  return bridgeId;
}

/** Tells the bridges what they hold or shall give back, as far as they listen; the sweeper says it again. */
export async function offer(ctx: Context, offlineVouchers: readonly OfflineVoucherRow[]): Promise<void> {
  const held = offlineVouchers.filter(({ state }) => state !== "returned" && state !== "redeemed");
  for (const [bridgeId, own] of Map.groupBy(held, (offlineVoucher) => offlineVoucher.bridgeId)) {
    const messages = own.map((offlineVoucher) => offlineVoucherMessage(ctx, offlineVoucher));
    try {
      await ctx.env.BRIDGE.getByName(bridgeId).sendOfflineVouchers(messages);
    } catch (cause) {
      log("error", "offline vouchers", cause, { bridge: bridgeId });
    }
  }
}
