import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chargedShillings,
  formatShillings,
  parsePrice,
  priceString,
  shillings,
} from "#contract/values/money";

const cents = fc.integer({ min: 0, max: 1_000_000_000 });

test("what is charged is the price or the next whole shilling, never less and never a shilling more", () => {
  fc.assert(
    fc.property(cents, (price) => {
      const charged = chargedShillings(price);
      expect(Number.isInteger(charged)).toBe(true);
      expect(charged * 100).toBeGreaterThanOrEqual(price);
      expect(charged * 100 - price).toBeLessThan(100);
    }),
  );
});

test("a price survives its way to text and back", () => {
  fc.assert(
    fc.property(cents, (price) => {
      expect(priceString(price)).toMatch(/^\d+\.\d\d$/);
      expect(parsePrice(priceString(price))).toBe(price);
    }),
  );
});

test.each([
  ["20", 2_000],
  ["20.5", 2_050],
  ["20.50", 2_050],
  ["0.01", 1],
  ["0", 0],
  [" 999.50 ", 99_950],
  ["10000000", 1_000_000_000],
  ["19.99", 1_999],
])("%j is %i cents", (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

test.each([
  "",
  " ",
  "-1",
  "+1",
  "1.",
  ".5",
  "1.234",
  "1,000",
  "1e3",
  "0x10",
  "10000000.01",
  "123456789",
  "ten",
  "1 000",
  "٢٠",
])("%j is no price", (text) => {
  expect(parsePrice(text)).toBeUndefined();
});

test("no text makes a price that is not whole cents in range", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
      const price = parsePrice(text);
      if (price === undefined) return;
      expect(Number.isSafeInteger(price)).toBe(true);
      expect(price).toBeGreaterThanOrEqual(0);
      expect(price).toBeLessThanOrEqual(1_000_000_000);
    }),
  );
});

test("amounts travel as numbers with at most two decimals", () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(JSON.stringify(shillings(amount))).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(Math.round(shillings(amount) * 100)).toBe(amount);
    }),
  );
});

test.each([
  [0, "0"],
  [99_900, "999"],
  [100_000, "1,000"],
  [125_050, "1,250.50"],
  [123_456_789_01, "123,456,789.01"],
  [5, "0.05"],
])("%i cents are shown as %s", (amount, text) => {
  expect(formatShillings(amount)).toBe(text);
});
