import type { Context } from "../../context.ts";
import type { RevenueReport } from "../../contract/reports.ts";
import { shillings } from "../../contract/values/money.ts";
import { KeptBriefly } from "../../kept-briefly.ts";
import {
  type DayRange,
  everyDay,
  paidByDay,
  paidByRouter,
  redeemedByDay,
  routerNames,
  type Sum,
  type SumOfDay,
  type SumOfRouter,
  sumOf,
} from "../sales/index.ts";
import { paidByPlan, type SumOfPlan } from "./store.ts";

/**
 * Sums by plan are computed from the payments, once for every state of the kept sums: sales are only ever added, so as
 * long as the number of sales and their money are the same, so is their share by plan.
 */
const byPlan = new KeptBriefly<SumOfPlan[]>(600_000, 200);

export async function revenueReport(
  ctx: Context,
  providerId: string,
  range: DayRange,
): Promise<RevenueReport> {
  const db = ctx.tenant(providerId);
  const [results, names] = await Promise.all([
    db.batch([paidByDay(db, range), paidByRouter(db, range), redeemedByDay(db, range)]),
    routerNames(ctx, providerId),
  ]);
  const paid = everyDay(range, (results[0] ?? []) as SumOfDay[]);
  const redeemed = everyDay(range, (results[2] ?? []) as SumOfDay[]);
  const total = { ...paidOf(sumOf(paid)), ...redeemedOf(sumOf(redeemed)) };
  const { from, to } = range;
  const state = [providerId, from, to, total.payments, total.revenue].join(" ");
  const plans = await byPlan.get(state, ctx.now(), () => paidByPlan(db, range));
  return {
    from,
    to,
    totals: total,
    days: paid.map((sum, index) => ({
      day: sum.day,
      ...paidOf(sum),
      ...redeemedOf(redeemed[index] ?? { count: 0, cents: 0 }),
    })),
    routers: ((results[1] ?? []) as SumOfRouter[]).map(({ routerId, ...sum }) => ({
      routerId,
      name: names.get(routerId) ?? "Former router",
      ...paidOf(sum),
    })),
    plans: plans.map(({ planName, ...sum }) => ({ planName, ...paidOf(sum) })),
  };
}

const paidOf = ({ count, cents }: Sum) => ({ payments: count, revenue: shillings(cents) });
const redeemedOf = ({ count, cents }: Sum) => ({ vouchers: count, voucherSales: shillings(cents) });
