import type { Context } from "../../../context.ts";
import { among, sql } from "../../../db/sql.ts";
import { offer } from "./lend-vouchers.ts";
import { writeReturned } from "./loan-reports.ts";
import { isOpenLoan, type LoanRow, loanColumns } from "./loan-store.ts";

const unconfirmedMs = 10_000;
const perRun = 300;

/**
 * The minute cron's part: says again what no bridge has acknowledged, and frees what is lent to a bridge that another one
 * has replaced. That other one wrote its serving epoch on the router before it called it reachable, and the first one reads
 * that before it redeems: from then on it decides about nothing there.
 */
export async function sweepLoans(ctx: Context): Promise<void> {
  const { platform } = ctx;
  const rows = await platform.all(
    sql<LoanRow>`SELECT ${loanColumns} FROM voucher_loans JOIN vouchers
        ON vouchers.provider_id = voucher_loans.provider_id AND vouchers.id = voucher_loans.voucher_id
      WHERE ${isOpenLoan} AND voucher_loans.state <> 'lent'
        AND coalesce(voucher_loans.recalled_at, voucher_loans.created_at) <= ${ctx.now() - unconfirmedMs}
      ORDER BY random() LIMIT ${perRun}`,
  );
  await offer(ctx, rows);
  for (const loan of await orphaned(ctx)) await writeReturned(ctx, loan, "freed");
}

/** Open loans of a bridge whose router another one reaches now. */
async function orphaned(ctx: Context): Promise<LoanRow[]> {
  const { platform } = ctx;
  const pairs = await platform.all(
    sql<{ routerId: string; bridgeId: string }>`SELECT DISTINCT voucher_loans.router_id AS routerId,
      voucher_loans.bridge_id AS bridgeId FROM voucher_loans WHERE ${isOpenLoan} LIMIT 1000`,
  );
  if (pairs.length === 0) return [];
  const serving = new Map(
    (
      await platform.all(
        sql<{ id: string; bridgeId: string | null }>`SELECT id, bridge_id AS bridgeId FROM routers
          WHERE id IN ${among([...new Set(pairs.map(({ routerId }) => routerId))])}`,
      )
    ).map(({ id, bridgeId }) => [id, bridgeId]),
  );
  const freed: LoanRow[] = [];
  for (const { routerId, bridgeId } of pairs) {
    const servedBy = serving.get(routerId) ?? null;
    if (servedBy === null || servedBy === bridgeId) continue;
    const { online } = await ctx.env.BRIDGE.getByName(servedBy).routerNow(routerId);
    if (!online) continue;
    const loans = await platform.all(
      sql<LoanRow>`SELECT ${loanColumns} FROM voucher_loans JOIN vouchers
          ON vouchers.provider_id = voucher_loans.provider_id AND vouchers.id = voucher_loans.voucher_id
        WHERE ${isOpenLoan} AND voucher_loans.bridge_id = ${bridgeId}
          AND voucher_loans.router_id = ${routerId}`,
    );
    freed.push(...loans);
  }
  return freed;
}
