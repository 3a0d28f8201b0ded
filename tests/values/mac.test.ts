import fc from "fast-check";
import { expect, test } from "vitest";
import { macFromQuery, parseMac } from "#contract/values/mac";

const address = fc
  .uint8Array({ minLength: 6, maxLength: 6 })
  .map(([first = 0, ...others]) => [first & 0xfe, ...others])
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(":"));

test("an address is the same device in upper and lower case, whatever stands between and around", () => {
  fc.assert(
    fc.property(address, (mac) => {
      const digits = mac.replaceAll(":", "");
      const quads = digits.replace(/(.{4})(.{4})(.{4})/, "$1.$2.$3");
      const pairs = ["-", "\u2011", " ", "."].map((between) => mac.replaceAll(":", between));
      for (const written of [
        mac,
        mac.toLowerCase(),
        ...pairs,
        digits,
        quads,
        `  \u200E${mac.toLowerCase()} `,
      ])
        expect(parseMac(written)).toBe(mac);
    }),
  );
});

test("whatever comes in, what comes out is six upper-case pairs, or nothing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-fA-F:-]{0,20}$/)), (text) => {
      const mac = parseMac(text);
      if (mac === undefined) return;
      expect(mac).toMatch(/^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/);
      expect(parseMac(mac)).toBe(mac);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  "",
  "AA:BB:CC:DD:EE",
  "AA:BB:CC:DD:EE:FF:00",
  "AA:BB:CC:DD:EE:GG",
  "A:BB:CC:DD:EE:FFF",
  "00:00:00:00:00:00",
  "FF:FF:FF:FF:FF:FF",
  "01:00:5E:00:00:01",
  "33:33:00:00:00:01",
  "$(mac)",
  "fp-1a2b3c4d5e6f",
  "AA:BB:CC:DD:EE:FF'--",
])("%j is no device address", (text) => {
  expect(parseMac(text)).toBeUndefined();
});

test.each([undefined, "", "$(mac)", "$(mac-esc)", "AA-BB-CC-DD-EE-FF", "AABBCCDDEEFF", "no:mac"])(
  "the page's parameter %j means: no device known",
  (value) => {
    expect(macFromQuery(value)).toBeUndefined();
  },
);

test("the page's parameter is the device that the router names", () => {
  fc.assert(
    fc.property(address, (mac) => {
      expect(macFromQuery(mac.toLowerCase())).toBe(mac);
    }),
  );
});
