import { describe, expect, it } from "vitest";
import { PlanInput } from "#contract/plans";
import { absurdBeside } from "#web/admin/plans/compare-plans.ts";
import { planDuration, planExtras, planPrice } from "#web/admin/plans/format-plan.ts";
import { bodyOf, fieldOf, fieldsOf, type PlanFields, typedOffer } from "#web/admin/plans/plan-fields.ts";
import { faultsIn } from "../../support/field-faults.ts";
import { plan } from "../../ui/support/provider-rows.ts";

const newPlan = fieldsOf(null);
const good: PlanFields = { ...newPlan, name: "3 Hours", price: "20", speed: "5", duration: "3" };
const names: Readonly<Record<string, string>> = fieldOf;

/** What the contract says of what the form would send, at the form's fields. */
function errorsOf(change: Partial<PlanFields>): { field: string; text: string }[] {
  const faults = faultsIn(PlanInput, bodyOf({ ...good, ...change }));
  return Object.entries(faults).map(([path, text]) => ({
    field: names[path] ?? names[path.split(".")[0] ?? ""] ?? path,
    text,
  }));
}
const faultIn = (change: Partial<PlanFields>) => errorsOf(change)[0];

const fairUse =
  "Please enter from how many GB on, and at what lower speed, the plan goes on: below its speed and its data limit";

describe("the plan form", () => {
  it("marks all that a new plan lacks at once", () => {
    const fields = errorsOf({ name: "", price: "", speed: "", duration: "" }).map(({ field }) => field);
    expect(fields.sort()).toEqual(["duration", "name", "price", "speed"]);
  });

  it("takes what docs/behaviour allows", () => {
    expect(errorsOf({})).toEqual([]);
    expect(errorsOf({ price: "1.01", uploadMbps: "0.5", dataLimitGB: "1.5", devices: "20" })).toEqual([]);
  });

  it.each(["name", "price", "speed", "duration"] as const)("wants %s, blanks do not count", (field) => {
    for (const empty of ["", "   "])
      expect(faultIn({ [field]: empty })).toEqual({
        field,
        text: "Please fill in all required fields",
      });
  });

  it.each(["0", "0.01", "0.99", "-1", "abc", "1e3", "0.001", "99999999999"])(
    "refuses the price %s",
    (price) => {
      expect(faultIn({ price })).toMatchObject({
        field: "price",
        text: "Please enter a valid price",
      });
    },
  );

  it.each(["0", "-5", "2.5", "abc", "10001"])("refuses the speed %s", (speed) => {
    expect(faultIn({ speed })).toMatchObject({
      field: "speed",
      text: "Please enter a valid speed in Mbps",
    });
  });

  it.each(["0", "-1", "1.5", "abc", "8785"])("refuses the duration %s", (duration) => {
    expect(faultIn({ duration })).toMatchObject({
      field: "duration",
      text: "Please enter a valid duration in hours",
    });
  });

  it("takes a part of a megabit in kbps and a part of an hour in minutes", () => {
    const small = { speed: "512", speedUnit: "kbps", duration: "30", durationUnit: "minutes" } as const;
    expect(errorsOf(small)).toEqual([]);
    const { speedMbps, durationHours, ...sent } = bodyOf({ ...good, ...small });
    expect([speedMbps, durationHours]).toEqual([undefined, undefined]);
    expect(sent).toMatchObject({ speedKbps: 512, durationMinutes: 30 });
    expect(bodyOf({ ...good, duration: "2", durationUnit: "days" })).toMatchObject({
      durationMinutes: 2_880,
    });
    expect(faultIn({ ...small, speed: "63" })?.text).toBe("Please enter a valid speed in kbps, from 64");
    expect(faultIn({ ...small, duration: "0.5" })?.text).toBe("Please enter a valid duration");
    for (const duration of ["367", "0.5", "1.5"])
      expect(faultIn({ duration, durationUnit: "days" })?.text).toBe("Please enter a valid duration");
  });

  it("wants an offer to be below the usual price", () => {
    expect(errorsOf({ price: "20", regularPrice: "30" })).toEqual([]);
    for (const regularPrice of ["20", "10", "abc"])
      expect(faultIn({ price: "20", regularPrice })?.text).toBe(
        "The usual price is above the price of the offer",
      );
  });

  it("wants two different times of the day, and only where it is not open day and night", () => {
    expect(errorsOf({ openFrom: "", openUntil: "" })).toEqual([]);
    expect(errorsOf({ hours: "some" })).toEqual([]);
    const text = "Please enter from when until when it is open, two different times of the day like 22:00";
    expect(faultIn({ hours: "some", openFrom: "" })).toEqual({ field: "openFrom", text });
    expect(faultIn({ hours: "some", openUntil: "" })).toEqual({ field: "openUntil", text });
    expect(faultIn({ hours: "some", openUntil: "22:00" })).toEqual({ field: "openFrom", text });
  });

  it("says what is missing before what is wrong", () => {
    expect(faultIn({ name: "", price: "0" })?.text).toBe("Please fill in all required fields");
    expect(faultIn({ price: "0", speed: "0" })?.field).toBe("price");
  });

  it.each([
    ["uploadMbps", "0", "Please enter a valid upload speed in Mbps"],
    ["uploadMbps", "0.01", "Please enter a valid upload speed in Mbps"],
    ["dataLimitGB", "-1", "Please enter a valid data limit in GB"],
    ["dataLimitGB", "0.0001", "Please enter a valid data limit in GB"],
    ["fairUseGB", "5", fairUse],
    ["fairUseMbps", "1", fairUse],
    ["devices", "21", "Please enter a number of devices from 1 to 20"],
  ] as const)("refuses %s of %s under More", (field, value, text) => {
    expect(faultIn({ [field]: value })?.text).toBe(text);
  });

  it("sends the price as it was typed, as a text, and leaves out what was left empty", () => {
    expect(bodyOf({ ...good, name: " 3 Hours ", price: "20.50" })).toEqual({
      name: "3 Hours",
      price: "20.50",
      speedMbps: 5,
      durationHours: 3,
      isActive: true,
      devices: 1,
    });
    expect(bodyOf({ ...good, uploadMbps: "2", dataLimitGB: "1.5", devices: "" })).toEqual({
      name: "3 Hours",
      price: "20",
      speedMbps: 5,
      durationHours: 3,
      isActive: true,
      uploadMbps: 2,
      dataLimitGB: 1.5,
    });
  });
});

describe("a plan in the list", () => {
  const week = plan("Week", {
    price: "999.50",
    durationHours: 168,
    durationMinutes: 10_080,
    speedMbps: 8,
    uploadMbps: 2,
    dataLimitGB: 50,
    devices: 2,
  });

  it("lasts days from 24 hours on, hours below", () => {
    expect([0.5, 1 / 3, 1.5, 1, 3, 23, 24, 36, 49, 168].map(planDuration)).toEqual([
      "30 Minutes",
      "20 Minutes",
      "1 Hour 30 Minutes",
      "1 Hour",
      "3 Hours",
      "23 Hours",
      "1 Day",
      "1 Day 12 Hours",
      "2 Days 1 Hour",
      "7 Days",
    ]);
  });

  it("shows its price with cents only where it has some", () => {
    expect(["20.00", "999.50", "1500.00"].map(planPrice)).toEqual(["20", "999.50", "1,500"]);
  });

  it("shows what it gives beside its speed", () => {
    expect(planExtras(week)).toEqual(["2 Mbps up", "50 GB data", "2 devices"]);
    expect(planExtras({ ...week, uploadMbps: 8 })).toEqual(["50 GB data", "2 devices"]);
    const slower = { ...week, uploadMbps: 8, dataLimitGB: null, fairUseGB: 5, fairUseMbps: 0.5 };
    expect(planExtras(slower)).toEqual(["500 kbps after 5 GB", "2 devices"]);
    expect(planExtras({ ...week, uploadMbps: null, dataLimitGB: null, devices: 1 })).toEqual([]);
  });

  it("says what a top-up adds, and sends it only with a data limit", () => {
    const topped = { ...week, topUp: { megabytes: 500, price: "20.00" } };
    expect(planExtras(topped)).toEqual(["2 Mbps up", "50 GB data", "+500 MB for KSh 20", "2 devices"]);
    expect(bodyOf(fieldsOf(topped)).topUp).toEqual({ megabytes: 500, price: "20" });
    expect(bodyOf({ ...fieldsOf(topped), dataLimitGB: "" })).not.toHaveProperty("topUp");
    expect(faultIn({ dataLimitGB: "1", topUpPrice: "20" })?.field).toBe("topUpMB");
    expect(faultIn({ dataLimitGB: "1", topUpMB: "500" })?.field).toBe("topUpPrice");
    expect(faultIn({ dataLimitGB: "1", topUpMB: "0.5", topUpPrice: "20" })?.field).toBe("topUpMB");
  });

  it("comes back out of the form as it went in", () => {
    const { uploadMbps, dataLimitGB, devices, name, price, isActive } = week;
    const usual = { name, price, isActive, uploadMbps, dataLimitGB, devices };
    expect(bodyOf(fieldsOf(week))).toEqual({ ...usual, speedMbps: 8, durationMinutes: 10_080 });
    const rare = {
      ...week,
      durationHours: 0.5,
      durationMinutes: 30,
      speedMbps: 0.512,
      isHidden: true,
      routerIds: ["r1"],
      regularPrice: "1200.00",
      soldUntil: "2026-12-31T20:59:00.000Z",
      hours: { from: "22:00", until: "06:00" },
      fairUseGB: 5,
      fairUseMbps: 0.256,
    };
    expect(bodyOf(fieldsOf(rare))).toEqual({
      ...usual,
      speedKbps: 512,
      durationMinutes: 30,
      isHidden: true,
      routerIds: ["r1"],
      fairUseGB: 5,
      fairUseMbps: 0.256,
      regularPrice: "1200",
      soldUntil: "2026-12-31T20:59:00.000Z",
      hours: { from: "22:00", until: "06:00" },
    });
  });

  it("whose upload is as fast as its download stays so when the download changes", () => {
    expect(bodyOf({ ...fieldsOf({ ...week, uploadMbps: 8 }), speed: "20" })).not.toHaveProperty("uploadMbps");
  });
});

describe("beside other plans", () => {
  const others = [
    plan("3 Hours"),
    plan("Day", { price: "50.00", durationHours: 24, durationMinutes: 1_440 }),
  ];
  const beside = (change: Partial<PlanFields>) => absurdBeside(typedOffer({ ...good, ...change }), others);

  it("an offer that gives less for more, or more for less, is named", () => {
    expect(beside({ price: "25", duration: "2" })).toBe(
      "Nobody would buy this: 3 Hours gives as much for KSh 20.",
    );
    expect(beside({ price: "45", duration: "30" })).toBe(
      "Nobody would buy Day for KSh 50 any more: this gives as much for less.",
    );
  });

  it("one that differs in what it gives, is not typed whole, or is beside hidden ones, is not", () => {
    expect(beside({ price: "10", duration: "1" })).toBeNull();
    expect(beside({ price: "25", duration: "2", speed: "10" })).toBeNull();
    expect(beside({ price: "", duration: "2" })).toBeNull();
    const hidden = others.map((one) => ({ ...one, isHidden: true }));
    expect(absurdBeside(typedOffer({ ...good, price: "25", duration: "2" }), hidden)).toBeNull();
  });
});
