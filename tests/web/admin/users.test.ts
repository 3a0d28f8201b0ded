import { describe, expect, it } from "vitest";
import { extendUser, type HotspotUser } from "#contract/users";
import { minutesOf } from "#web/admin/users/extend-dialog.tsx";
import {
  actsOn,
  calledName,
  contact,
  filterOf,
  planTime,
  saysItsTime,
  statusOf,
  userName,
} from "#web/admin/users/format-user.ts";
import { cutOff, isOfUsers, withUser } from "#web/admin/users/use-cut-off.ts";
import { pageNumber } from "#web/console/list-params.ts";
import { faultsIn } from "../../support/field-faults.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const user: HotspotUser = {
  id: "4C:5E:0C:A1:00:07",
  username: null,
  macAddress: "4C:5E:0C:A1:00:07",
  phoneNumber: "254712345678",
  router: { id: "r", name: "Main Gate", host: "10.0.0.1", port: 8728 },
  plan: { name: "3 Hours", speedMbps: 5, durationHours: 3 },
  isTrial: false,
  isActive: true,
  isOnline: true,
  offline: null,
  status: "active",
  expiresAt: "2026-11-20T14:00:00Z",
  bytesUploaded: 0,
  bytesDownloaded: 0,
  sessionTime: 0,
  dataLeftBytes: null,
  entitlementId: "e",
  firstSeen: "2026-11-20T11:00:00Z",
  lastSeen: "2026-11-20T11:59:00Z",
};

describe("how a user is written", () => {
  it("is the username, or one made from the end of the device's address", () => {
    expect(userName({ ...user, username: "amina" })).toBe("amina");
    expect(userName(user)).toBe("user-a10007");
  });

  it.each([
    ["3 Hours", 3, true],
    ["1 hour", 1, true],
    ["Day", 24, false],
    ["7 days", 168, true],
    ["30 min", 0.5, true],
    ["3 Hours", 2, false],
    ["3 Hours for two", 3, false],
  ])("a plan called %s of %d hours says its time by itself: %s", (name, hours, says) =>
    expect(saysItsTime(name, hours)).toBe(says),
  );

  it("is called by the number as it stands everywhere, and without one by name", () => {
    expect(calledName(user)).toBe("+254 712 345 678");
    expect(calledName({ ...user, phoneNumber: null })).toBe("user-a10007");
  });

  it("shows the number in full, or No phone", () => {
    expect(contact("254712345678")).toBe("+254 712 345 678");
    expect(contact(null)).toBe("No phone");
  });

  it("has four statuses, Disconnected among them", () => {
    const words = (["active", "expired", "inactive", "cut_off"] as const).map((one) => statusOf(one).word);
    expect(words).toEqual(["Active", "Expired", "Inactive", "Disconnected"]);
  });

  it.each([
    [1, "1 hour"],
    [3, "3 hours"],
    [24, "1 day"],
    [72, "3 days"],
    [36, "1 day 12 hours"],
  ])("%i hours of a plan read %s", (hours, text) => {
    expect(planTime(hours)).toBe(text);
  });
});

describe("a row that changes before the server answered", () => {
  const listed = { rows: [user, { ...user, id: "other" }], total: 2 };

  it("is cut off and offline at once, in the list and in the details alike", () => {
    const off = (one: HotspotUser) => cutOff(one, true, now);
    expect(withUser(listed, user.id, off).rows[0]).toMatchObject({ status: "cut_off", isOnline: false });
    expect(withUser(listed, user.id, off).rows[1]).toBe(listed.rows[1]);
    expect(withUser({ user, purchases: [] }, user.id, off).user.status).toBe("cut_off");
  });

  it("is what its time says once it is allowed again", () => {
    const off = cutOff(user, true, now);
    expect(cutOff(off, false, now).status).toBe("active");
    expect(cutOff({ ...off, expiresAt: "2026-11-20T11:00:00Z" }, false, now).status).toBe("expired");
  });

  it("leaves every answer without this user as it is", () => {
    const same = (one: HotspotUser) => cutOff(one, true, now);
    expect(withUser(listed, "nobody", same)).toBe(listed);
    expect(withUser(undefined, user.id, same)).toBeUndefined();
    expect(isOfUsers({ queryKey: ["/api/admin/users/active", ""] })).toBe(true);
    expect(isOfUsers({ queryKey: ["/api/admin/stats", ""] })).toBe(false);
  });
});

it("what can be done with a user is what would work", () => {
  const plan = { name: "Day", speedMbps: 5, durationHours: 24 };
  const expiresAt = "2026-11-20T11:05:00.000Z";
  type Who = Parameters<typeof actsOn>[0];
  const may = (user: Omit<Who, "offline">, cause: NonNullable<Who["offline"]>["cause"] = "cut_off") =>
    Object.entries(
      actsOn({ ...user, offline: { cause, at: null, macAddress: null, transactionId: null } }),
    ).flatMap(([act, is]) => (is ? [act] : []));
  expect(may({ status: "active", plan, expiresAt })).toEqual(["disconnect", "extend", "move"]);
  // It waits for its start: there is no time to add to.
  expect(may({ status: "inactive", plan, expiresAt: null })).toEqual(["disconnect", "move"]);
  expect(may({ status: "expired", plan, expiresAt })).toEqual(["extend"]);
  expect(may({ status: "cut_off", plan, expiresAt })).toEqual(["allow"]);
  expect(may({ status: "cut_off", plan, expiresAt }, "money_back")).toEqual([]);
  // The device from which a purchase was moved.
  expect(may({ status: "inactive", plan: null, expiresAt: null })).toEqual([]);
});

describe("more time", () => {
  it("is a usual length, or a number of minutes, hours or days", () => {
    expect(minutesOf({ choice: "180", amount: "5", unit: "60" })).toBe(180);
    expect(minutesOf({ choice: "other", amount: "2", unit: "1440" })).toBe(2_880);
  });

  it.each([
    ["", "Give the time in whole minutes"],
    ["1.5", "Give the time in whole minutes"],
    ["1e3", "Give the time in whole minutes"],
    ["0x10", "Give the time in whole minutes"],
    ["two", "Give the time in whole minutes"],
    ["0", "Give at least one minute"],
    ["-5", "Give at least one minute"],
    ["44641", "At most 31 days at a time"],
  ])("of %s minutes is refused: %s", (amount, message) => {
    const minutes = minutesOf({ choice: "other", amount, unit: "1" });
    expect(faultsIn(extendUser.body, { minutes })).toEqual({ minutes: message });
  });

  it("of 31 days is the most", () => {
    const minutes = minutesOf({ choice: "other", amount: "31", unit: "1440" });
    expect(faultsIn(extendUser.body, { minutes })).toEqual({});
  });
});

it("the address chooses the rows of a figure; what is no filter shows everybody", () => {
  expect(["", "active", "online", "cut_off", "x"].map(filterOf)).toEqual([
    {},
    { status: "active" },
    { online: "true" },
    { status: "cut_off" },
    {},
  ]);
  expect(["3", "0", "-1", "1.5", "x", "1e9"].map(pageNumber)).toEqual([3, 1, 1, 1, 1, 1]);
});
