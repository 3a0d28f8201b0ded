import type { Context } from "../../../context.ts";
import type { LendVouchers } from "../../../contract/vouchers.ts";
import { sql, thisProvider } from "../../../db/sql.ts";
import { refuse } from "../../../errors.ts";
import { log } from "../../../log.ts";
import { claimIdempotencyKey } from "../../rate-limits/index.ts";
import { newLoanId } from "./loan-id.ts";
import { loanMessage } from "./loan-message.ts";
import { type LoanRow, loansById, offerStatements } from "./loan-store.ts";

/** What one router may hold at once: its bridge compares a typed code with each. */
const mostLent = 500;

/**
 * Lends unused vouchers of a plan, oldest first, to a router, so that they work there without the internet. The same order
 * again lends the same ones.
 * @returns how many; fewer than asked for where there are not more
 * @throws AppError not_found, refused, unavailable where its bridge cannot take them now
 */
export async function lendVouchers(
  ctx: Context,
  providerId: string,
  input: LendVouchers,
  idempotencyKey: string | null,
): Promise<number> {
  const { routerId, planId, quantity } = input;
  const router = await ctx.lookup.routerById(routerId);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router");
  await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, input);
  const db = ctx.tenant(providerId);
  const seed = (place: number) => (idempotencyKey === null ? null : `${idempotencyKey} ${place}`);
  const ids = Array.from({ length: quantity }, (_, place) => newLoanId(providerId, seed(place)));
  const lent = idempotencyKey === null ? [] : await loansById(db, ids);
  if (lent.length > 0) {
    await offer(ctx, lent);
    return lent.length;
  }
  const bridgeId = await ableBridge(ctx, router);
  const at = ctx.now();
  const [[counted], vouchers] = await db.batch([
    sql<{ held: number }>`SELECT count(*) AS held FROM voucher_loans
      WHERE provider_id = ${thisProvider} AND router_id = ${routerId}
        AND state IN ('offered', 'lent', 'recalling')`,
    sql<{ id: string }>`SELECT id FROM vouchers WHERE provider_id = ${thisProvider} AND plan_id = ${planId}
        AND used_at IS NULL AND revoked_at IS NULL
      AND loan_id IS NULL AND (expires_at IS NULL OR expires_at > ${at}) ORDER BY created_at, id
      LIMIT ${quantity}`,
  ]);
  const held = counted?.held ?? 0;
  if (held + quantity > mostLent) throw refuse("refused", "offline_limit", { most: mostLent, held });
  const offers = vouchers.flatMap(({ id }, place) => {
    const loanId = ids[place];
    return loanId ? [{ loanId, voucherId: id }] : [];
  });
  if (offers.length === 0) throw refuse("refused", "offline_none_unused");
  await db.batch(offerStatements({ routerId, bridgeId, at }, offers));
  const made = await loansById(
    db,
    offers.map(({ loanId }) => loanId),
  );
  await offer(ctx, made);
  return made.length;
}

async function ableBridge(ctx: Context, { bridgeId }: { bridgeId: string | null }): Promise<string> {
  if (bridgeId === null) throw refuse("unavailable", "offline_no_bridge");
  const able = await ctx.env.BRIDGE.getByName(bridgeId).canLend();
  if (able === "outdated") throw refuse("unavailable", "offline_bridge_old");
  if (able === "offline") throw refuse("unavailable", "offline_bridge_away");
  return bridgeId;
}

/** Tells the bridges what they hold or shall give back, as far as they listen; the sweeper says it again. */
export async function offer(ctx: Context, loans: readonly LoanRow[]): Promise<void> {
  const held = loans.filter(({ state }) => state !== "returned" && state !== "redeemed");
  for (const [bridgeId, own] of Map.groupBy(held, (loan) => loan.bridgeId)) {
    const messages = own.map((loan) => loanMessage(ctx, loan));
    try {
      await ctx.env.BRIDGE.getByName(bridgeId).lend(messages);
    } catch (cause) {
      log("error", "lent vouchers", cause, { bridge: bridgeId });
    }
  }
}
