// Money inside the product is integer cents of a Kenyan shilling. M-Pesa moves whole shillings only.

/** What is charged for a price: the next whole shilling, in shillings. The number shown before paying. */
export function chargedShillings(priceCents: number): number {
  return Math.ceil(priceCents / 100);
}

/** The least that can be charged. */
export const leastPriceCents = 100;

/** `20`, `20.5` or `20.50` -> cents; undefined for anything else, negative or beyond 10 million shillings. */
export function parsePrice(text: string): number | undefined {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents <= 1_000_000_000 ? cents : undefined;
}

/** Cents -> the decimal string that plan prices travel as: `20.00`. */
export function priceString(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** Cents -> the amount in KES that other money fields travel as (a JSON number with at most two decimals). */
export function shillings(cents: number): number {
  return cents / 100;
}

/** `10000` -> `10,000`; what stands behind a point stays. */
export function grouped(count: number): string {
  const [whole = "", ...rest] = String(count).split(".");
  return [whole.replace(/\B(?=(\d{3})+(?!\d))/g, ","), ...rest].join(".");
}

/** Cents -> `1,250` or `1,250.50`, for people. */
export function formatShillings(cents: number): string {
  const whole = grouped(Math.floor(cents / 100));
  return cents % 100 === 0 ? whole : `${whole}.${String(cents % 100).padStart(2, "0")}`;
}
