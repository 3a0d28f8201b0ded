import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { noteExport } from "#contract/audit";
import { getSettings } from "#contract/branding";
import { listBridges } from "#contract/bridges";
import { handOverUsers } from "#contract/foreign-users";
import { listServedUnpaid, whyLineOffline } from "#contract/line-life";
import { listLines, listPackages } from "#contract/lines";
import { listOwnGateways } from "#contract/own-gateways";
import { listOwnPaybillPayments } from "#contract/paybill";
import { adminListPlans } from "#contract/plans";
import { listOwnDifferences } from "#contract/reconciliation";
import { readTunnelOffer } from "#contract/router-setup";
import { listRouters, listRoutersOfProvider } from "#contract/routers";
import {
  listCash,
  listTransactions,
  paymentStats,
  providerStats,
  retryActivation,
} from "#contract/transactions";
import { allowDevice, type HotspotUser, listActiveUsers, listUsers, userDetails } from "#contract/users";
import { listVouchers, voucherStats } from "#contract/vouchers";
import { ago } from "../support/clock.ts";
import { answer, refusal, sentTo } from "../support/fake-server.ts";
import { homeLine } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  addressNow,
  button,
  dialog,
  noDialog,
  person,
  press,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { noCash, quietSales, router, settings, transaction, user } from "../support/provider-rows.ts";

// What stands around the pages of the provider console (docs/behaviour/provider-console.md, PC-1 and PC-13 to PC-19).

const figures = { totalRevenue: 0, activeUsers: 0, totalUsers: 0, expiredUsers: 0, onlineUsers: 12 };
beforeEach(() => {
  answer(adminListPlans, []);
  answer(providerStats, figures);
  answer(listUsers, []);
  answer(listActiveUsers, []);
  answer(listLines, []);
  answer(listVouchers, []);
  answer(voucherStats, { total: 0, active: 0, used: 0, expired: 0 });
  answer(getSettings, settings);
});
const quiet = { ...quietSales, totalTransactions: 0, sold: 0 };
const unknown = () =>
  user("01", {
    phoneNumber: "254700000007",
    router: null,
    plan: null,
    offline: { cause: "no_plan", at: null, macAddress: null, transactionId: null },
    entitlementId: null,
  });
async function open(options = {}): Promise<void> {
  openAdmin("/admin/plans", options);
  await screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
}
const linksOf = (area: Element | null) => [...(area?.querySelectorAll("a") ?? [])].map((link) => words(link));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("the navigation", () => {
  it("is headed by the business, also on the main host, whose page names none", async () => {
    await open({ subdomain: null });
    await see("Demo WiFi", () => document.querySelector(".mantine-AppShell-header") as Element);
  });

  it("is a sidebar in groups by what is done there, with who is online and who one is (PC-13, PC-16)", async () => {
    await open();
    const sidebar = document.querySelector(".mantine-AppShell-navbar");
    await waitFor(() =>
      expect(linksOf(sidebar?.querySelector("nav") ?? null)).toEqual([
        ...["Dashboard", "Users 12", "Lines", "Payments", "Vouchers"],
        ...["Plans", "Routers", "Settings"],
        ...["How you are paid", "Balance and payouts", "The platform's bill", "Reports", "Shilling guard"],
        ...["People", "Profile"],
        ...["Messages", "Free trial", "Import", "API"],
      ]),
    );
    expect(linksOf(screen.getByRole("group", { name: "Site" })).join()).toBe("Plans,Routers,Settings");
    expect(screen.getAllByTitle("Online now").map((badge) => words(badge))).toContain("12");
    const me = screen.getByRole("link", { name: "Amina Wanjiru Owner" });
    expect(me.getAttribute("href")).toBe("/admin/profile");
  });

  it("shows – where nobody knows who is online, and calls the nameless Admin User (PC-13, PC-16)", async () => {
    answer(providerStats, refusal(500));
    await open({ signed: { name: "" } });
    expect(words(screen.getAllByTitle("Online now")[0])).toBe("–");
    screen.getByRole("link", { name: "Admin User Owner" });
  });

  it("is a bar of four and More on a phone; the menu has everything, and closes with a choice (PC-14, PC-15)", async () => {
    await open();
    const bar = document.querySelector(".mantine-AppShell-footer");
    expect(linksOf(bar)).toEqual(["Dashboard", "Users", "Payments", "Vouchers"]);
    await person.click(within(bar as HTMLElement).getByRole("button", { name: "More", hidden: true }));
    const menu = await dialog();
    expect(linksOf(menu).map((name) => name.replace(/ \d+$/, ""))).toEqual([
      ...["Dashboard", "Users", "Lines", "Payments", "Vouchers", "Subscription Plans", "Routers", "Settings"],
      ...["How you are paid", "Balance and payouts", "The platform's bill", "Reports", "Shilling guard"],
      ...["People", "Profile", "Messages", "Free trial", "Import", "API"],
    ]);
    expect(words(menu)).toMatch(/Amina Wanjiru amina@demo\.example .*Logout$/);
    await person.click(within(menu).getByRole("link", { name: /^Vouchers/ }));
    await heading("Voucher Management");
    await noDialog();
  });

  it("marks the part of a page that one is at, and no other that leads to the same page", async () => {
    answer(listOwnGateways, []);
    openAdmin("/admin/billing?tab=paid");
    await heading("Billing");
    const current = [...document.querySelectorAll(".mantine-AppShell-navbar a[aria-current=page]")];
    expect(current.map((link) => words(link))).toEqual(["How you are paid"]);
  });

  it("has an answer to an address that is none (PC-1)", async () => {
    openAdmin("/admin/no-such-page");
    await see("404 Page Not Found Did you forget to add the page to the router? Go to the dashboard");
  });
});

describe("the keyboard", () => {
  const field = () => screen.findByPlaceholderText("Phone, receipt, code, device or router");
  const search = async (text: string) => {
    await person.keyboard("{Control>}k{/Control}");
    await person.clear(await field());
    await person.type(await field(), text);
  };
  beforeEach(() => {
    answer(listCash, noCash);
    answer(listTransactions, []);
    answer(listRouters, [router("Main Gate", { isOnline: false, location: "Kibera" })]);
    answer(paymentStats, quiet);
    answer(listOwnPaybillPayments, []);
    answer(listOwnDifferences, []);
  });

  it("finds the line of a home by its customer, and opens it", async () => {
    answer(listLines, [homeLine("l1", { login: "mercy" })]);
    answer(listPackages, []);
    answer(listServedUnpaid, []);
    answer(whyLineOffline, { cause: "none", sentence: "" });
    await open();
    await search("achieng");
    await see("Achieng Otieno Unpaid · mercy · 8123 4567");
    expect(sentTo(listLines)[0]?.query).toEqual({ q: "achieng" });
    await person.keyboard("{Enter}");
    await waitFor(() => expect(addressNow()).toBe("/admin/lines?q=achieng&line=l1"));
  });

  it("finds users by phone or device, asking once after the fingers rest (PC-17)", async () => {
    answer(listUsers, [unknown()]);
    answer(userDetails, { user: unknown(), purchases: [], usage: [] });
    await open();
    await person.keyboard("/");
    await person.type(await field(), "0700000007");
    await see("+254 700 000 007 No plan: nothing was bought for this device · 4C:5E:0C:0C:0A:01");
    for (const call of [listUsers, listVouchers, listTransactions]) expect(sentTo(call)).toHaveLength(1);
    await person.keyboard("{Enter}");
    await waitFor(() =>
      expect(addressNow()).toBe(
        "/admin/users?q=4C%3A5E%3A0C%3A0C%3A0A%3A01&user=4C%3A5E%3A0C%3A0C%3A0A%3A01",
      ),
    );
  });

  it("says of who paid and is not online what he paid and how it stands, and opens that receipt", async () => {
    const paid = transaction("t5", {
      activation: "open",
      phoneNumber: "254700000005",
      receipt: "UKNFBDNN0Q",
    });
    answer(listCash, noCash);
    answer(listTransactions, [
      paid,
      transaction("t6", { status: "failed", phoneNumber: "254712345606", detail: "Wrong PIN." }),
    ]);
    await open();
    await search("UKNFBDNN0Q");
    await see("+254 700 000 005 · KSh 1,250 Paid, not activated · UKNFBDNN0Q · 3 Hours");
    await see("+254 712 345 606 · KSh 1,250 Payment Failed · Wrong PIN. · 3 Hours");
    await person.click(screen.getByText(/^Paid, not activated/));
    const receipt = await dialog("Receipt of +254 700 000 005");
    await button("Retry", receipt);
    await waitFor(() => expect(addressNow()).toBe("/admin/payments?q=UKNFBDNN0Q&payment=t5"));
  });

  it.each([
    ["time_over", "Time ended at 20 Nov 2026, 13:05", "Extend time"],
    ["data_over", "Data used up at 20 Nov 2026, 13:05", "Make vouchers"],
    ["cut_off", "Disconnected in this console", "Allow again"],
    ["money_back", "Stopped: its money went back", "Make vouchers"],
    ["not_activated", "Paid, not activated", "Retry"],
    [
      "foreign_user",
      "Main Gate has a user of another system for this device, so it cannot be let in",
      "Hand over to Mlango",
    ],
    ["router_away", "Main Gate is offline since 20 Nov 2026, 13:05", "Look at Main Gate"],
    ["other_device", "Another device has it: 4C:5E:0C:0C:0A:09", "Show that device"],
  ] as const)("says why somebody is not online (%s), with what mends it", async (cause, why, mend) => {
    const had = { name: "3 Hours", speedMbps: 5, durationHours: 3 };
    const one: HotspotUser = {
      ...unknown(),
      plan: had,
      expiresAt: ago(60),
      status: cause === "cut_off" || cause === "money_back" ? "cut_off" : "expired",
      router: { id: "r", name: "Main Gate", host: "10.0.0.7", port: 8728 },
      offline: { cause, at: ago(60), macAddress: "4C:5E:0C:0C:0A:09", transactionId: "t9" },
    };
    answer(listUsers, [one]);
    answer(userDetails, { user: one, purchases: [], usage: [] });
    answer(retryActivation, { success: true, message: "Sent.", transaction: transaction("t9", {}) });
    answer(allowDevice, { success: true, message: "Allowed." });
    answer(handOverUsers, { success: true, message: "Handed over." });
    // Of the page that one of them leads to.
    answer(listRoutersOfProvider, []);
    answer(listBridges, []);
    answer(readTunnelOffer, { isOffered: false });
    await open();
    await search("0700000007");
    await see(`+254 700 000 007 ${why} · 4C:5E:0C:0C:0A:01 · 3 Hours`);
    await person.click(await screen.findByText(`${mend}: +254 700 000 007`));
    const places = {
      time_over: () => dialog(/^Extend time of/),
      data_over: () => waitFor(() => expect(addressNow()).toMatch(/^\/admin\/vouchers/)),
      money_back: () => waitFor(() => expect(addressNow()).toMatch(/^\/admin\/vouchers/)),
      cut_off: () => waitFor(() => expect(sentTo(allowDevice)).toHaveLength(1)),
      not_activated: () => waitFor(() => expect(sentTo(retryActivation)[0]?.params).toEqual({ id: "t9" })),
      foreign_user: () =>
        waitFor(() =>
          expect(sentTo(handOverUsers)).toMatchObject([
            { params: { id: "r" }, body: { macAddress: "4C:5E:0C:0C:0A:01" } },
          ]),
        ),
      router_away: () => waitFor(() => expect(addressNow()).toBe("/admin/routers?router=r")),
      other_device: () => waitFor(() => expect(addressNow()).toContain("user=4C%3A5E%3A0C%3A0C%3A0A%3A09")),
    };
    await places[cause]();
  });

  it("finds routers by name and place, pages by name, and says when it found nothing", async () => {
    await open();
    await search("kibera");
    await see("Main Gate Offline · Kibera");
    await search("zzzzzz");
    await see("Nothing found");
  });
});

describe("language and look", () => {
  it("turn at once, and the language is kept", async () => {
    await open();
    await press("Language, theme and logout");
    const own = await dialog("Language, theme and logout");
    await person.click(within(own).getByRole("radio", { name: "Kiswahili" }));
    await heading("Vifurushi vya intaneti");
    expect([document.documentElement.lang, localStorage.getItem("console-language")]).toEqual(["sw", "sw"]);
    await person.click(screen.getByRole("radio", { name: "English" }));
    await heading("Subscription Plans");
  });
});

describe("without a connection", () => {
  it("the page says so until it is back", async () => {
    await open();
    window.dispatchEvent(new Event("offline"));
    await see("You are offline What you see may be old. It is read again when the connection is back.");
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(words()).not.toContain("You are offline"));
  });
});

it("a toast stands alone, is announced, and is gone when dismissed (PC-19)", async () => {
  answer(noteExport, refusal(500));
  openAdmin("/admin/vouchers");
  await heading("Voucher Management");
  for (let time = 0; time < 2; time += 1) expect(await toastAfter(() => press("Export"))).toMatch(/^Export/);
  const [toast] = document.querySelectorAll<HTMLElement>(".mantine-Notification-root");
  expect(toast?.getAttribute("role")).toMatch(/^(alert|status)$/);
  await press("Dismiss", toast);
  await waitFor(() => expect(document.querySelector(".mantine-Notification-root")).toBeNull());
});
