import { say } from "../../contract/texts.ts";
import { hourMs } from "../../contract/values/duration.ts";
import { AppError, refuse } from "../../errors.ts";
import { quotas } from "../rate-limits/index.ts";
import type { Filled } from "./store.ts";

/** @throws AppError refused, too_many where there was no room for so many more */
export function refuseFull({ live, lastHour, lastDay }: Filled, more: number): void {
  const most = quotas.vouchers;
  if (live + more > most.live)
    throw refuse("refused", "vouchers_kept_limit", { count: count(live), most: count(most.live) });
  if (lastHour + more > most.perHour)
    throw new AppError(
      "too_many",
      say("vouchers_hour_limit", { count: count(lastHour), most: count(most.perHour) }),
      { retryAfter: hourMs / 1_000 },
    );
  if (lastDay + more > most.perDay)
    throw new AppError(
      "too_many",
      say("vouchers_day_limit", { count: count(lastDay), most: count(most.perDay) }),
      { retryAfter: 24 * (hourMs / 1_000) },
    );
}

const count = (number: number) => number.toLocaleString("en-US");
