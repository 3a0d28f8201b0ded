import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminListPlans, createPlan, deletePlan, updatePlan } from "#contract/plans";
import { listRouters } from "#contract/routers";
import { listVouchers } from "#contract/vouchers";
import { answer, bodiesOf, held, pageOf, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  button,
  choose,
  dialog,
  fill,
  heads,
  noDialog,
  person,
  press,
  rows,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { plan, router } from "../support/provider-rows.ts";

// The plans page of the provider console (docs/behaviour/provider-console.md, PC-36 to PC-49).

const day = plan("Day", { price: "50.00", durationHours: 24, isActive: false });
const plans = [
  plan("3 Hours"),
  plan("Week for two", { price: "250.00", durationHours: 168, speedMbps: 8, uploadMbps: 8, devices: 2 }),
  plan("Month 50 GB", { price: "999.50", durationHours: 720, dataLimitGB: 50 }),
  plan("Taster", {
    price: "5.00",
    durationHours: 0.5,
    durationMinutes: 30,
    speedMbps: 0.512,
    uploadMbps: 0.512,
    isHidden: true,
    routerIds: ["gate"],
    regularPrice: "10.00",
    soldUntil: "2026-12-31T20:59:00.000Z",
  }),
  day,
];
const typed = { "Plan Name": "Night", "Price (KES)": "15.50", "Speed (Mbps)": "4", "Duration (hours)": "36" };

beforeEach(() => {
  answer(adminListPlans, plans);
  answer(listRouters, []);
});

/** Opens a plan's form, or a new one's. */
async function openForm(name: string): Promise<HTMLElement> {
  openAdmin("/admin/plans");
  await see("Month 50 GB");
  await press(name);
  return dialog();
}
const submit = () => person.click(document.querySelector("[role=dialog] [type=submit]") as HTMLElement);

describe("the list of plans", () => {
  it("has the columns and words of PC-36", async () => {
    openAdmin("/admin/plans");
    await screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
    expect(await heads("Plans")).toEqual(["Plan Name", "Price (KES)", "Duration", "Status", "Actions"]);
    expect(await rows("Plans")).toEqual([
      "3 Hours 5 Mbps 20 3 Hours Active",
      "Week for two 8 Mbps · 2 devices 250 7 Days Active",
      "Month 50 GB 5 Mbps · 50 GB data 999.50 30 Days Active",
      "Taster 512 kbps · vouchers only · at 1 router · instead of KSh 10 · until 31 Dec 2026, 23:59 5 30 Minutes Active",
      "Day 5 Mbps 50 1 Day Inactive",
    ]);
  });

  it("is being read, then empty: what to do first (PC-37)", async () => {
    const release = held(adminListPlans, []);
    openAdmin("/admin/plans");
    await screen.findByRole("status", { name: "Loading plans..." });
    release();
    await see("No plans yet Create your first plan: a name, a price, a speed and how long it lasts.");
    await press("Create Plan");
    await dialog("Create Plan");
  });

  it("that cannot be read is not an empty one, and is tried again (PC-20)", async () => {
    answer(adminListPlans, refusal(500));
    openAdmin("/admin/plans");
    await see("Error Loading Plans Failed to load plans. Please check your connection and try again.");
    answer(adminListPlans, unreachable);
    await press("Try again");
    await see("No connection. Check your internet and try again.");
    answer(adminListPlans, plans);
    await press("Try again");
    await see("Month 50 GB");
  });
});

describe("the plan form", () => {
  it("starts active, with the least and the step of PC-38; the rest is folded into four groups", async () => {
    const form = await openForm("Create Plan");
    const field = (label: RegExp) => screen.getByLabelText(label) as HTMLInputElement;
    for (const label of [/^Price/, /^Speed/, /^Duration/]) expect(field(label).min).toBe("1");
    expect(field(/^Price/).step).toBe("0.01");
    expect(screen.getByRole<HTMLInputElement>("switch", { name: /^Active/ }).checked).toBe(true);
    expect(words(form)).not.toContain("Number of devices");
    expect(words(form)).toMatch(/ Data Hours Offer Where /);
    await press("Data");
    expect(words(form)).toMatch(/Upload \(Mbps\).*Data limit \(GB\).*Number of devices/);
  });

  it("of a plan that uses much says what for, each group in a line, and opens none of them (PC-38)", async () => {
    const much = {
      dataLimitGB: 2,
      topUp: { megabytes: 500, price: "20.00" },
      fairUseGB: 1,
      fairUseMbps: 1,
      hours: { from: "22:00", until: "06:00" },
      regularPrice: "30.00",
      isHidden: true,
    };
    answer(adminListPlans, [...plans, plan("Night", much)]);
    const form = await openForm("Edit Night");
    const said = words(form);
    expect(said).toMatch(
      /Data 2 GB data · \+500 MB for KSh 20 · 1 Mbps after 1 GB Hours open 22:00 to 06:00 Offer instead of KSh 30 Where vouchers only/,
    );
    for (const label of ["Data limit", "Opens at", "Usual price", "For vouchers only"])
      expect(said).not.toContain(label);
    await press("Data");
    await fill({ "Data limit (GB)": "3" });
    await see(/Data 3 GB data · /, () => form);
  });

  it.each([
    [{ "Plan Name": "   " }, "Missing Information - Please fill in all required fields"],
    [{ "Price (KES)": "" }, "Missing Information - Please fill in all required fields"],
    [{ "Price (KES)": "0" }, "Invalid Price - Please enter a valid price"],
    [{ "Price (KES)": "0.01" }, "Invalid Price - Please enter a valid price"],
    [{ "Speed (Mbps)": "2.5" }, "Invalid Speed - Please enter a valid speed in Mbps"],
    [{ "Duration (hours)": "-1" }, "Invalid Duration - Please enter a valid duration in hours"],
  ])("with %j says what is wrong, goes there and sends nothing (PC-41 to PC-44)", async (wrong, said) => {
    const form = await openForm("Create Plan");
    await fill({ ...typed, ...wrong });
    expect(await toastAfter(submit)).toBe(said);
    const invalid = form.querySelectorAll("[aria-invalid=true]");
    expect([...invalid]).toEqual([document.activeElement]);
    expect(sentTo(createPlan)).toEqual([]);
  });

  it("says that a plan of that name is there, and lets it be saved", async () => {
    const form = await openForm("Create Plan");
    await fill({ ...typed, "Plan Name": " month 50 gb" });
    await see(/There is a Month 50 GB already, for KSh 999\.50: give this one a name/, () => form);
    await fill({ "Plan Name": "Month 60 GB" });
    await waitFor(() => expect(words(form)).not.toContain("already"));
  });

  it("takes half an hour at 512 kbps, for vouchers alone, at one router and until a day", async () => {
    answer(listRouters, [router("Gate"), router("Roof")]);
    answer(createPlan, plan("Night"));
    await openForm("Create Plan");
    await person.selectOptions(screen.getByRole("combobox", { name: "Unit of the speed" }), "kbps");
    await person.selectOptions(screen.getByRole("combobox", { name: "Unit of the duration" }), "minutes");
    await fill({
      "Plan Name": "Night",
      "Price (KES)": "5",
      "Speed (kbps)": "512",
      "Duration (minutes)": "30",
    });
    await press("Where");
    await person.click(screen.getByRole("switch", { name: /^For vouchers only/ }));
    await choose("Sold at", "Roof");
    await press("Offer");
    await fill({ "Usual price": "10" });
    fireEvent.change(screen.getByLabelText(/^Sold until/), { target: { value: "2026-12-31T23:59" } });
    await submit();
    await waitFor(() =>
      expect(bodiesOf(createPlan)).toEqual([
        {
          name: "Night",
          price: "5",
          speedKbps: 512,
          durationMinutes: 30,
          isActive: true,
          devices: 1,
          isHidden: true,
          routerIds: ["Roof"],
          regularPrice: "10",
          soldUntil: "2026-12-31T20:59:00.000Z",
        },
      ]),
    );
  });

  it("takes a usual duration by one tap, in its own unit, and opens a plan in the largest one", async () => {
    answer(createPlan, plan("Night"));
    await openForm("Create Plan");
    const { "Duration (hours)": _typed, ...others } = typed;
    await fill(others);
    for (const [name, unit, value] of [
      ["30 Minutes", "minutes", "30"],
      ["1 Day", "hours", "24"],
      ["30 Days", "days", "30"],
    ]) {
      await press(name as string);
      expect(screen.getByLabelText<HTMLInputElement>(`Duration (${unit})`, { exact: false }).value).toBe(
        value,
      );
    }
    expect((await button("30 Days")).getAttribute("aria-pressed")).toBe("true");
    await submit();
    await waitFor(() => expect(bodiesOf(createPlan)).toMatchObject([{ durationMinutes: 43_200 }]));
  });

  it("says when nobody would buy what is typed", async () => {
    const form = await openForm("Create Plan");
    await fill({ ...typed, "Price (KES)": "25", "Speed (Mbps)": "5", "Duration (hours)": "2" });
    await see(/Nobody would buy this: 3 Hours gives as much for KSh 20\./, () => form);
  });

  it("says what a price with cents is charged", async () => {
    const form = await openForm("Create Plan");
    await fill({ ...typed, "Price (KES)": "999.50" });
    await see(/Visitors pay KSh 1,000: a part of a shilling is rounded up\./, () => form);
  });

  it("opens the group in which a fault lies (PC-47)", async () => {
    const form = await openForm("Create Plan");
    await press("Data");
    await fill({ ...typed, "Number of devices": "21" });
    await press("Offer");
    expect(words(form)).not.toContain("Number of devices");
    expect(await toastAfter(submit)).toBe("Error - Please enter a number of devices from 1 to 20");
    expect(words(form)).toContain("Number of devices");
  });

  it("offers a top-up with a data limit alone, says what is wrong with it and sends it (PC-40c, PC-46b)", async () => {
    answer(createPlan, plan("Night"));
    const form = await openForm("Create Plan");
    await fill(typed);
    await press("Data");
    expect(words(form)).not.toContain("Top-up (MB)");
    await fill({ "Data limit (GB)": "1" });
    expect(words(form)).not.toContain("Price of the top-up");
    await fill({ "Top-up (MB)": "500" });
    const wrong = "Error - Please enter how many MB a top-up adds, and a valid price for it";
    expect(await toastAfter(submit)).toBe(wrong.replace("Error", "Missing Information"));
    await fill({ "Price of the top-up (KES)": "20", "Top-up (MB)": "0.5" });
    expect(await toastAfter(submit)).toBe(wrong);
    expect(sentTo(createPlan)).toEqual([]);
    await fill({ "Top-up (MB)": "500" });
    expect(await toastAfter(submit)).toBe("Plan created - Night");
    expect(bodiesOf(createPlan)).toMatchObject([{ dataLimitGB: 1, topUp: { megabytes: 500, price: "20" } }]);
  });

  it("sends the price as text, once for a double click, and is busy until the answer comes", async () => {
    const release = held(createPlan, plan("Night"));
    const form = await openForm("Create Plan");
    await fill(typed);
    await press("Data");
    await fill({ "Upload (Mbps)": "2", "Data limit (GB)": "1.5", "Number of devices": "4" });
    const save = form.querySelector("[type=submit]") as HTMLButtonElement;
    await person.dblClick(save);
    await see("Creating...", () => save);
    expect([save.disabled, save.getAttribute("aria-busy")]).toEqual([true, "true"]);
    answer(adminListPlans, [...plans, plan("Night")]);
    expect(await toastAfter(async () => release())).toBe("Plan created - Night");
    await noDialog();
    await see("Night", () => screen.getByRole("table"));
    expect(bodiesOf(createPlan)).toEqual([
      {
        name: "Night",
        price: "15.50",
        speedMbps: 4,
        durationHours: 36,
        isActive: true,
        uploadMbps: 2,
        dataLimitGB: 1.5,
        devices: 4,
      },
    ]);
  });

  it("says so when a plan could not be created, and keeps what was typed (PC-48)", async () => {
    answer(createPlan, refusal(500));
    await openForm("Create Plan");
    await fill(typed);
    expect(await toastAfter(submit)).toBe("Error - Failed to create plan");
    expect(screen.getByLabelText<HTMLInputElement>(/^Plan Name/).value).toBe("Night");
  });

  it("changes a plan, and says so when that fails", async () => {
    answer(updatePlan, refusal(409, "This plan was deleted."));
    const form = await openForm("Edit Day");
    const price = screen.getByLabelText<HTMLInputElement>(/^Price/);
    expect(price.value).toBe("50");
    await fill({ "Price (KES)": "55" });
    await person.click(screen.getByRole("switch", { name: /^Active/ }));
    expect(await toastAfter(submit)).toBe("Error - Failed to update plan");
    expect(words(form)).toContain("This plan was deleted.");
    expect(price.value).toBe("55");
    answer(updatePlan, day);
    expect(await toastAfter(submit)).toBe("Plan updated - Day");
    expect(sentTo(updatePlan).at(-1)).toMatchObject({
      params: { id: "day" },
      body: { price: "55", isActive: true },
    });
  });
});

describe("deleting a plan (PC-39)", () => {
  const unused = (count: number) => answer(listVouchers, pageOf([], count));

  it.each([
    ["Keep them", "Delete plan", "keep", 0, "Plan deleted - Day"],
    ["Revoke them", "Delete plan and revoke vouchers", "revoke", 3, "Plan deleted - 3 vouchers revoked"],
  ])("asks about its vouchers: %s", async (choice, action, vouchers, revoked, said) => {
    unused(3);
    answer(deletePlan, { success: true, revoked });
    await openForm("Delete Day");
    await see("What happens to its 3 unused vouchers?");
    await person.click(screen.getByLabelText(choice));
    answer(adminListPlans, plans.slice(0, 3));
    expect(await toastAfter(() => press(action))).toBe(said);
    await noDialog();
    await waitFor(async () => expect(await rows("Plans")).toHaveLength(3));
    expect(sentTo(deletePlan)).toMatchObject([{ params: { id: "day" }, query: { vouchers } }]);
    expect(sentTo(listVouchers)[0]?.query).toMatchObject({ planId: "day", status: "active" });
  });

  it("says that there are none, and when it fails (PC-48)", async () => {
    unused(0);
    answer(deletePlan, refusal(500));
    const question = await openForm("Delete Day");
    await see("It has no unused vouchers.");
    expect(words(question)).toContain(
      "Delete Day? It is no longer sold and leaves this list; this cannot be undone.",
    );
    expect(await toastAfter(() => press("Delete plan"))).toBe("Error - Failed to delete the plan");
    expect(await button("Delete plan")).toHaveProperty("disabled", false);
  });
});
