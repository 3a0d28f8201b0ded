import type { Context } from "../../context.ts";
import type { RevenueReport } from "../../contract/reports.ts";
import { shillings } from "../../contract/values/money.ts";
import { accountPlan } from "../customers/index.ts";
import { routerNames } from "../routers/index.ts";
import {
  cashByDay,
  type DayRange,
  everyDay,
  paidByDay,
  paidByRouter,
  redeemedByDay,
  type Sum,
  type SumOfDay,
  type SumOfRouter,
  sumOf,
} from "../transactions/index.ts";
import { paidByPlan, type SumOfPlan, trialsGiven } from "./store.ts";

export async function revenueReport(
  ctx: Context,
  providerId: string,
  range: DayRange,
): Promise<RevenueReport> {
  const db = ctx.tenant(providerId);
  const [results, names] = await Promise.all([
    db.batch([
      paidByDay(range),
      paidByRouter(range),
      redeemedByDay(range),
      paidByPlan(range),
      trialsGiven(range),
      cashByDay(range),
    ]),
    routerNames(ctx, providerId),
  ]);
  const paid = everyDay(range, (results[0] ?? []) as SumOfDay[]);
  const redeemed = everyDay(range, (results[2] ?? []) as SumOfDay[]);
  const [trials] = (results[4] ?? []) as { given: number }[];
  const total = { ...paidOf(sumOf(paid)), ...redeemedOf(sumOf(redeemed)) };
  const plans = (results[3] ?? []) as SumOfPlan[];
  const cash = sumOf((results[5] ?? []) as SumOfDay[]);
  const { from, to } = range;
  return {
    from,
    to,
    totals: { ...total, trials: trials?.given ?? 0 },
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
    services: servicesOf(
      sumOf(paid),
      sumOf(plans.filter(({ planName }) => planName === accountPlan.name)),
      cash,
    ),
  };
}

/** All of one sum: what is no line's is the hotspot's. @param lines with cash, as plans name both alike */
function servicesOf(all: Sum, lines: Sum, cash: Sum): RevenueReport["services"] {
  return [
    { service: "hotspot", ...paidOf(less(all, lines)) },
    { service: "lines", ...paidOf(less(lines, cash)) },
    { service: "cash", ...paidOf(cash) },
  ];
}

const less = (from: Sum, sum: Sum): Sum => ({ count: from.count - sum.count, cents: from.cents - sum.cents });

const paidOf = ({ count, cents }: Sum) => ({ payments: count, revenue: shillings(cents) });
const redeemedOf = ({ count, cents }: Sum) => ({ vouchers: count, voucherSales: shillings(cents) });
