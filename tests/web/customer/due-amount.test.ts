import { describe, expect, it } from "vitest";
import { dueAmount } from "#web/customer/due-amount.ts";
import type { CustomerLine } from "#web/customer/view.ts";

describe("what the form is filled with", () => {
  const ends = (day: number, price: number, standing: CustomerLine["standing"] = "open") => ({
    price,
    standing,
    paidUntil: standing === "unpaid" ? null : Date.UTC(2026, 11, day),
    next: null,
  });

  it("is the price of the line that ends first, less the balance, in whole shillings", () => {
    expect(dueAmount([ends(9, 3000), ends(5, 1500)], 0)).toBe(1500);
    expect(dueAmount([ends(5, 1500)], 250.1)).toBe(1250);
    expect(dueAmount([ends(5, 1500), ends(3, 2000, "blocked")], 0)).toBe(2000);
    expect(dueAmount([ends(5, 1500), ends(0, 900, "unpaid")], 0)).toBe(900);
  });

  it("is for the first line that the balance does not cover", () => {
    expect(dueAmount([ends(9, 3000), ends(5, 1500)], 1600)).toBe(2900);
    expect(dueAmount([ends(5, 1500)], 2000)).toBe(1500);
  });

  it("is the price of the package that comes, where another one was chosen", () => {
    const next = { packageName: "Home 4", price: 700, period: { months: 1 } };
    expect(dueAmount([Object.assign(ends(5, 1500), { next }), ends(9, 3000)], 0)).toBe(700);
    expect(dueAmount([Object.assign(ends(5, 1500), { next }), ends(9, 3000)], 800)).toBe(2900);
  });

  it("is nothing without a line", () => {
    expect(dueAmount([], 0)).toBeNull();
    expect(dueAmount([ends(5, 1500, "closed")], 0)).toBeNull();
  });
});
