import { describe, expect, it } from "vitest";
import { textOf } from "./read-html.ts";
import { buy, device, page, plan, success } from "./sample-pages.ts";

// A plan of 22:00 to 06:00 as its visitor reads it.

const hours = { from: "22:00", until: "06:00" };
const night = plan({ id: "night", name: "Night", price: "20.00", durationHours: 8, hours });
const at = (time: string) => `2026-11-25T${time}:00+03:00`;
const buying = (time: string) => textOf(page({ ...buy, planId: "night" }, { plans: [night], now: at(time) }));

describe("a plan of some hours", () => {
  it("says its hours on its card", () => {
    expect(textOf(page({ kind: "home" }, { plans: [night] }))).toContain("Open 22:00 to 06:00");
  });

  it("says before paying when it opens and when it ends", () => {
    expect(buying("21:00")).toContain("Closed now: opens 25 Nov, 22:00, ends 26 Nov, 06:00");
    expect(buying("21:00")).not.toContain("online seconds later");
    expect(buying("23:30")).toContain("Ends 26 Nov, 23:30");
    expect(buying("23:30")).toContain("online seconds later");
  });

  it("counts to its opening while it is closed, and shows what is left of it in its hours", () => {
    const closed = {
      ...device,
      access: "closed" as const,
      opensAt: at("22:00"),
      expiresAt: "2026-11-26T02:00:00+03:00",
      hours,
    };
    const shown = { access: "closed" as const, device: closed, now: at("20:30") };
    const text = textOf(page({ kind: "connected", receipt: null }, shown));
    expect(text).toContain("Paid. Closed at this hour");
    expect(text).toContain("Opens in 1 h 30 min");
    expect(text).toContain("Opens today at 22:00");
    expect(text).toContain("Time left 4 h");
    expect(text).toContain("Open 22:00 to 06:00");
    expect(textOf(page({ kind: "home" }, shown))).toContain("Opens today at 22:00");
    const stranger = textOf(page({ kind: "connected", receipt: null }, { ...shown, device: null }));
    expect(stranger).toContain("Paid. Closed at this hour");
    expect(stranger).not.toContain("22:00");
  });

  it("says after paying when it opens by itself", () => {
    const paid = success({ access: "closed", expiresAt: null, opensAt: at("22:00"), now: at("20:30") });
    const text = textOf(page(paid, { now: at("20:30") }));
    expect(text).toContain("Paid. It opens by itself today at 22:00.");
    expect(text).toContain("See how it stands");
  });
});
