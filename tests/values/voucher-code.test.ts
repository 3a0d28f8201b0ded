import fc from "fast-check";
import { expect, test } from "vitest";
import {
  foreignCodeFault,
  formatVoucherCode,
  importedCode,
  parseForeignCode,
  parseVoucherCode,
  voucherAlphabet,
  voucherCodeFrom,
  voucherLength,
  vouchersIn,
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

test.each(["", "ABCDE", "ABCDE-12345-6", "ABCDE-1234U", "ABCDE1234é", "ⅠBCDE12345"])(
  "%j is no code",
  (typed) => {
    expect(parseVoucherCode(typed)).toBeUndefined();
  },
);

test("a code is printed in two halves", () => {
  expect(formatVoucherCode("ABCDE12345")).toBe("ABCDE-12345");
});

/** As phones, chats and people pass a code on. */
const around: ((printed: string) => string)[] = [
  (printed) => `${printed}.`,
  (printed) => `${printed}. `,
  (printed) => `*${printed}*`,
  (printed) => `_${printed}_`,
  (printed) => `\u201C${printed}\u201D`,
  (printed) => `#${printed}`,
  (printed) => `Code: ${printed}`,
  (printed) => `voucher=${printed}`,
  ...["\u2013", "\u2014", "\u2011", "\u2212", ".", "_", " ", "\u200B", "\u00AD-"].map(
    (dash) => (printed: string) => printed.replace("-", dash),
  ),
  (printed) => `\u200E${printed}\u202C`,
  (printed) =>
    [...printed].map((one) => (one === "-" ? one : String.fromCharCode(one.charCodeAt(0) + 0xfee0))).join(""),
  (printed) => `http://demo.hotspot.example/buy?tab=voucher&code=${printed}`,
  (printed) =>
    `Your voucher for Two Hours at Demo WiFi: ${printed}\nJoin the WiFi and enter the code:\nhttp://demo.hotspot.example/buy?tab=voucher&code=${printed}`,
  (printed) => `Call 0712345678. Your code is ${printed}`,
];

test("a code is understood in what people paste around it", () => {
  fc.assert(
    fc.property(code, fc.constantFrom(...around), (one, paste) => {
      for (const text of [paste(formatVoucherCode(one)), paste(formatVoucherCode(one)).toUpperCase()])
        expect(parseVoucherCode(text)).toBe(one);
    }),
    { numRuns: 2_000 },
  );
});

test("of two codes none is guessed", () => {
  const text = "Vouchers of Demo WiFi:\nABCDE-12345 (Day)\nFGHJK-67890 (Day)";
  expect(vouchersIn(text)).toEqual(["ABCDE12345", "FGHJK67890"]);
  expect(parseVoucherCode(text)).toBeUndefined();
  expect(vouchersIn("one of a hundred words with 12 in it")).toEqual([]);
});

test.each([
  "wifi-20394",
  "WIFI\u201320394.",
  "*wifi20394*",
  "Code: WIFI20394",
  "http://x.example/buy?tab=voucher&code=wifi-20394",
])("a code of another system is understood in %j", (typed) => {
  expect(parseForeignCode(typed)).toBe("WIFI20394");
});

test("a code in another system's file is stored as ours are where it could be ours, else under its own letters", () => {
  expect(importedCode("63864-73243")).toBe("6386473243");
  expect(importedCode("ab12cd34eo")).toBe("AB12CD34E0");
  expect(importedCode("wifi-Kx7o1")).toBe("WIFIKX7O1");
  fc.assert(
    fc.property(code, (one) => {
      expect(importedCode(formatVoucherCode(one))).toBe(one);
      expect(foreignCodeFault(one)).toBeUndefined();
      // Never read as another system's before it was looked for among ours.
      expect(parseForeignCode(one)).toBeUndefined();
    }),
  );
});

test.each(["2.54713E+11", "1,23457e+11", "6E+09"])(
  "%j is a number that a spreadsheet cut off, and no code",
  (cell) => {
    expect(importedCode(cell)).toBeUndefined();
    expect(foreignCodeFault(cell)).toBe("code_digits");
  },
);
