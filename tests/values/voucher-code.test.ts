import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatVoucherCode,
  parseVoucherCode,
  voucherAlphabet,
  voucherCodeFrom,
  voucherLength,
} from "#contract/values/voucher-code";

const code = fc.uint8Array({ minLength: voucherLength, maxLength: voucherLength }).map(voucherCodeFrom);

test("a code is ten characters of an alphabet without I, L, O and U", () => {
  expect(new Set(voucherAlphabet).size).toBe(32);
  expect(voucherAlphabet).not.toMatch(/[ILOU]/);
  fc.assert(
    fc.property(code, (one) => {
      expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    }),
  );
});

test("every character is equally likely", () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const first = voucherCodeFrom(new Uint8Array(voucherLength).fill(byte))[0] ?? "";
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual(Array(32).fill(8));
});

test("a code is understood as printed, in small letters, spaced, and with the letters that look like its digits", () => {
  fc.assert(
    fc.property(code, fc.boolean(), (one, useL) => {
      const misread = one.replaceAll("0", "O").replaceAll("1", useL ? "l" : "i");
      for (const typed of [
        one,
        formatVoucherCode(one),
        one.toLowerCase(),
        ` ${one.slice(0, 3)} ${one.slice(3)} `,
        misread,
      ])
        expect(parseVoucherCode(typed)).toBe(one);
    }),
  );
});

test("whatever is typed, what comes out is a possible code, or nothing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Za-z -]{8,13}$/)), (typed) => {
      const parsed = parseVoucherCode(typed);
      if (parsed === undefined) return;
      expect(parsed).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
      expect(parseVoucherCode(formatVoucherCode(parsed))).toBe(parsed);
    }),
    { numRuns: 2_000 },
  );
});

test.each(["", "ABCDE", "ABCDE-12345-6", "ABCDE-1234U", "ABCDE_12345", "ABCDE1234é", "ⅠBCDE12345"])(
  "%j is no code",
  (typed) => {
    expect(parseVoucherCode(typed)).toBeUndefined();
  },
);

test("a code is printed in two halves", () => {
  expect(formatVoucherCode("ABCDE12345")).toBe("ABCDE-12345");
});
