import type { Context } from "../../../context.ts";
import type { OfflineVoucher } from "../../../contract/bridge.ts";
import { parseSubject, type Subject } from "../../../contract/values/subject.ts";
import { type Asked, fromEach, silentAs } from "../../../db/every-tenant.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { isOfErased } from "../../../errors.ts";
import type { OfflineVoucherEvent, OfflineVoucherPorts } from "../../../ports.ts";
import { recoveryHashFor } from "../../entitlements/index.ts";
import { sellersOfBridge } from "../../routers/index.ts";
import { purchaseStatements } from "../store.ts";
import { providerOfOfflineVoucher, redemptionOf } from "./offline-voucher-id.ts";
import { offlineVoucherMessage } from "./offline-voucher-message.ts";
import {
  assignedStatement,
  isHeldOfflineVoucher,
  isOpenOfflineVoucher,
  type OfflineVoucherRow,
  offlineVouchersById,
  offlineVouchersWhere,
  redeemedStatements,
  returnedStatements,
} from "./offline-voucher-store.ts";

// What bridges say of offline vouchers, and what they are told. An offline voucher is one bridge's: what another bridge says of it is
// ignored, also when that one serves the router now. So nothing is lost that a bridge redeemed before its router was taken from it.

type Redeemed = { subject: Subject; ageMs: number; buyerHash: string | null };

/** As the rows of a redeemed voucher; repeatable. @param redeemed `ageMs` is never believed beyond the offline voucher itself */
export async function writeRedeemed(
  ctx: Context,
  offlineVoucher: OfflineVoucherRow,
  redeemed: Redeemed,
): Promise<void> {
  const db = ctx.tenant(offlineVoucher.providerId);
  await db.batch(redeemedBy(ctx, offlineVoucher, redeemed));
}

function redeemedBy(ctx: Context, offlineVoucher: OfflineVoucherRow, redeemed: Redeemed): Sql[] {
  const { id, code, routerId, providerId } = offlineVoucher;
  const { subject, buyerHash } = redeemed;
  const redemption = redemptionOf(ctx, providerId, id);
  const { redemptionId, entitlementId } = redemption;
  const now = ctx.now();
  const at = Math.min(now, Math.max(offlineVoucher.createdAt, now - redeemed.ageMs));
  const recoveryHash = recoveryHashFor(ctx, entitlementId);
  const purchase = { code, ...redemption, routerId, subject, buyerHash, recoveryHash };
  return [
    ...redeemedStatements(id, { redemptionId, subject, routerId, at }),
    ...purchaseStatements(purchase),
    // The bridge's own report may have been faster, and knows no cookie.
    sql`UPDATE entitlements SET buyer_hash = ${buyerHash}
      WHERE id = ${entitlementId} AND subject = ${subject} AND buyer_hash IS NULL`,
  ];
}

/** It is back: the cloud decides again. Repeating it changes nothing. @param state as `returnedStatements` has it */
export async function writeReturned(
  ctx: Context,
  offlineVoucher: Pick<OfflineVoucherRow, "providerId" | "id">,
  state: "returned" | "freed" = "returned",
): Promise<void> {
  const db = ctx.tenant(offlineVoucher.providerId);
  await db.batch(returnedStatements(offlineVoucher.id, ctx.now(), state));
}

async function recordOfflineVoucherEvents(
  ctx: Context,
  bridgeId: string,
  events: readonly OfflineVoucherEvent[],
  waiting: ReadonlySet<string>,
): ReturnType<OfflineVoucherPorts["recordOfflineVoucherEvents"]> {
  const made: { providerId: string; entitlementId: string }[] = [];
  const left: { providerId: string; event: OfflineVoucherEvent }[] = [];
  let foreign = 0;
  // A bridge may name any provider: only those that sell or sold at its routers are asked.
  const sellers = await sellersOfBridge(ctx, bridgeId);
  for (const [providerId, own] of Map.groupBy(events, ({ offlineVoucherId }) =>
    providerOfOfflineVoucher(offlineVoucherId),
  )) {
    if (providerId === null || !sellers.includes(providerId)) {
      foreign += own.length;
      continue;
    }
    try {
      // In their order: what waits is first.
      if (waiting.has(providerId)) left.push(...own.map((event) => ({ providerId, event })));
      else {
        const written = await writeOwn(ctx, bridgeId, providerId, own);
        foreign += written.foreign;
        made.push(...written.made.map((entitlementId) => ({ providerId, entitlementId })));
      }
    } catch (cause) {
      if (isOfErased(cause)) foreign += own.length;
      else {
        silentAs(providerId, cause);
        left.push(...own.map((event) => ({ providerId, event })));
      }
    }
  }
  return { made, foreign, left };
}

/** What a bridge says of one provider's offline vouchers. */
async function writeOwn(
  ctx: Context,
  bridgeId: string,
  providerId: string,
  own: readonly OfflineVoucherEvent[],
): Promise<{ made: string[]; foreign: number }> {
  const made: string[] = [];
  let foreign = 0;
  const db = ctx.tenant(providerId);
  const ids = [...new Set(own.map(({ offlineVoucherId }) => offlineVoucherId))];
  const offlineVouchers = await offlineVouchersById(db, ids);
  const known = new Map(
    offlineVouchers
      .filter((offlineVoucher) => offlineVoucher.bridgeId === bridgeId)
      .map((offlineVoucher) => [offlineVoucher.id, offlineVoucher]),
  );
  const statements: Sql[] = [];
  for (const event of own) {
    const offlineVoucher = known.get(event.offlineVoucherId);
    const subject = event.kind === "voucher_redeemed" ? parseSubject(event.subject) : undefined;
    if (!offlineVoucher || (event.kind === "voucher_redeemed" && !subject)) {
      foreign += 1;
      continue;
    }
    if (event.kind === "assigned") statements.push(assignedStatement(offlineVoucher.id, ctx.now()));
    else if (event.kind === "returned") statements.push(...returnedStatements(offlineVoucher.id, ctx.now()));
    else if (subject) {
      statements.push(...redeemedBy(ctx, offlineVoucher, { subject, ageMs: event.ageMs, buyerHash: null }));
      const { entitlementId } = redemptionOf(ctx, offlineVoucher.providerId, offlineVoucher.id);
      made.push(entitlementId);
    }
  }
  if (statements.length > 0) await db.batch(statements);
  return { made, foreign };
}

async function offlineVouchersOfBridge(
  ctx: Context,
  bridgeId: string,
  sellers: readonly string[],
  waitMs?: number,
): Promise<Asked<OfflineVoucher>> {
  const held = sql`${isHeldOfflineVoucher} AND offline_vouchers.bridge_id = ${bridgeId}`;
  const { rows, silent } = await fromEach(
    sellers,
    (id) => offlineVouchersWhere(ctx.tenant(id), held),
    waitMs,
  );
  return { rows: rows.map((row) => offlineVoucherMessage(ctx, row)), silent };
}

async function recordRedeemedOnRouter(
  ctx: Context,
  routerId: string,
  sellers: readonly string[],
  users: readonly { entitlementId: string; subject: Subject }[],
): Promise<Asked<string>> {
  if (users.length === 0) return { rows: [], silent: [] };
  const open = sql`${isOpenOfflineVoucher} AND offline_vouchers.router_id = ${routerId}`;
  const { rows, silent } = await fromEach(sellers, (id) => offlineVouchersWhere(ctx.tenant(id), open));
  const byPurchase = new Map(
    rows.map((row) => [redemptionOf(ctx, row.providerId, row.id).entitlementId, row]),
  );
  const known: string[] = [];
  for (const { entitlementId, subject: said } of users) {
    const offlineVoucher = byPurchase.get(entitlementId);
    const subject = parseSubject(said);
    if (!offlineVoucher || !subject) continue;
    await writeRedeemed(ctx, offlineVoucher, { subject, ageMs: 0, buyerHash: null });
    known.push(entitlementId);
  }
  return { rows: known, silent };
}

export const offlineVoucherPorts: OfflineVoucherPorts = {
  recordOfflineVoucherEvents,
  offlineVouchersOfBridge,
  recordRedeemedOnRouter,
};
