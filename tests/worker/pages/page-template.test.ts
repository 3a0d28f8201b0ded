import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PageTemplate } from "#worker/pages/page-template";

// Compressed once, and right for every value.

const marks = { mac: "00:00:5E:00:53:FF", now: "2026-01-02T03:04:05.678Z" };

const hex = fc.stringMatching(/^[0-9A-F]{12}$/);
const mac = hex.map((digits) => digits.match(/../g)?.join(":") ?? "");
const now = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString());
/** Pieces of pages, among them those that repeat each other, hold what looks like a value, or nothing. */
const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom("", "\0\0\0\0\0\0\0\0", "ÿÿÿÿÿÿ", "<li><a href='/buy?planId=1&mac=", "02:00:00:00:00:01"),
  fc.constantFrom(5, 500, 2_000).map((times) => "<p>Week for two</p> ".repeat(times)),
);
const pieces = fc.array(fc.tuple(piece, fc.constantFrom("", ...Object.values(marks))), { maxLength: 12 });

const bytesOf = (text: string) => Buffer.from(text);

describe("a page that is compressed once", () => {
  test("decodes to the page with its values, for any text between them", () => {
    fc.assert(
      fc.property(
        pieces,
        fc.array(fc.record({ mac, now }), { minLength: 1, maxLength: 3 }),
        (parts, visits) => {
          const template = new PageTemplate(parts.flat().join(""), marks);
          for (const values of visits) {
            const valueAt: Record<string, string> = { [marks.mac]: values.mac, [marks.now]: values.now };
            const page = parts.map(([text, mark]) => text + (valueAt[mark] ?? "")).join("");
            expect(template.text(values)).toBe(page);
            const gzip = template.gzip(values);
            expect(Buffer.compare(gunzipSync(gzip), bytesOf(page))).toBe(0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test("is one member: what decodes a single one alone decodes all of it", async () => {
    const template = new PageTemplate(`a ${marks.mac} b ${marks.now} c`, marks);
    const values = { mac: "02:00:00:00:00:01", now: new Date(0).toISOString() };
    const stream = new Response(template.gzip(values)).body?.pipeThrough(new DecompressionStream("gzip"));
    expect(await new Response(stream).text()).toBe(template.text(values));
  });

  test("takes no value of another length", () => {
    const template = new PageTemplate(`a ${marks.mac} b`, marks);
    for (const mac of ["", "02:00:00:00:00:0", "02:00:00:00:00:011"]) {
      expect(() => template.gzip({ ...marks, mac })).toThrow("mac is not as long as its mark");
      expect(() => template.text({ ...marks, mac })).toThrow("mac is not as long as its mark");
    }
  });
});
