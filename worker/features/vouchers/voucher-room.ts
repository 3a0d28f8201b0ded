import { hourMs } from "../../contract/values/duration.ts";
import { AppError } from "../../errors.ts";
import { quotas } from "../rate-limits/index.ts";
import type { Filled } from "./store.ts";

/** @throws AppError refused, too_many where there was no room for so many more */
export function refuseFull({ live, lastHour, lastDay }: Filled, more: number): void {
  const most = quotas.vouchers;
  if (live + more > most.live)
    throw new AppError(
      "refused",
      `You have ${count(live)} unused vouchers, and at most ${count(most.live)} can be kept. Revoke some that you do not need, then make new ones.`,
    );
  if (lastHour + more > most.perHour)
    throw new AppError(
      "too_many",
      `You made ${count(lastHour)} vouchers in the last hour, and at most ${count(most.perHour)} an hour can be made. Please go on in an hour.`,
      { retryAfter: hourMs / 1_000 },
    );
  if (lastDay + more > most.perDay)
    throw new AppError(
      "too_many",
      `You made ${count(lastDay)} vouchers in the last 24 hours, and at most ${count(most.perDay)} a day can be made. Please go on tomorrow.`,
      { retryAfter: 24 * (hourMs / 1_000) },
    );
}

const count = (number: number) => number.toLocaleString("en-US");
