import { describe, expect, it } from "vitest";
import { dayOf, plusDays, presetRange } from "#web/console/days.ts";

const at = (iso: string) => Date.parse(iso);

describe("a day in Nairobi", () => {
  it("begins three hours before UTC's", () => {
    expect(dayOf(at("2026-11-20T20:59:59Z"))).toBe("2026-11-20");
    expect(dayOf(at("2026-11-20T21:00:00Z"))).toBe("2026-11-21");
  });

  it("is counted over months and leap years", () => {
    expect(plusDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(plusDays("2028-03-01", -1)).toBe("2028-02-29");
  });
});

describe("the usual ranges", () => {
  // 00:30 on the first of December in Nairobi.
  const now = at("2026-11-30T21:30:00Z");
  it.each([
    ["today", "2026-12-01", "2026-12-01"],
    ["yesterday", "2026-11-30", "2026-11-30"],
    ["week", "2026-11-25", "2026-12-01"],
    ["month", "2026-11-02", "2026-12-01"],
    ["thisMonth", "2026-12-01", "2026-12-01"],
  ] as const)("%s is from %s to %s", (preset, from, to) => {
    expect(presetRange(preset, now)).toEqual({ from, to });
  });
});
