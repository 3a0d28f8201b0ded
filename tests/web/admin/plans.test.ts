import { zod4Resolver } from "mantine-form-zod-resolver";
import { describe, expect, it } from "vitest";
import { planDuration, planExtras, planPrice } from "#web/admin/plans/format-plan.ts";
import {
  bodyOf,
  faultOf,
  fieldsOf,
  newPlan,
  type PlanFields,
  PlanForm,
} from "#web/admin/plans/plan-fields.ts";

const good: PlanFields = { ...newPlan, name: "3 Hours", price: "20", speedMbps: "5", durationHours: "3" };
const errorsOf = (change: Partial<PlanFields>) =>
  zod4Resolver(PlanForm)({ ...good, ...change }) as Record<string, string>;
const faultIn = (change: Partial<PlanFields>) => faultOf(errorsOf(change));

describe("the plan form", () => {
  it("takes what docs/behaviour allows", () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({ price: "1.01", uploadMbps: "0.5", dataLimitGB: "1.5", devices: "20" })).toEqual({});
  });

  it.each(["name", "price", "speedMbps", "durationHours"] as const)(
    "wants %s, blanks do not count",
    (field) => {
      for (const empty of ["", "   "])
        expect(faultIn({ [field]: empty })).toEqual({
          field,
          title: "Missing Information",
          text: "Please fill in all required fields",
        });
    },
  );

  it.each(["0", "0.01", "0.99", "-1", "abc", "1e3", "0.001", "99999999999"])(
    "refuses the price %s",
    (price) => {
      expect(faultIn({ price })).toMatchObject({
        title: "Invalid Price",
        text: "Please enter a valid price",
      });
    },
  );

  it.each(["0", "-5", "2.5", "abc", "10001"])("refuses the speed %s", (speedMbps) => {
    expect(faultIn({ speedMbps })).toMatchObject({
      title: "Invalid Speed",
      text: "Please enter a valid speed in Mbps",
    });
  });

  it.each(["0", "-1", "1.5", "abc", "8785"])("refuses the duration %s", (durationHours) => {
    expect(faultIn({ durationHours })).toMatchObject({
      title: "Invalid Duration",
      text: "Please enter a valid duration in hours",
    });
  });

  it("says what is missing before what is wrong", () => {
    expect(faultIn({ name: "", price: "0" })?.text).toBe("Please fill in all required fields");
    expect(faultIn({ price: "0", speedMbps: "0" })?.title).toBe("Invalid Price");
  });

  it.each([
    ["uploadMbps", "0", "Please enter a valid upload speed in Mbps"],
    ["dataLimitGB", "-1", "Please enter a valid data limit in GB"],
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
    expect(bodyOf({ ...good, uploadMbps: "2", dataLimitGB: "1.5", devices: "" })).toMatchObject({
      uploadMbps: 2,
      dataLimitGB: 1.5,
      devices: 1,
    });
  });
});

describe("a plan in the list", () => {
  const plan = {
    ...{ id: "p", name: "Week", price: "999.50", durationHours: 168, speedMbps: 8, isActive: true },
    ...{ uploadMbps: 2, dataLimitGB: 50, devices: 2 },
  };

  it("lasts days from 24 hours on, hours below", () => {
    expect([1, 3, 23, 24, 36, 49, 168].map(planDuration)).toEqual([
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
    expect(planExtras(plan)).toEqual(["2 Mbps up", "50 GB data", "2 devices"]);
    expect(planExtras({ ...plan, uploadMbps: 8 })).toEqual(["50 GB data", "2 devices"]);
    expect(planExtras({ ...plan, uploadMbps: null, dataLimitGB: null, devices: 1 })).toEqual([]);
  });

  it("comes back out of the form as it went in", () => {
    const { id: _id, ...same } = plan;
    expect(bodyOf(fieldsOf(plan))).toEqual(same);
  });

  it("whose upload is as fast as its download stays so when the download changes", () => {
    expect(bodyOf({ ...fieldsOf({ ...plan, uploadMbps: 8 }), speedMbps: "20" })).not.toHaveProperty(
      "uploadMbps",
    );
  });
});
