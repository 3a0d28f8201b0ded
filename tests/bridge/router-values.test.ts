import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  parseCounter,
  parseDuration,
  parseFlag,
  parseRateLimit,
  printCounter,
  printDuration,
  printFlag,
  rateLimit,
} from "#bridge/router-values";

const two = (part: number) => String(part).padStart(2, "0");

/** The forms that RouterOS uses, written here from its parts, not by the code under test. */
function formsOf(seconds: number) {
  const clock = (left: number) =>
    `${two(Math.floor(left / 3600))}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  const weeks = Math.floor(seconds / 604_800);
  const days = Math.floor(seconds / 86_400) % 7;
  const dated = (weeks ? `${weeks}w` : "") + (days ? `${days}d` : "");
  return [dated + clock(seconds % 86_400), clock(seconds)];
}

describe("durations", () => {
  test.for<[string, number | undefined]>([
    ["1w2d3h4m5s", 788_645],
    ["1w2d03:04:05", 788_645],
    ["03:04:05", 11_045],
    ["26:00:00", 93_600],
    ["1d", 86_400],
    ["1w5s", 604_805],
    ["4m500ms", 240],
    ["350ms", 0],
    ["0s", 0],
    ["00:00:00", 0],
    ["none", undefined],
    ["", undefined],
  ])("%s is %s seconds", ([text, seconds]) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test("a missing field is no duration", () => {
    expect(parseDuration(undefined)).toBeUndefined();
    expect(printDuration(undefined)).toBe("none");
  });

  test.for(["5", "1h2", "1s1m", "1:2:3", "-1s", "1.5h", "never", "1w 2d", "99999999999999999999s"])(
    "%s is refused",
    (text) => {
      expect(() => parseDuration(text)).toThrow(RangeError);
    },
  );

  test("what is written is read back, and reads the same in every form", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (seconds) => {
        expect(parseDuration(printDuration(seconds))).toBe(seconds);
        for (const form of formsOf(seconds)) expect(parseDuration(form), form).toBe(seconds);
      }),
    );
  });

  test("is written as RouterOS writes it, a part of a second as a whole one, never negative", () => {
    expect(printDuration(788_645)).toBe("1w2d3h4m5s");
    expect(printDuration(3600)).toBe("1h");
    expect(printDuration(0)).toBe("0s");
    expect(printDuration(59.001)).toBe("1m");
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => printDuration(wrong)).toThrow(RangeError);
    }
  });
});

describe("counters", () => {
  test("are exact up to 2^53, both ways", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (count) => {
        expect(parseCounter(printCounter(count))).toBe(count);
      }),
    );
    expect(parseCounter("5368709120"), "more than 32 bits").toBe(5 * 2 ** 30);
    expect(parseCounter(undefined)).toBe(0);
  });

  test("that would be inexact or are no counters are refused", () => {
    for (const text of ["9007199254740993", "-1", "1.5", "1e3", "0x10", " 1", "12k"]) {
      expect(() => parseCounter(text), text).toThrow(RangeError);
    }
    for (const count of [-1, 0.5, 2 ** 53]) expect(() => printCounter(count)).toThrow(RangeError);
  });
});

describe("flags", () => {
  test("are read as the API and as people write them", () => {
    expect(["true", "yes", "false", "no", "", undefined].map(parseFlag)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(() => parseFlag("maybe")).toThrow(RangeError);
  });

  test("that are written are read back", () => {
    for (const flag of [true, false]) expect(parseFlag(printFlag(flag))).toBe(flag);
  });
});

describe("speeds", () => {
  test("are written upload first, as rx/tx is from the router's side", () => {
    expect(rateLimit({ upKbps: 512, downKbps: 1000 })).toBe("512k/1M");
    expect(rateLimit({ upKbps: 1500, downKbps: 10_000 })).toBe("1500k/10M");
    expect(rateLimit({ upKbps: 0, downKbps: 2000 })).toBe("0/2M");
    expect(rateLimit({ upKbps: 0, downKbps: 0 })).toBe("");
  });

  test("that are written are read back", () => {
    const kbps = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(fc.record({ upKbps: kbps, downKbps: kbps }), (speed) => {
        expect(parseRateLimit(rateLimit(speed))).toEqual(speed);
      }),
    );
  });

  test("of other hands are read: bursts, one figure, plain bits, giga", () => {
    expect(parseRateLimit("512k/1M 1M/2M 400k/800k 8/8 8")).toEqual({ upKbps: 512, downKbps: 1000 });
    expect(parseRateLimit("2M")).toEqual({ upKbps: 2000, downKbps: 2000 });
    expect(parseRateLimit("64000/1G")).toEqual({ upKbps: 64, downKbps: 1_000_000 });
    expect(parseRateLimit(undefined)).toEqual({ upKbps: 0, downKbps: 0 });
  });

  test("that make no sense are refused", () => {
    for (const text of ["fast", "1M/", "/1M", "1M/2M/3M", "1.5M", "-1k"]) {
      expect(() => parseRateLimit(text), text).toThrow(RangeError);
    }
    for (const kbps of [-1, 0.5, Number.NaN]) {
      expect(() => rateLimit({ upKbps: kbps, downKbps: 1 })).toThrow(RangeError);
    }
  });
});
