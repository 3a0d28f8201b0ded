import type { Package } from "#contract/lines";

type Priced = Pick<Package, "price" | "period">;

/** Cents that a line with it pays in a month of 30 days. */
export function monthCents({ price, period }: Priced): number {
  const cents = Math.round(price * 100);
  return Math.round("months" in period ? cents / period.months : (cents * 30) / period.days);
}

/** KES of a month of lines with these packages, one for each line. */
export function monthOf(packages: readonly Priced[]): number {
  return Math.round(packages.reduce((sum, one) => sum + monthCents(one), 0) / 100);
}
