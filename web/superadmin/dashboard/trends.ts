import type { PlatformStats } from "#contract/platform-figures";
import { t } from "../../console/language.ts";

// What a card says beneath its figure: computed by the server, in words.

type Trends = PlatformStats["trends"];

/** New ones of the last 30 days. */
export function newOnes(count: number): string {
  return count === 0 ? t("None new in 30 days") : t("{count} new in 30 days", { count });
}

/** The last 30 days against the 30 before. */
export function revenueTrend({ revenue }: Trends): string {
  if (revenue === null) return t("Nothing to compare with yet");
  if (revenue === 0) return t("As much as in the 30 days before");
  return revenue > 0
    ? t("{percent} % more in 30 days than in the 30 before", { percent: revenue })
    : t("{percent} % less in 30 days than in the 30 before", { percent: -revenue });
}

/** This month so far against the same days of the month before. */
export function monthTrend({ month }: Trends): string {
  if (month === null) return t("No sales in the same days last month");
  if (month === 0) return t("As much as by this day last month");
  return month > 0
    ? t("{percent} % more than by this day last month", { percent: month })
    : t("{percent} % less than by this day last month", { percent: -month });
}
