import { expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { makerOf } from "#worker/features/device-pairing/index";

test("the maker of a television is told by its address, and that it makes screens", async () => {
  expect(await makerOf(deviceSubject("00:F4:6F:12:34:56"))).toEqual({ name: "Samsung", makesScreens: true });
  expect(await makerOf(deviceSubject("20:17:42:12:34:56"))).toEqual({ name: "LG", makesScreens: true });
});

test("an address that a phone made up has no maker, nor has one that nobody known has", async () => {
  for (const mac of ["02:F4:6F:12:34:56", "DA:A1:19:00:00:01", "00:00:5E:00:53:01"])
    expect(await makerOf(deviceSubject(mac)), mac).toBeNull();
});
