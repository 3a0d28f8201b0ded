import type { Context } from "../../context.ts";
import type { PayoutLine, PayoutStatus, PlatformPayouts } from "../../contract/payouts.ts";
import { shillings } from "../../contract/values/money.ts";
import { type Sql, sql, whereAll } from "../../db/sql.ts";

// What the operator sees of all providers: copies, up to a minute old. Nothing is decided by them.

const most = 100;

type Row = Omit<PayoutLine, "amount" | "fee" | "createdAt" | "updatedAt"> & {
  cents: number;
  feeCents: number;
  createdAt: number;
  updatedAt: number;
};
type Balance = { providerId: string; provider: string; cents: number };
type Sums = { status: PayoutStatus; count: number; cents: number; feeCents: number };

export async function platformPayouts(
  ctx: Context,
  status: PayoutStatus | undefined,
): Promise<PlatformPayouts> {
  const wanted: Sql[] = status === undefined ? [] : [sql`provider_payouts.status = ${status}`];
  const [balances, sums, rows] = await ctx.platform.batch([
    sql<Balance & { collected: number }>`SELECT provider_id AS providerId,
        coalesce(business_name, provider_id) AS provider, sum(collected) AS collected, sum(cents) AS cents
      FROM (SELECT provider_id, cents AS collected, cents FROM provider_sales WHERE settlement = 'collected'
        UNION ALL SELECT provider_id, 0, -(cents + fee_cents) FROM provider_payouts
          WHERE status NOT IN ('failed', 'reversed'))
      LEFT JOIN providers ON providers.id = provider_id GROUP BY provider_id`,
    sql<Sums>`SELECT status, count(*) AS count, sum(cents) AS cents, sum(fee_cents) AS feeCents
      FROM provider_payouts GROUP BY status`,
    sql<Row>`SELECT provider_id AS providerId, coalesce(business_name, provider_id) AS provider,
        provider_payouts.id, provider_payouts.status, cents, fee_cents AS feeCents, kind, account, reference,
        told, receipt, detail, provider_payouts.created_at AS createdAt, provider_payouts.updated_at AS updatedAt
      FROM provider_payouts LEFT JOIN providers ON providers.id = provider_payouts.provider_id
      ${whereAll(wanted)}
      ORDER BY provider_payouts.status = 'unclear' DESC, provider_payouts.created_at DESC LIMIT ${most}`,
  ]);
  const of = (...wantedOf: PayoutStatus[]) => {
    const those = sums.filter((row) => wantedOf.includes(row.status));
    const add = (key: "count" | "cents" | "feeCents") => those.reduce((sum, row) => sum + row[key], 0);
    return { count: add("count"), cents: add("cents"), feeCents: add("feeCents") };
  };
  const open = of("reserved", "sending", "sent", "unclear");
  const paid = of("paid");
  const underWay = open.cents + open.feeCents;
  const add = (cents: readonly number[]) => shillings(cents.reduce((sum, one) => sum + one, 0));
  const debtors = balances.filter(({ cents }) => cents < 0).sort((a, b) => a.cents - b.cents);
  return {
    collected: add(balances.map(({ collected }) => collected)),
    paid: shillings(paid.cents),
    fees: shillings(paid.feeCents),
    underWay: shillings(underWay),
    owed: add(balances.map(({ cents }) => Math.max(0, cents))),
    debts: debtors.map(({ cents, providerId, provider }) => ({
      providerId,
      provider,
      amount: shillings(-cents),
    })),
    unclear: of("unclear").count,
    payouts: rows.map(({ cents, feeCents, createdAt, updatedAt, ...row }) => ({
      ...row,
      amount: shillings(cents),
      fee: shillings(feeCents),
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
    })),
  };
}
