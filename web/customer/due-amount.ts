import { chargedShillings } from "#contract/values/money";
import type { CustomerLine } from "./view.ts";

type Due = Pick<CustomerLine, "price" | "standing" | "paidUntil" | "next">;

/**
 * What opens or renews the line that ends first, less the balance; what the balance pays for already is left out. Whole shillings, as
 * M-Pesa moves no others; null without a line.
 */
export function dueAmount(lines: readonly Due[], balance: number): number | null {
  const inOrder = lines
    // What is paid next is paid for the package that comes.
    .map(({ price, next, ...line }) => ({ ...line, price: next?.price ?? price }))
    .filter(({ standing }) => !["closed", "paused", "held"].includes(standing))
    .sort((one, other) => (one.paidUntil ?? 0) - (other.paidUntil ?? 0));
  const first = inOrder[0];
  if (first === undefined) return null;
  // In cents: parts of shillings do not add up.
  let left = cents(balance);
  for (const { price } of inOrder) {
    if (cents(price) > left) return chargedShillings(cents(price) - left);
    left -= cents(price);
  }
  // The balance pays for the next period of all: a period more of the first.
  return chargedShillings(cents(first.price));
}

const cents = (amount: number) => Math.round(amount * 100);
