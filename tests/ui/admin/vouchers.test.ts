import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { noteExport } from "#contract/audit";
import { getSettings } from "#contract/branding";
import { ownFreeMinutes } from "#contract/people";
import { adminListPlans } from "#contract/plans";
import { listRouters } from "#contract/routers";
import {
  assignOfflineVouchers,
  generateVouchers,
  listOfflineVouchers,
  listVoucherBatches,
  listVouchers,
  returnOfflineVouchers,
  revokeVouchers,
  type VoucherBatch,
  voucherStats,
} from "#contract/vouchers";
import { catchFiles, catchPrints, catchShares, csvIn } from "../support/browser-ports.ts";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, held, pageOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  addressNow,
  button,
  card,
  choose,
  dialog,
  fill,
  heads,
  noDialog,
  person,
  press,
  row,
  see,
  toast,
  toastAfter,
  words,
} from "../support/page.ts";
import { lentVouchers, plan, planOfVoucher, router, settings, voucher } from "../support/provider-rows.ts";

// The vouchers page of the provider console (docs/behaviour/provider-console.md, PC-96 to PC-107).

const used = voucher(3, {
  status: "used",
  isUsed: true,
  usedBy: "4C:5E:0C:0C:0A:01",
  usedAt: ago(120),
  expiresAt: ago(60),
  plan: null,
});
const vouchers = [
  voucher(1),
  voucher(2, { status: "expired", expiresAt: ago(60) }),
  used,
  voucher(4, { status: "revoked", isRevoked: true }),
  voucher(5, { isOffline: true }),
];

beforeEach(() => {
  answer(listVouchers, vouchers);
  answer(voucherStats, { total: 1_250, active: 3, used: 1, expired: 2 });
  answer(adminListPlans, [plan("3 Hours"), plan("Day", { price: "50.50" })]);
  answer(getSettings, settings);
  answer(noteExport, { success: true });
});
async function open(address = "/admin/vouchers"): Promise<void> {
  openAdmin(address);
  await row("Vouchers", "AAAA1");
}

describe("the list of vouchers", () => {
  it("has title, text, figures, columns and statuses of PC-96 to PC-98", async () => {
    await open();
    await screen.findByRole("heading", { level: 1, name: "Voucher Management" });
    await see("Generate and manage access vouchers for your hotspot service.");
    expect((await heads("Vouchers")).filter(Boolean)).toEqual([
      ...["Code", "Plan", "Status", "Used At", "Expires", "Created", "Actions"],
    ]);
    expect(await row("Vouchers", "AAAA1")).toMatch(/3 Hours 3 Hours · KSh 20 · 5 Mbps Active – Never /);
    expect(await row("Vouchers", "AAAA2")).toMatch(/5 Mbps Expired – \d/);
    expect(await row("Vouchers", "AAAA3")).toMatch(/Unknown Used .* 4C:5E:0C:0C:0A:01/);
    expect(await row("Vouchers", "AAAA4")).toMatch(/Revoked/);
    expect(await row("Vouchers", "AAAA5")).toMatch(/Active kept at a router/);
    const figures = {
      "Total Vouchers": "",
      Active: "?status=active",
      Used: "?status=used",
      Expired: "?status=ended",
    };
    for (const [name, query] of Object.entries(figures))
      expect((await card(name)).address).toBe(`/admin/vouchers${query}`);
    expect((await card("Total Vouchers")).text).toContain("1,250");
    const acts = (code: string) =>
      screen
        .getAllByRole("button", { name: new RegExp(`${code}-BBBBB$`) })
        .map((one) => one.getAttribute("aria-label")?.split(" ")[0]);
    expect(acts("AAAA1")).toEqual(["Copy", "Share", "Print", "Revoke"]);
    expect(acts("AAAA2")).toEqual(["Copy", "Revoke"]);
    expect(acts("AAAA3")).toEqual(["Copy"]);
  });

  it("is being read, is empty, and cannot be read (PC-99)", async () => {
    const release = held(listVouchers, []);
    openAdmin("/admin/vouchers");
    await see("Loading vouchers...");
    release();
    await see("No vouchers found. Generate some to get started!");
    answer(listVouchers, refusal(500));
    await choose("Status", "Used");
    await see("Error Loading Vouchers Failed to load vouchers. Please check your connection and try again.");
  });

  it("is searched and filtered in the address; nothing found leads back to all (PC-97, PC-99)", async () => {
    await open();
    answer(listVouchers, []);
    await choose("Status", "Expired or revoked");
    await see("No vouchers match");
    await person.type(screen.getByPlaceholderText("Code, plan or device"), "ZZZ");
    await waitFor(() => expect(addressNow()).toBe("/admin/vouchers?status=ended&q=ZZZ"));
    await waitFor(() =>
      expect(sentTo(listVouchers).at(-1)?.query).toMatchObject({ q: "ZZZ", status: "ended" }),
    );
    answer(listVouchers, vouchers);
    await press("Show all vouchers");
    await row("Vouchers", "AAAA1");
    await waitFor(() => expect(addressNow()).toBe("/admin/vouchers"));
  });
});

const plan3 = () => person.click(screen.getByRole("radio", { name: "3 Hours KES 20" }));

describe("making vouchers (PC-100, PC-101)", () => {
  const made = { success: true, message: "", vouchers: [voucher(7), voucher(8)] } as const;
  const submit = async () => press("Generate", await dialog("Generate Vouchers"));
  async function openForm(): Promise<{ field: (label: RegExp) => HTMLInputElement; isOff: () => boolean }> {
    await open();
    await press("Generate Vouchers");
    const form = await dialog("Generate Vouchers");
    return {
      field: (label) => screen.getByLabelText(label) as HTMLInputElement,
      isOff: () => form.querySelector<HTMLButtonElement>("[type=submit]")?.disabled ?? false,
    };
  }

  it("gives them away, by a cashier within the minutes of the day", async () => {
    answer(ownFreeMinutes, { most: 120, given: 105 });
    answer(generateVouchers, { ...made, vouchers: [...made.vouchers] });
    openAdmin("/admin/vouchers", { signed: { role: "cashier" } });
    await row("Vouchers", "AAAA1");
    await press("Generate Vouchers");
    const form = await dialog("Generate Vouchers");
    await press("More", form);
    await see(/15 of your 120 free minutes are left today/, () => form);
    await plan3();
    await person.click(within(form).getByRole("switch", { name: /Give them away/ }));
    await submit();
    await dialog("2 vouchers generated");
    expect(bodiesOf(generateVouchers)).toEqual([
      { planId: "3-hours", quantity: 1, isFree: true, adminId: "a1" },
    ]);
  });

  it("gives none away by a cashier whom no owner has allowed it", async () => {
    answer(ownFreeMinutes, { most: 0, given: 0 });
    openAdmin("/admin/vouchers", { signed: { role: "cashier" } });
    await row("Vouchers", "AAAA1");
    await press("Generate Vouchers");
    const form = await dialog("Generate Vouchers");
    await press("More", form);
    await see(/You may not give free time/, () => form);
    expect(within(form).getByRole<HTMLInputElement>("switch", { name: /Give them away/ }).disabled).toBe(
      true,
    );
  });

  it("of the only plan there is are of it, without a question", async () => {
    answer(adminListPlans, [plan("Day", { price: "999.50" })]);
    answer(generateVouchers, { ...made, vouchers: [...made.vouchers] });
    await openForm();
    const day = await screen.findByRole<HTMLButtonElement>("radio", { name: "Day KES 1,000" });
    await waitFor(() => expect(day.getAttribute("aria-checked")).toBe("true"));
    await submit();
    await dialog("2 vouchers generated");
    expect(bodiesOf(generateVouchers)).toEqual([{ planId: "day", quantity: 1, adminId: "a1" }]);
  });

  it("waits for a plan, takes a quantity that is no number for 1, and lists the new codes", async () => {
    const { field, isOff } = await openForm();
    const quantity = field(/^Quantity/);
    expect([quantity.value, quantity.min, quantity.max]).toEqual(["1", "1", "100"]);
    expect([field(/^Expires/).type, isOff()]).toEqual(["datetime-local", true]);
    await person.click(screen.getByRole("radio", { name: "Day KES 51" }));
    expect(isOff()).toBe(false);
    await fill({ Quantity: "" });
    await person.tab();
    expect(quantity.value).toBe("1");
    await fill({ Quantity: "2" });
    const release = held(generateVouchers, { ...made, vouchers: [...made.vouchers] });
    await submit();
    await see("Generating...");
    expect(isOff()).toBe(true);
    release();
    await dialog("2 vouchers generated");
    await see("AAAA7-BBBBB AAAA8-BBBBB");
    expect(bodiesOf(generateVouchers)).toEqual([{ planId: "day", quantity: 2, adminId: "a1" }]);
    await press("Show in the list");
    await see("Only vouchers that were made together.");
    await waitFor(() => expect(addressNow()).toBe("/admin/vouchers?batchId=b1"));
  });

  it.each([
    [{ Quantity: "0" }, "Enter how many vouchers to make, from 1 to 100"],
    [{ Quantity: "101" }, "Enter how many vouchers to make, from 1 to 100"],
  ])("refuses %j: %s", async (typed, said) => {
    await openForm();
    await plan3();
    await fill(typed);
    await submit();
    await see(said);
    expect(sentTo(generateVouchers)).toEqual([]);
  });

  it("says when it failed; the same order sent again makes the same vouchers", async () => {
    answer(generateVouchers, refusal(500));
    await openForm();
    await plan3();
    expect(await toastAfter(submit)).toBe("Error - Failed to generate vouchers");
    answer(generateVouchers, refusal(429, "Too many vouchers were made in the last hour."));
    expect(await toastAfter(submit)).toBe("Error - Failed to generate vouchers");
    await see("Too many vouchers were made in the last hour.");
    expect(new Set(sentTo(generateVouchers).map(({ key }) => key)).size).toBe(1);
  });

  it("prints them right away where that is wanted, and shows them afterwards", async () => {
    const { prints, done } = catchPrints();
    answer(generateVouchers, { ...made, vouchers: [...made.vouchers] });
    await openForm();
    await plan3();
    await press("50");
    await press("Generate and print");
    // This browser has printed none yet: once it asks how.
    const form = await dialog("Print 2 vouchers");
    await fill({ "Name of the WiFi": "Kiosk" }, form);
    expect(prints).toEqual([]);
    await press("Print", form);
    await waitFor(() => expect(prints).toHaveLength(1));
    expect(prints[0]).toMatch(/AAAA7-BBBBB.*AAAA8-BBBBB/);
    expect(bodiesOf(generateVouchers)).toEqual([{ planId: "3-hours", quantity: 50, adminId: "a1" }]);
    done();
    await waitFor(() => expect(document.querySelector("[data-print-sheet]")).toBeNull());
    await press("Print", await dialog("2 vouchers generated"));
    await waitFor(() => expect(prints).toHaveLength(2));
    for (const print of prints) expect(print).toContain("WiFi: Kiosk");
  });
});

it("a printed voucher says what was left switched on, and remembers it (PC-107)", async () => {
  const { prints, done } = catchPrints();
  await open();
  for (const again of [false, true]) {
    await press("Print AAAA1-BBBBB");
    const form = await dialog("Print 1 voucher");
    if (!again) {
      await fill({ "Name of the WiFi": "Kiosk" });
      for (const part of ["Price", "Company name, logo and support phone"])
        await person.click(screen.getByRole("switch", { name: part }));
    }
    await press("Print", form);
    await waitFor(() => expect(prints).toHaveLength(again ? 2 : 1));
    done();
    await noDialog();
  }
  for (const print of prints) {
    expect(print).toMatch(
      /3 Hours5 MbpsAAAA1-BBBBBWiFi: Kiosk · Scan this, or open any page and type the code$/,
    );
    expect(print).not.toMatch(/KES|Demo WiFi/);
  }
});

it("a printed voucher says whose it is and who helps in one line, after its logo was read (PC-107)", async () => {
  const logoUrl = "data:image/png;base64,AA==";
  answer(getSettings, {
    ...settings,
    settings: { ...settings.settings, logoUrl, supportPhone: "0712 345 678" },
  });
  const { prints } = catchPrints();
  const read: string[] = [];
  Object.assign(HTMLImageElement.prototype, {
    async decode(this: HTMLImageElement) {
      read.push(this.src);
    },
  });
  await open();
  await press("Print AAAA1-BBBBB");
  await press("Print", await dialog("Print 1 voucher"));
  await waitFor(() => expect(prints).toHaveLength(1));
  expect(prints[0]).toMatch(/^Demo WiFi0712 345 6783 Hours/);
  expect(read).toEqual([logoUrl]);
});

it("a voucher keeps the terms that it was made with: in the row and on the slip, whatever became of the plan", async () => {
  const { prints } = catchPrints();
  const five = { ...planOfVoucher, name: "T", price: 205, durationHours: 1, dataLimitGB: 2, devices: 2 };
  answer(listVouchers, [voucher(1, { plan: five })]);
  answer(adminListPlans, [plan("T", { id: "3-hours", price: "99.00", durationHours: 5, speedMbps: 1 })]);
  await open();
  const terms = "1 Hour · KSh 205 · 5 Mbps · 2 GB data · 2 devices";
  expect(await row("Vouchers", "AAAA1")).toContain(`T ${terms} Active`);
  await press("Print AAAA1-BBBBB");
  await press("Print", await dialog("Print 1 voucher"));
  await waitFor(() => expect(prints).toHaveLength(1));
  expect(prints[0]).toContain("T1 HourKES 2055 Mbps2 GB data2 devicesAAAA1-BBBBB");
});

describe("what was made together", () => {
  const batch: VoucherBatch = {
    id: "b1",
    plan: planOfVoucher,
    made: 50,
    used: 3,
    left: 46,
    expiresAt: null,
    createdAt: ago(1_440),
  };
  beforeEach(() => answer(listVoucherBatches, { batches: [batch], next: null }));
  const region = () => screen.findByRole("region", { name: "Made together" });

  it("is a row with what is used and left, and is printed again with one press, as it was printed last", async () => {
    const { prints } = catchPrints();
    localStorage.setItem("voucher-sheet", JSON.stringify({ ssid: "" }));
    await open();
    expect(words(await region())).toMatch(/50 of 3 Hours 3 used, 46 left .* 3 Hours · KSh 20 · 5 Mbps/);
    await press("Print 50 of 3 Hours again");
    await waitFor(() => expect(prints).toHaveLength(1));
    // Those alone that can be redeemed.
    expect(prints[0]).toContain("AAAA1-BBBBB");
    expect(prints[0]).not.toMatch(/AAAA[234]/);
    expect(sentTo(listVouchers).at(-1)?.query).toMatchObject({ batchId: "b1" });
  });

  it("is saved as a file, revoked after a question, and opened as a list", async () => {
    const files = catchFiles();
    await open();
    const act = async (name: RegExp) => {
      await press("More for 50 of 3 Hours");
      await person.click(await screen.findByRole("menuitem", { name }));
    };
    await act(/^Export CSV/);
    await waitFor(() => expect(files).toHaveLength(1));
    expect((await csvIn(files[0])).split("\r\n")).toHaveLength(6);
    answer(revokeVouchers, { success: true, message: "", revoked: 3, leftAlone: 0, asked: 0 });
    await act(/^Revoke unused \(46\)/);
    await dialog("Revoke 3 unused vouchers?");
    expect(await toastAfter(() => press("Revoke 3 unused vouchers"))).toBe("3 vouchers revoked");
    await press(/^50 of 3 Hours/);
    await waitFor(() => expect(addressNow()).toBe("/admin/vouchers?batchId=b1"));
  });

  it("shows the newest, then all, then older ones", async () => {
    const batches = ["b1", "b2", "b3"].map((id) => ({ ...batch, id }));
    answer(listVoucherBatches, ({ query }) =>
      query.after ? { batches: [{ ...batch, id: "b4", made: 7 }], next: null } : { batches, next: "n" },
    );
    await open();
    const shown = async () => within(await region()).getAllByRole("listitem").length;
    expect(await shown()).toBe(1);
    await press("Show all that were made together");
    expect(await shown()).toBe(3);
    await press("Show older ones");
    await see("7 of 3 Hours");
    expect(await shown()).toBe(4);
  });
});

describe("the export (PC-104)", () => {
  it("reads all pages of the filter, says how far it is, and is noted in the audit first", async () => {
    const files = catchFiles();
    await open("/admin/vouchers?status=active");
    const all = Array.from({ length: 1_500 }, (_, place) => voucher(place, { id: `w${place}` }));
    let release = () => {};
    answer(listVouchers, async ({ query }) => {
      const page = Number(query.page);
      if (page === 2)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      return pageOf(all.slice((page - 1) * 1_000, page * 1_000), 1_500);
    });
    await press("Export");
    await button("Exporting 1000 of 1500");
    release();
    expect(await toast()).toBe("Exported - 1,500 vouchers");
    const lines = (await csvIn(files[0])).split("\r\n");
    expect(lines).toHaveLength(1_501);
    expect(lines[0]).toBe(
      "Code,Plan,Status,Used By,Used At,Expires At,Created At,Price (KES),Hours,Mbps,GB,Devices",
    );
    expect(files[0]?.name).toMatch(/^vouchers-\d{4}-\d\d-\d\d\.csv$/);
    expect(bodiesOf(noteExport)).toEqual([{ what: "vouchers", rows: 1_500 }]);
    expect(sentTo(listVouchers).at(-1)?.query).toMatchObject({ status: "active", page: "2" });
  });

  it("that is not noted is not made", async () => {
    const files = catchFiles();
    answer(noteExport, refusal(500));
    await open();
    expect(await toastAfter(() => press("Export"))).toBe("Export failed - Failed to export vouchers");
    expect(files).toEqual([]);
  });
});

describe("several at once (PC-105)", () => {
  it("are revoked after a question with their number; used ones are left alone and said", async () => {
    const files = catchFiles();
    await open();
    for (const place of [1, 2, 3]) await person.click(screen.getByLabelText(`Choose AAAA${place}-BBBBB`));
    await see("3 chosen Print 1 Export 3 Revoke unused (2) Clear");
    await press("Export 3");
    await waitFor(() => expect(files).toHaveLength(1));
    await press("Revoke unused (2)");
    await dialog("Revoke 2 unused vouchers?");
    await see(
      "Nobody can redeem it any more; this cannot be undone. 1 chosen voucher is used or revoked already and left alone.",
    );
    await press("Cancel");
    await noDialog();
    expect(sentTo(revokeVouchers)).toEqual([]);
    answer(revokeVouchers, { success: true, message: "", revoked: 1, leftAlone: 1, asked: 1 });
    await press("Revoke unused (2)");
    expect(await toastAfter(() => press("Revoke 2 unused vouchers"))).toBe(
      "1 voucher revoked - 1 was used in the meantime and left alone. 1 is kept at a router and revoked when its bridge has given them back.",
    );
    expect(bodiesOf(revokeVouchers)).toEqual([{ ids: ["v1", "v2"] }]);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Chosen vouchers" })).toBeNull());
  });

  it("one is asked about by its code, and a failure is said", async () => {
    answer(revokeVouchers, refusal(500));
    await open();
    await press("Revoke AAAA1-BBBBB");
    await dialog("Revoke voucher AAAA1-BBBBB?");
    expect(await toastAfter(() => press("Revoke voucher"))).toBe("Error - Failed to revoke vouchers");
  });
});

it.each([true, false])(
  "a voucher is shared with code, plan and portal address (own sharing: %s)",
  async (hasOwn) => {
    const shared = catchShares(hasOwn);
    await open();
    await press("Share AAAA1-BBBBB");
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]).toContain(
      "Your voucher for 3 Hours at Demo WiFi: AAAA1-BBBBB\nJoin the WiFi and enter the code:",
    );
    expect(shared[0]).toContain("https://demo.hotspot.test/buy?tab=voucher&code=AAAA1-BBBBB");
    expect(shared[0]?.startsWith("https://wa.me/")).toBe(!hasOwn);
  },
);

describe("vouchers that work without the internet (PC-106)", () => {
  beforeEach(() => {
    answer(listRouters, [router("Main Gate"), router("Lodge")]);
    answer(listOfflineVouchers, [lentVouchers]);
  });

  it("are lent to a router's bridge, shown with what became of them, and taken back after a question", async () => {
    await open();
    await press("More actions");
    await person.click(await screen.findByRole("menuitem", { name: "Without internet" }));
    const form = await dialog("Vouchers without internet");
    await see(
      "2 ready there, 4 used there in 30 days 1 waiting for the bridge of the router 3 coming back from there",
    );
    await see("Its bridge is away: that takes effect when it is back");
    const keep = (await button("Keep them there", form)) as HTMLButtonElement;
    expect(keep.disabled).toBe(true);
    await choose("Router", "Lodge");
    await choose("Plan", "3 Hours KES 20");
    answer(assignOfflineVouchers, refusal(409, "There are only 5 unused vouchers of this plan."));
    expect(await toastAfter(() => person.click(keep))).toBe(
      "Error - There are only 5 unused vouchers of this plan.",
    );
    answer(assignOfflineVouchers, { success: true, message: "", assigned: 20 });
    expect(await toastAfter(() => person.click(keep))).toBe("20 vouchers lent");
    expect(bodiesOf(assignOfflineVouchers)[1]).toEqual({
      routerId: "Lodge",
      planId: "3-hours",
      quantity: 20,
    });
    expect(new Set(sentTo(assignOfflineVouchers).map(({ key }) => key)).size).toBe(1);
    answer(returnOfflineVouchers, { success: true, message: "", asked: 2 });
    await press("Take back", form);
    const question = await dialog("Take back what Main Gate keeps?");
    expect(await toastAfter(() => press("Take back", question))).toBe("2 vouchers asked back");
    expect(bodiesOf(returnOfflineVouchers)).toEqual([{ routerId: "Main Gate" }]);
  });
});
