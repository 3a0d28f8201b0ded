import type { Context } from "../../context.ts";
import type { CustomerReport } from "../../contract/reports.ts";
import { shillings } from "../../contract/values/money.ts";
import type { DayRange } from "../transactions/index.ts";
import { payers } from "./store.ts";

/** Payers by phone. One is fresh whose first payment of all times lies in the range. */
export async function customerReport(
  ctx: Context,
  providerId: string,
  range: DayRange,
): Promise<CustomerReport> {
  const found = await payers(ctx.tenant(providerId), range);
  const { from, to, start } = range;
  const paying = found.filter(({ count }) => count > 0);
  const fresh = paying.filter(({ first }) => first >= start).length;
  return {
    from,
    to,
    totals: {
      customers: paying.length,
      fresh,
      returning: paying.length - fresh,
      revenue: shillings(found.reduce((sum, { cents }) => sum + cents, 0)),
    },
    customers: found.map(({ phone, count, cents, first, last }) => ({
      phoneNumber: phone,
      payments: count,
      revenue: shillings(cents),
      firstPayment: new Date(first).toISOString(),
      lastPayment: new Date(last).toISOString(),
    })),
  };
}
