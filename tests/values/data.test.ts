import fc from "fast-check";
import { expect, test } from "vitest";
import { formatBytes, gigabyte } from "#contract/values/data";

test.each([
  [0, "0 B"],
  [-1, "0 B"],
  [1, "1 B"],
  [1_023, "1023 B"],
  [1_024, "1 KB"],
  [12 * 1_024, "12 KB"],
  [1.5 * gigabyte, "1.5 GB"],
  [320 * 2 ** 20, "320 MB"],
  [50 * gigabyte, "50 GB"],
  [gigabyte - 1, "1 GB"],
  [2 ** 20 - 1, "1 MB"],
  [9.96 * gigabyte, "10 GB"],
])("%d bytes read %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test("what is read is within a rounding step of what is there, and never a thousand of a unit", () => {
  const sizes: Record<string, number> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: gigabyte };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (bytes) => {
      const [amount = "", unit = ""] = formatBytes(bytes).split(" ");
      const size = sizes[unit] ?? Number.NaN;
      expect(Math.abs(Number(amount) * size - bytes)).toBeLessThanOrEqual(size / 2);
      if (unit !== "GB") expect(Number(amount)).toBeLessThan(1_024);
    }),
  );
});
