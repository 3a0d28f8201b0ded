import type { Context } from "../../context.ts";
import type { UsageReport } from "../../contract/reports.ts";
import { type DayRange, daysOf } from "../transactions/index.ts";
import { type UsageSum, usageIn } from "./store.ts";

const nothing: UsageSum = { bytesUp: 0, bytesDown: 0, seconds: 0, devices: 0 };

export async function usageReport(ctx: Context, providerId: string, range: DayRange): Promise<UsageReport> {
  const { days, devices } = await usageIn(ctx.tenant(providerId), range);
  const known = new Map(days.map((sum) => [sum.day, sum]));
  const total = days.reduce<UsageSum>(
    (sum, day) => ({
      bytesUp: sum.bytesUp + day.bytesUp,
      bytesDown: sum.bytesDown + day.bytesDown,
      seconds: sum.seconds + day.seconds,
      devices,
    }),
    { ...nothing, devices },
  );
  const { from, to } = range;
  return {
    from,
    to,
    totals: usageOf(total),
    days: daysOf(range).map((day) => ({ day, ...usageOf(known.get(day) ?? nothing) })),
  };
}

const usageOf = ({ bytesUp, bytesDown, seconds, devices }: UsageSum) => ({
  bytesUploaded: bytesUp,
  bytesDownloaded: bytesDown,
  seconds,
  devices,
});
