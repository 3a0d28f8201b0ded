import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accountCodeFrom,
  accountCodes,
  formatAccountCode,
  parseAccountCode,
} from "#contract/values/account-code";

const code = fc.nat(accountCodes - 1).map(accountCodeFrom);

test("every number makes a code of its own: eight digits, none of them a leading zero", () => {
  fc.assert(
    fc.property(fc.nat(accountCodes - 1), fc.nat(accountCodes - 1), (one, other) => {
      expect(accountCodeFrom(one)).toMatch(/^[1-9]\d{7}$/);
      expect(accountCodeFrom(one) === accountCodeFrom(other)).toBe(one === other);
    }),
  );
});

test("a code is understood as shown, and with spaces or dashes anywhere", () => {
  fc.assert(
    fc.property(code, fc.nat(8), (one, at) => {
      const spaced = ` ${one.slice(0, at)} ${one.slice(at)} `;
      for (const typed of [one, formatAccountCode(one), spaced, `${one.slice(0, at)}-${one.slice(at)}`])
        expect(parseAccountCode(typed)).toBe(one);
    }),
  );
});

test("one wrong digit, or two neighbours swapped, is no code at all", () => {
  fc.assert(
    fc.property(code, fc.nat(7), fc.integer({ min: 1, max: 9 }), (one, at, step) => {
      const digits = [...one];
      const wrong = digits.with(at, String((Number(digits[at]) + step) % 10)).join("");
      expect(parseAccountCode(wrong)).toBeUndefined();
      const next = (at + 1) % 8;
      const swapped = digits
        .with(at, digits[next] ?? "")
        .with(next, digits[at] ?? "")
        .join("");
      if (at < 7 && swapped !== one) expect(parseAccountCode(swapped)).toBeUndefined();
    }),
  );
});

test.each([
  "3609\u20131980",
  "3609\u20111980",
  "36091980.",
  "#36091980",
  "# 3609 1980",
  "acc 36091980",
  "Acc. 3609-1980",
  "ACC NO 3609 1980",
  "acct: 36091980",
  "A/C 36091980",
  "account number 3609.1980",
  "Akaunti 36091980",
  "\u202a3609\u00a01980\u202c",
  "\u201c36091980\u201d",
  "3609_1980",
  "3609/1980",
  "\uff13\uff16\uff10\uff19\uff11\uff19\uff18\uff10",
])("%j is the code that was meant", (typed) => {
  expect(parseAccountCode(typed)).toBe("36091980");
});

test.each([
  "acc 36091980 2",
  "36091980 x",
  "John 36091980",
  "accra36091980",
  "36091980.00",
  "acc",
  "KES 10 36091980",
  "36091980 36091980",
])("%j may be somebody else's number, and is none", (typed) => {
  expect(parseAccountCode(typed)).toBeUndefined();
});

test("what is no code is none", () => {
  for (const typed of ["", "1234567", "123456789", "0000 0000", "A1B2C3D4", "12345678x"])
    expect(parseAccountCode(typed)).toBeUndefined();
});
