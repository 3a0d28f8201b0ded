import type { Context } from "../../context.ts";
import type { PlatformSms, ProviderCredits } from "../../contract/credits.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";

// What the operator sees of all providers' credits, by the platform's copies of their books.

const daysSummed = 30;

type Sums = { left: number; bought: number; given: number; used: number; segments: number };

/** @param since first day that is summed; what is left is of all days */
const sums = (since: string) => sql`coalesce(sum(cents), 0) AS left,
  coalesce(sum(iif(kind = 'bought' AND day >= ${since}, cents, 0)), 0) AS bought,
  coalesce(sum(iif(kind = 'given' AND day >= ${since}, cents, 0)), 0) AS given,
  coalesce(-sum(iif(kind = 'used' AND day >= ${since}, cents, 0)), 0) AS used,
  coalesce(sum(iif(kind = 'used' AND day >= ${since}, segments, 0)), 0) AS segments`;

const firstDay = (ctx: Context): string => nairobiDay(ctx.now() - daysSummed * dayMs);

export async function booksOfCredits(ctx: Context): Promise<PlatformSms["books"]> {
  const row = await ctx.platform.first(sql<Sums>`SELECT ${sums(firstDay(ctx))} FROM provider_credits`);
  return inShillings(row ?? { left: 0, bought: 0, given: 0, used: 0, segments: 0 });
}

function inShillings({ left, bought, given, used, segments }: Sums): PlatformSms["books"] {
  return {
    left: shillings(left),
    bought: shillings(bought),
    given: shillings(given),
    used: shillings(used),
    segments,
  };
}

type Row = Sums & { providerId: string; businessName: string };

/** Those that have had credits first, of them those with the least left. */
export async function listProviderCredits(
  ctx: Context,
  {
    page = 1,
    pageSize = 50,
    q = "",
  }: { page?: number | undefined; pageSize?: number | undefined; q?: string | undefined },
): Promise<{ rows: ProviderCredits[]; total: number }> {
  const found = sql`FROM providers p LEFT JOIN provider_credits c ON c.provider_id = p.id
    WHERE p.status IN ('active', 'suspended') AND instr(lower(p.business_name), ${q.trim().toLowerCase()}) > 0`;
  const [rows, [count]] = await ctx.platform.batch([
    sql<Row>`SELECT p.id AS providerId, p.business_name AS businessName, ${sums(firstDay(ctx))} ${found}
      GROUP BY p.id ORDER BY count(c.id) = 0, left, p.business_name LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(DISTINCT p.id) AS total ${found}`,
  ]);
  return {
    rows: rows.map(({ providerId, businessName, ...row }) => {
      const { left, ...rest } = inShillings(row);
      return { providerId, businessName, balance: left, ...rest };
    }),
    total: count?.total ?? 0,
  };
}
