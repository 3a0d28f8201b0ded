import { expect, test } from "vitest";
import {
  defaultTemplates,
  filled,
  messageKinds,
  sampleValues,
  unknownPlaceholders,
} from "#contract/values/message-templates";
import { smsSize } from "#contract/values/sms-segments";
import { segmentsOf } from "../simulators/africastalking/segments.ts";

const a = (count: number) => "a".repeat(count);

test.each<[string, string, number, number, boolean]>([
  ["an empty text", "", 0, 1, true],
  ["160 of the GSM alphabet", a(160), 160, 1, true],
  ["161", a(161), 161, 2, true],
  ["306, two full segments with their headers", a(306), 306, 2, true],
  ["307", a(307), 307, 3, true],
  ["159 and a brace, which takes two", `${a(159)}{`, 161, 2, true],
  ["a euro at the end of a full segment, which is never parted", `${a(152)}€${a(152)}`, 306, 3, true],
  ["Greek capitals and German letters are in the alphabet", "ÄÖÜßΔΩ", 6, 1, true],
  ["70 with one other letter", `${a(69)}ŵ`, 70, 1, false],
  ["71 with one", `${a(70)}ŵ`, 71, 2, false],
  ["a typographic apostrophe is none", `${a(100)}’`, 101, 2, false],
  ["an emoji takes two of UCS-2 and is never parted", `${a(66)}😀${a(66)}`, 134, 3, false],
])("%s: %#", (_what, text, units, segments, isPlain) => {
  expect(smsSize(text)).toEqual({ units, segments, isPlain });
  expect(segmentsOf(text)).toBe(segments);
});

test("our own texts fit one segment with usual values, and use nothing unknown", () => {
  const names = {
    business: "Savanna Net",
    page: "https://savanna.mlango.app",
    link: "https://savanna.mlango.app/r/ABCDEFGHJKMN",
  };
  for (const kind of messageKinds)
    for (const template of Object.values(defaultTemplates[kind])) {
      expect(unknownPlaceholders(kind, template)).toEqual([]);
      const text = filled(template, { ...sampleValues, ...names });
      expect([text, smsSize(text)]).toEqual([text, expect.objectContaining({ segments: 1, isPlain: true })]);
    }
});

test("a placeholder of another kind, a misspelt and a broken one are found", () => {
  expect(unknownPlaceholders("ending", "{business} {link} {Plan} {} {plan}")).toEqual(["link", "Plan", ""]);
  expect(filled("{plan} {x} {plan}", { plan: "{x}" })).toBe("{x} {x} {x}");
});
