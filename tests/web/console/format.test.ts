import { describe, expect, it } from "vitest";
import {
  ago,
  bytes,
  date,
  dateTime,
  hoursMinutes,
  kes,
  phone,
  shortDay,
  shortMoment,
} from "#web/console/format.ts";

describe("figures", () => {
  it.each([
    [0, "KSh 0"],
    [1234, "KSh 1,234"],
    [1234.5, "KSh 1,234.50"],
    [1_000_000, "KSh 1,000,000"],
  ])("%d shillings are %s", (amount, text) => expect(kes(amount)).toBe(text));

  it("phones stand in full, in groups", () => {
    expect(phone("254712345678")).toBe("+254 712 345 678");
    expect(phone("12345")).toBe("12345");
  });

  it.each([
    [0, "0 B"],
    [1023, "1,023 B"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [52_428_800, "50 MB"],
    [1_610_612_736, "1.5 GB"],
  ])("%d bytes are %s", (count, text) => expect(bytes(count)).toBe(text));

  it("a session's time is in hours and minutes", () => {
    expect(hoursMinutes(0)).toBe("0h 0m");
    expect(hoursMinutes(3_599)).toBe("0h 59m");
    expect(hoursMinutes(90_061)).toBe("25h 1m");
  });
});

describe("times", () => {
  it("are Nairobi's, wherever the reader is", () => {
    expect(dateTime("2026-11-20T21:30:00Z", "en")).toBe("21 Nov 2026, 00:30");
    expect(date("2026-11-20T21:30:00Z", "en")).toBe("21 Nov 2026");
    expect(date("2026-11-20", "en")).toBe("20 Nov 2026");
    expect(shortDay("2026-11-20", "en")).toBe("20 Nov");
  });

  const now = Date.parse("2026-11-20T12:00:00Z");
  it.each([
    ["2026-11-20T12:01:00Z", "15:01"],
    ["2026-11-19T21:00:00Z", "00:00"],
    ["2026-11-19T20:59:00Z", "19 Nov, 23:59"],
    ["2027-01-01T06:00:00Z", "1 Jan 2027, 09:00"],
  ])("in a row %s is %s: what goes without saying is left out", (iso, text) =>
    expect(shortMoment(iso, "en", now)).toBe(text),
  );
  it.each([
    [-5_000, "Just now"],
    [0, "Just now"],
    [59_999, "Just now"],
    [60_000, "1 min ago"],
    [59 * 60_000, "59 min ago"],
    [3_600_000, "1 hr ago"],
    [86_399_999, "23 hr ago"],
    [86_400_000, "1 day ago"],
    [10 * 86_400_000, "10 days ago"],
  ])("%d ms ago is %s", (before, text) => expect(ago(new Date(now - before).toISOString(), now)).toBe(text));
});
