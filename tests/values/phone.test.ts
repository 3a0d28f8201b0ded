import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone, normalisePhone, parseKenyanMobile } from "#contract/values/phone";

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(""));
const local = fc.tuple(fc.constantFrom("7", "1"), digits(8)).map((parts) => parts.join(""));
/** What people put between digits. */
const spaced = (text: string) =>
  fc
    .array(fc.constantFrom("", "", " ", "-", "."), { minLength: text.length, maxLength: text.length })
    .map((gaps) => [...text].map((digit, index) => digit + (gaps[index] ?? "")).join(""));

test("a mobile number is the same number in every way that people write it", () => {
  const written = local.chain((number) =>
    fc.tuple(
      fc.constant(number),
      fc.oneof(
        spaced(`0${number}`),
        spaced(number),
        spaced(`254${number}`),
        spaced(`254${number}`).map((text) => `+${text}`),
        spaced(`2540${number}`).map((text) => `+${text}`),
        spaced(`00254${number}`),
      ),
    ),
  );
  fc.assert(
    fc.property(written, ([number, typed]) => {
      expect(parseKenyanMobile(typed)).toBe(`254${number}`);
    }),
  );
});

test.each([
  "\u202A+254 712 345 678\u202C",
  "0712\u2011345\u2011678",
  "0712\u2013345\u2013678",
  "0712/345/678",
  "tel:+254712345678",
  "'0712345678",
  "254712345678.0",
  "\uFF10712345678",
  "0712\u00A0345\u200B678",
  "\u201C0712 345 678\u201D",
  "0712 345 678.",
])("%j is a number as people paste it", (typed) => {
  expect(parseKenyanMobile(typed)).toBe("254712345678");
});

test("whatever is typed, what comes out is 254, a 7 or 1, and eight digits, or nothing", () => {
  const typed = fc.oneof(
    fc.string(),
    fc.integer({ min: 0, max: 15 }).chain(digits),
    fc.stringMatching(/^[+0-9 ()-]{0,20}$/),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const phone = parseKenyanMobile(text);
      if (phone === undefined) return;
      expect(phone).toMatch(/^254[17]\d{8}$/);
      expect(text.replace(/\D/g, "").endsWith(phone.slice(3))).toBe(true);
      expect(parseKenyanMobile(phone)).toBe(phone);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  "",
  "   ",
  "07123456",
  "0712345678901",
  "0201234567",
  "020 123 4567",
  "+254201234567",
  "+255712345678",
  "254254712345678",
  "0254254712345678",
  "+254 0201 234 567",
  "+2540071234567",
  "0254712345678",
  "0812345678",
  "071234567",
  "07123456789",
  "254712345",
  "0712x45678",
  "0712345678;0712345679",
])("%j is no Kenyan mobile number", (typed) => {
  expect(parseKenyanMobile(typed)).toBeUndefined();
});

test.each([
  ["", { problem: "empty" }],
  [" \t", { problem: "empty" }],
  ["12345678", { problem: "length" }],
  ["1234567890123", { problem: "length" }],
  ["abc", { problem: "length" }],
  ["0712345678", { phone: "254712345678" }],
  ["712345678", { phone: "254712345678" }],
  ["254712345678", { phone: "254712345678" }],
  ["+254 (712) 345-678", { phone: "254712345678" }],
  ["0201234567", { phone: "254201234567" }],
])("the form makes %j of %j", (typed, result) => {
  expect(normalisePhone(typed)).toEqual(result);
});

test("the form lets through whatever the server takes", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[+0-9 ()-]{0,20}$/), (text) => {
      const phone = parseKenyanMobile(text);
      if (phone !== undefined) expect(normalisePhone(text)).toEqual({ phone });
    }),
  );
});

test("a number is shown in groups, and anything else as it is", () => {
  expect(formatPhone("254712345678")).toBe("+254 712 345 678");
  for (const other of ["", "0712345678", "2547123456789", "Voucher Redemption"])
    expect(formatPhone(other)).toBe(other);
});
