import { describe, expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";
import { allowedBy } from "./faults.ts";
import { idOfAddress } from "./world.ts";

describe("values", () => {
  test.each([
    ["1w2d3h4m5s", 788_645_000],
    ["1w2d03:04:05", 788_645_000],
    ["1d00:00:00", 86_400_000],
    ["1d2h", 93_600_000],
    ["00:05:00", 300_000],
    ["90", 90_000],
    ["0s", 0],
    ["5m", 300_000],
    ["250ms", 250],
  ])("reads the duration %s", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(["", "none", "1x", "-5", "1h 2m", "1:2:3:4", "h"])("refuses %j as a duration", (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test.each([
    [0, "0s"],
    [999, "0s"],
    [788_645_999, "1w2d3h4m5s"],
    [93_600_000, "1d2h"],
  ])("writes %i ms as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test("an api address list is met network by network", () => {
    expect(allowedBy([], "192.0.2.1")).toBe(true);
    expect(allowedBy(["10.0.0.0/8", "192.0.2.7"], "10.200.3.4")).toBe(true);
    expect(allowedBy(["10.0.0.0/8", "192.0.2.7"], "::ffff:192.0.2.7")).toBe(true);
    expect(allowedBy(["10.0.0.0/8", "192.0.2.7"], "11.0.0.1")).toBe(false);
  });

  test("ids of hosts and sessions are the address, last byte first", () => {
    expect(idOfAddress("192.168.1.59")).toBe("*3B01A8C0");
    expect(idOfAddress("10.5.50.10")).toBe("*A32050A");
  });
});
