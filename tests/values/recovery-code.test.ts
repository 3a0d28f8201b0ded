import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRecoveryCode, parseRecoveryCode, recoveryCodeFrom } from "#contract/values/recovery-code";

const hex = fc
  .uint8Array({ minLength: 15, maxLength: 15 })
  .map((bytes) => Array.from(bytes, (byte) => (byte & 15).toString(16)).join(""));
const code = hex.map(recoveryCodeFrom);

test("60 bits are twelve characters, and different bits are different codes", () => {
  fc.assert(
    fc.property(hex, hex, (one, other) => {
      expect(recoveryCodeFrom(one)).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      expect(recoveryCodeFrom(one) === recoveryCodeFrom(other)).toBe(one === other);
    }),
  );
  expect(recoveryCodeFrom("0".repeat(15))).toBe("000000000000");
  expect(recoveryCodeFrom("f".repeat(15))).toBe("ZZZZZZZZZZZZ");
});

test("a code is understood as shown, in small letters, spaced, and with the letters that look like its digits", () => {
  fc.assert(
    fc.property(code, fc.boolean(), (one, useL) => {
      const misread = one.replaceAll("0", "O").replaceAll("1", useL ? "l" : "i");
      const spaced = ` ${one.slice(0, 3)} ${one.slice(3)} `;
      for (const typed of [one, formatRecoveryCode(one), one.toLowerCase(), misread, spaced])
        expect(parseRecoveryCode(typed)).toBe(one);
    }),
  );
});

test("it is shown in three groups of four", () => {
  expect(formatRecoveryCode("ABCDEFGHJKMN")).toBe("ABCD-EFGH-JKMN");
});

test("what is too short, too long or holds other characters is no recovery code", () => {
  for (const typed of [
    "",
    "ABCD-EFGH-JKM",
    "ABCD-EFGH-JKMNP",
    "ABCD-EFGH-JKMU",
    "ABCD_EFGH_JKMN",
    "ABCDE-FGHJK",
  ])
    expect(parseRecoveryCode(typed)).toBeUndefined();
});
