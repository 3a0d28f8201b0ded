import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { handOverUsers } from "#contract/foreign-users";
import { listMessages } from "#contract/messages";
import { deleteCustomerData } from "#contract/provider-data";
import { providerStats } from "#contract/transactions";
import {
  allowDevice,
  disconnectDevice,
  extendUser,
  listActiveUsers,
  listUsers,
  moveUser,
  userDetails,
} from "#contract/users";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, held, pageOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  addressNow,
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
import { user } from "../support/provider-rows.ts";

// The users page of the provider console (docs/behaviour/provider-console.md, PC-50 to PC-60).

const wanjiku = user("01", {
  username: "wanjiku",
  phoneNumber: "254712345678",
  isActive: true,
  isOnline: true,
  status: "active",
  offline: null,
  expiresAt: ago(-60),
  bytesUploaded: 1_536,
  bytesDownloaded: 3 * 2 ** 30,
  sessionTime: 11_520,
});
const users = [wanjiku, user("02", { status: "expired", expiresAt: ago(60) }), user("03")];

beforeEach(() => {
  answer(listUsers, users);
  answer(listActiveUsers, pageOf([], 1));
});
const open = (address = "/admin/users") => openAdmin(address);
const wanjikus = () => row("Users", "0A:01");

describe("the list of users", () => {
  it("has the columns and words of PC-52 and PC-53, and figures that open their rows (PC-50)", async () => {
    open();
    answer(providerStats, {
      totalRevenue: 0,
      activeUsers: 1,
      totalUsers: 3,
      expiredUsers: 1,
      onlineUsers: 2,
    });
    expect(await heads("Users")).toEqual([
      ...["User", "Contact", "Router", "Status", "Plan", "Usage", "Expires", "Actions"],
    ]);
    expect(await wanjikus()).toMatch(
      /^wanjiku 4C:5E:0C:0C:0A:01 \+254 712 345 678 Main Gate 10\.0\.0\.7:8728 Active Online Now 3 Hours 5 Mbps · 3 hours Downloaded ↓ 3 GB Uploaded ↑ 1\.5 KB 3h 12m · as of .* View$/,
    );
    expect(await row("Users", "0A:02")).toMatch(/^user-0c0a02 .* No phone .* Expired .* View$/);
    // The kit's own words for an empty table would be read out below a full one.
    expect(screen.queryByText("No records")).toBeNull();
    expect(await row("Users", "0A:03")).toMatch(/Inactive/);
    for (const [name, show] of Object.entries({
      "Active Users": "online",
      "Time running": "active",
      Expired: "expired",
      "Online Now": "online",
    }))
      expect(await card(name)).toMatchObject({ address: `/admin/users?show=${show}` });
    expect(await card("Total Users")).toMatchObject({ address: "/admin/users" });
  });

  it("counts who is online under the name and figure of the dashboard, and whose time runs apart (PC-50)", async () => {
    answer(listActiveUsers, pageOf([], 7));
    const told = { activeUsers: 7, totalUsers: 9, expiredUsers: 1, onlineUsers: 2 };
    answer(providerStats, { totalRevenue: 0, ...told });
    open();
    expect(await card("Active Users")).toMatchObject({ text: "Active Users 2 Currently online" });
    expect(await card("Time running")).toMatchObject({ text: "Time running 7 Online or not" });
  });

  it("without users says so, and what to do next (PC-59)", async () => {
    answer(listUsers, []);
    open();
    await see("No users found Whoever pays or redeems a voucher on your WiFi stands here.");
    expect(screen.getByRole("link", { name: "Make vouchers" }).getAttribute("href")).toBe("/admin/vouchers");
  });

  it("searches what is typed, says that nobody matches, and clears it (PC-51, PC-59)", async () => {
    open();
    await wanjikus();
    answer(listUsers, []);
    const search = screen.getByPlaceholderText("MAC address, phone number or username");
    await person.type(search, "nobody");
    await see("No users match your search");
    await waitFor(() => expect(addressNow()).toBe("/admin/users?q=nobody"));
    answer(listUsers, users);
    await person.click(screen.getByText("Clear search"));
    await wanjikus();
    await waitFor(() => expect(addressNow()).toBe("/admin/users"));
    expect(sentTo(listUsers).map(({ query }) => query.q)).toContain("nobody");
  });

  it.each([
    ["Active", "active", { status: "active" }],
    ["Online Now", "online", { online: "true" }],
    ["Disconnected", "cut_off", { status: "cut_off" }],
  ])("shows %s alone; an empty group is named (PC-51)", async (name, show, query) => {
    open();
    await wanjikus();
    answer(listUsers, []);
    await choose("Show", name);
    await see("Nobody is in this group right now.");
    await waitFor(() => expect(addressNow()).toBe(`/admin/users?show=${show}`));
    expect(sentTo(listUsers).at(-1)?.query).toMatchObject(query);
  });

  it("has 25 rows a page, the page in the address (PC-21)", async () => {
    answer(listUsers, pageOf(users, 60));
    open("/admin/users?page=2");
    await see("26 to 50 of 60");
    await press("Next page");
    await see("51 to 60 of 60");
    expect(sentTo(listUsers).map(({ query }) => [query.page, query.pageSize])).toEqual([
      ["2", "25"],
      ["3", "25"],
    ]);
  });

  it("that cannot be read says so and is tried again (PC-60)", async () => {
    answer(listUsers, refusal(500));
    open();
    await see("Error Loading Users Failed to load users. Please check your connection and try again.");
    answer(listUsers, users);
    await press("Try again");
    await wanjikus();
  });
});

describe("cutting off (PC-55)", () => {
  const cutOff = async () => {
    open();
    await wanjikus();
    await press("More for +254 712 345 678");
    await person.click(await screen.findByRole("menuitem", { name: "Disconnect" }));
    await dialog("Disconnect +254 712 345 678?");
  };

  it("is asked first, and nothing is sent without a yes", async () => {
    await cutOff();
    await see("Its time runs on. You can allow it again at any time.");
    await press("Cancel");
    await noDialog();
    expect(sentTo(disconnectDevice)).toEqual([]);
  });

  it("changes the row at once, and back again when the server refuses, with its reason", async () => {
    await cutOff();
    const release = held(disconnectDevice, refusal(503, "The site cannot be reached."));
    await press("Disconnect +254 712 345 678 now");
    await waitFor(async () => expect(await wanjikus()).toContain("Disconnected"));
    expect(await toastAfter(async () => release())).toBe("Disconnect Failed - The site cannot be reached.");
    await waitFor(async () => expect(await wanjikus()).toContain("Active"));
  });

  it("without a reason says Failed to disconnect the user", async () => {
    await cutOff();
    answer(disconnectDevice, refusal(500));
    expect(await toastAfter(() => press("Disconnect +254 712 345 678 now"))).toBe(
      "Disconnect Failed - Failed to disconnect the user",
    );
  });

  it("is undone by Allow again, and says when that fails", async () => {
    answer(listUsers, [{ ...wanjiku, status: "cut_off" }]);
    answer(allowDevice, refusal(500));
    open();
    await wanjikus();
    expect(await toastAfter(() => press("Allow again +254 712 345 678"))).toBe(
      "Error - Failed to allow the user again",
    );
    answer(allowDevice, { success: true, message: "Allowed." });
    expect(await toastAfter(() => press("Allow again +254 712 345 678"))).toBe(
      "+254 712 345 678 is allowed again - Allowed.",
    );
  });
});

describe("a user's sheet (PC-54)", () => {
  const purchase = (state: "running" | "ended" | "lapsed", changes = {}) => ({
    entitlementId: state,
    source: "payment" as const,
    sourceId: "s",
    planName: "3 Hours",
    amount: 20,
    state,
    createdAt: ago(90),
    startedAt: ago(60),
    expiresAt: ago(-120),
    usedBytes: 2 ** 20,
    devices: [wanjiku.id],
    devicesBought: 1,
    topUps: [],
    ...changes,
  });

  it("has an address, facts, and what was bought", async () => {
    const purchases = [
      purchase("running"),
      purchase("lapsed", { startedAt: null, expiresAt: null, source: "voucher" }),
    ];
    answer(userDetails, { user: wanjiku, purchases, usage: [] });
    answer(listMessages, [
      {
        id: "m1",
        kind: "receipt",
        phoneNumber: "254712345678",
        language: "en",
        text: "Paid",
        segments: 1,
        price: 0.8,
        state: "failed",
        reason: "network",
        createdAt: ago(60),
        nextAt: null,
        sentAt: null,
      },
    ]);
    open(`/admin/users?user=${encodeURIComponent(wanjiku.id)}`);
    await see("Usage of the last 30 days No usage in the last 30 days");
    await see(/3 Hours Running KSh 20 by payment .* 1 MB used 1 of 1 device: 4C:5E:0C:0C:0A:01/);
    await see(/3 Hours Lapsed KSh 20 by voucher .*Not started/);
    await see("Data left Unlimited");
    await see("Not sent Receipt · The network did not take it.");
    expect(sentTo(listMessages)[0]?.query).toMatchObject({ phone: "254712345678" });
    const [receipt] = screen.getAllByRole("link", { name: /^Send receipt by WhatsApp/ });
    const address = decodeURIComponent(receipt?.getAttribute("href") ?? "");
    expect(address).toMatch(
      /^https:\/\/wa\.me\/254712345678\?text=Demo WiFi\nPlan: 3 Hours\nAmount: KSh 20\n/,
    );
    expect(sentTo(userDetails)).toMatchObject([
      { params: { id: wanjiku.id }, query: {} },
      { query: { live: "true" } },
    ]);
  });

  it("says of who is kept out by a user of another system just that, and hands it over by one press", async () => {
    const kept = user("09", {
      isActive: true,
      status: "active",
      offline: { cause: "foreign_user", at: null, macAddress: null, transactionId: null },
    });
    answer(userDetails, { user: kept, purchases: [], usage: [] });
    answer(handOverUsers, { success: true, message: "It gives way." });
    open(`/admin/users?user=${encodeURIComponent(kept.id)}`);
    await see("Main Gate has a user of another system for this device, so it cannot be let in");
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
    expect(await toastAfter(() => press("Hand over to Mlango"))).toBe("Handed over - It gives way.");
    expect(sentTo(handOverUsers)).toMatchObject([{ params: { id: "r" }, body: { macAddress: kept.id } }]);
  });

  it("offers no cashier to hand a router's users over", async () => {
    const kept = user("09", {
      offline: { cause: "foreign_user", at: null, macAddress: null, transactionId: null },
    });
    answer(userDetails, { user: kept, purchases: [], usage: [] });
    openAdmin(`/admin/users?user=${encodeURIComponent(kept.id)}`, { signed: { role: "cashier" } });
    await see("so it cannot be let in");
    expect(screen.queryByRole("button", { name: "Hand over to Mlango" })).toBeNull();
  });

  it("deletes a customer's data for the owner, who is asked first; a refusal says what has to end", async () => {
    answer(userDetails, { user: wanjiku, purchases: [], usage: [] });
    answer(deleteCustomerData, refusal(409, "1 purchase runs or waits."));
    open(`/admin/users?user=${encodeURIComponent(wanjiku.id)}`);
    await press("Delete this customer's data");
    await see("What was paid stays in your books without a number.");
    expect(sentTo(deleteCustomerData)).toEqual([]);
    expect(await toastAfter(() => press("Delete the data"))).toBe("Not Deleted - 1 purchase runs or waits.");
    answer(deleteCustomerData, { success: true, message: "It is deleted." });
    await press("Delete this customer's data");
    expect(await toastAfter(() => press("Delete the data"))).toBe("Customer's data deleted - It is deleted.");
    expect(sentTo(deleteCustomerData)[1]).toMatchObject({ params: { id: wanjiku.id } });
    await noDialog();
    expect(addressNow()).not.toContain("user=");
  });

  it("offers a cashier to delete nothing", async () => {
    answer(userDetails, { user: wanjiku, purchases: [], usage: [] });
    openAdmin(`/admin/users?user=${encodeURIComponent(wanjiku.id)}`, { signed: { role: "cashier" } });
    await see("Nothing bought yet");
    expect(screen.queryByRole("button", { name: "Delete this customer's data" })).toBeNull();
  });

  it("lists the top-ups of a purchase in plain words, and none where there are none", async () => {
    const topUp = { id: "t1", paidAt: "2026-11-20T11:05:00.000Z", bytes: 50 * 2 ** 20, amount: 5 };
    const stands = { ...topUp, receipt: "SGH1", refunded: 0, isTakenBack: false };
    const topUps = [
      stands,
      { ...stands, id: "t2", receipt: null, refunded: 2 },
      { ...stands, id: "t3", bytes: 2 ** 30, amount: 20, receipt: "SGH3", refunded: 20, isTakenBack: true },
    ];
    const purchases = [purchase("running", { topUps }), purchase("ended")];
    answer(userDetails, { user: wanjiku, purchases, usage: [] });
    open(`/admin/users?user=${encodeURIComponent(wanjiku.id)}`);
    await see("Top-ups");
    const [list, ...others] = screen.getAllByRole("list", { name: "Top-ups" });
    expect(others).toEqual([]);
    expect([...(list?.children ?? [])].map((item) => words(item))).toEqual([
      "50 MB for KSh 5 20 Nov 2026, 14:05 Receipt SGH1",
      "50 MB for KSh 5 20 Nov 2026, 14:05 Refunded KSh 2",
      "1 GB for KSh 20 20 Nov 2026, 14:05 Receipt SGH3 Refunded KSh 20, and the unused data taken back",
    ]);
  });

  it("is opened by View; one that cannot be read says so", async () => {
    answer(userDetails, refusal(404));
    open();
    await wanjikus();
    await press("View +254 712 345 678");
    await see("Error Loading User Failed to load this user.");
    expect(addressNow()).toContain(`user=${encodeURIComponent(wanjiku.id)}`);
  });
});

describe("more time (PC-56)", () => {
  const openDialog = async () => {
    open();
    await wanjikus();
    await press("More for +254 712 345 678");
    await person.click(await screen.findByRole("menuitem", { name: "Extend time" }));
    return dialog("Extend time of +254 712 345 678");
  };

  it("is a usual length; the server's sentence of a refusal stands in the form, and a repeat is the same gift", async () => {
    answer(extendUser, refusal(409, "This user was cut off."));
    const form = await openDialog();
    for (const name of ["30 minutes", "1 hour", "3 hours", "1 day", "Another length"])
      expect(screen.getByRole("radio", { name })).toBeTruthy();
    await person.click(screen.getByRole("radio", { name: "1 day" }));
    await press("Extend time", form);
    await see("This user was cut off.");
    answer(extendUser, { success: true, message: "Done.", expiresAt: "2026-11-20T11:05:00.000Z" });
    expect(await toastAfter(() => press("Extend time", form))).toBe(
      "Time extended - Online until 20 Nov 2026, 14:05",
    );
    await noDialog();
    expect(bodiesOf(extendUser)).toEqual([{ minutes: 1_440 }, { minutes: 1_440 }]);
    expect(new Set(sentTo(extendUser).map(({ key }) => key)).size).toBe(1);
  });

  it.each([
    ["0", "Give at least one minute"],
    ["-5", "Give at least one minute"],
    ["1.555", "Give the time in whole minutes"],
    ["1e3", "Give the time in whole minutes"],
  ])("of another length is what was typed: %s is refused, and stays to be mended", async (typed, said) => {
    const form = await openDialog();
    await person.click(screen.getByRole("radio", { name: "Another length" }));
    const field = screen.getByLabelText<HTMLInputElement>("Length");
    await person.clear(field);
    await person.type(field, typed);
    await person.tab();
    await press("Extend time", form);
    await see(said);
    expect(field.value).toBe(typed);
    expect(sentTo(extendUser)).toEqual([]);
  });

  it("of another length is at most 31 days", async () => {
    const form = await openDialog();
    await person.click(screen.getByRole("radio", { name: "Another length" }));
    await fill({ Length: "32" });
    await choose("Unit", "Days");
    await press("Extend time", form);
    await see("At most 31 days at a time");
    expect(sentTo(extendUser)).toEqual([]);
  });
});

describe("moving (PC-58)", () => {
  it("refuses what is no device and the device itself, and moves to another", async () => {
    open();
    await wanjikus();
    await press("More for +254 712 345 678");
    await person.click(await screen.findByRole("menuitem", { name: "Move device" }));
    const form = await dialog("Move +254 712 345 678 to another device");
    const move = async (typed: string) => {
      await fill({ "New device": typed });
      await press("Move device", form);
    };
    await move("4C:5E");
    await see("This is not a device address. It looks like AA:BB:CC:11:22:33.");
    expect(sentTo(moveUser)).toEqual([]);
    const own = "This is the device that has it already.";
    answer(moveUser, refusal(400, own, "invalid", "device_has_it", [{ path: "macAddress", text: own }]));
    await move(wanjiku.id);
    await see(own);
    expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
    answer(moveUser, refusal(404, "The router does not list this device."));
    await move("02-aa-bb-cc-dd-ee");
    await see("The router does not list this device.");
    answer(moveUser, { success: true, message: "Moved." });
    await press("Move device", form);
    expect(await toast()).toBe("Moved to 02:AA:BB:CC:DD:EE - Moved.");
    expect(bodiesOf(moveUser).slice(1)).toEqual([
      { macAddress: "02:AA:BB:CC:DD:EE" },
      { macAddress: "02:AA:BB:CC:DD:EE" },
    ]);
  });
});
