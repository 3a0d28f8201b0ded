import fc from "fast-check";
import { expect, it } from "vitest";
import { importedCode, parseForeignCode } from "#contract/values/voucher-code";
import { readFile } from "#web/admin/hotspot-imports/read-file.ts";
import { asText, phoneCell } from "#web/console/csv.ts";

// Cells of a file that a spreadsheet opens.

it.each([
  ["00765432", "0076 5432"],
  ["254712345678", "254712 345678"],
  ["1234E5", "1234E 5"],
  ["12-2027", "12-2 027"],
  ["DEC25", "D EC25"],
  ["25march", "25m arch"],
  ["TRUE", "T RUE"],
])("the code %j is written so that it stays one: %j", (code, cell) => {
  expect(asText(code)).toBe(cell);
});

it("a code that no spreadsheet mistakes is written as it is printed", () => {
  for (const code of [
    "ABCDE-12345",
    "63864-73243",
    "6386473243",
    "wifi-Kx7o1",
    "SEPQRS1234",
    "123456",
    "vc12ab",
  ])
    expect(asText(code)).toBe(code);
});

it("a code of a file of ours is the same code when it is brought in or typed again", () => {
  const code = fc.oneof(
    fc.stringMatching(/^0\d{5,15}$/),
    fc.stringMatching(/^\d{12,20}$/),
    fc.stringMatching(/^\d{4}E\d{3}$/),
    fc.stringMatching(/^[A-Z0-9]{6,12}$/),
  );
  fc.assert(
    fc.property(code, (one) => {
      const cell = asText(one);
      expect(importedCode(cell)).toBe(importedCode(one));
      expect(parseForeignCode(cell)).toBe(parseForeignCode(one));
      const [row] = readFile(`Code,Plan\n${cell},Day`)?.rows ?? [];
      expect(importedCode(row?.code ?? "")).toBe(importedCode(one));
    }),
  );
});

it("a phone stands in groups and begins with no plus", () => {
  expect(phoneCell("254712345678")).toBe("254 712 345 678");
  expect(phoneCell("0712345678")).toBe("07123 45678");
  expect(phoneCell("880100")).toBe("880100");
});
