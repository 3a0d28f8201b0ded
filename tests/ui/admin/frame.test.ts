import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { noteExport } from "#contract/audit";
import { getSettings } from "#contract/branding";
import { adminListPlans } from "#contract/plans";
import { providerStats } from "#contract/transactions";
import { listActiveUsers, listUsers } from "#contract/users";
import { listVouchers, voucherStats } from "#contract/vouchers";
import { answer, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { addressNow, dialog, noDialog, person, press, see, toastAfter, words } from "../support/page.ts";
import { settings } from "../support/provider-rows.ts";

// What stands around the pages of the provider console (docs/behaviour/provider-console.md, PC-1 and PC-13 to PC-19).

const figures = { totalRevenue: 0, activeUsers: 0, totalUsers: 0, expiredUsers: 0, onlineUsers: 12 };
beforeEach(() => {
  answer(adminListPlans, []);
  answer(providerStats, figures);
  answer(listUsers, []);
  answer(listActiveUsers, []);
  answer(listVouchers, []);
  answer(voucherStats, { total: 0, active: 0, used: 0, expired: 0 });
  answer(getSettings, settings);
});
async function open(options = {}): Promise<void> {
  openAdmin("/admin/plans", options);
  await screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
}
const linksOf = (area: Element | null) => [...(area?.querySelectorAll("a") ?? [])].map((link) => words(link));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("the navigation", () => {
  it("is a sidebar with who is online and who one is (PC-13, PC-16)", async () => {
    await open();
    const sidebar = document.querySelector(".mantine-AppShell-navbar");
    await waitFor(() =>
      expect(linksOf(sidebar?.querySelector("nav") ?? null)).toEqual([
        ...[
          "Dashboard",
          "Plans",
          "Users 12",
          "Payments",
          "Routers",
          "Reports",
          "Settings",
          "Vouchers",
          "Billing",
          "Profile",
        ],
      ]),
    );
    expect(screen.getAllByTitle("Online now").map((badge) => words(badge))).toContain("12");
    const me = screen.getByRole("link", { name: "Amina Wanjiru Administrator" });
    expect(me.getAttribute("href")).toBe("/admin/profile");
  });

  it("shows – where nobody knows who is online, and calls the nameless Admin User (PC-13, PC-16)", async () => {
    answer(providerStats, refusal(500));
    await open({ signed: { name: "" } });
    expect(words(screen.getAllByTitle("Online now")[0])).toBe("–");
    screen.getByRole("link", { name: "Admin User Administrator" });
  });

  it("is a bar of four and More on a phone; the menu has everything, and closes with a choice (PC-14, PC-15)", async () => {
    await open();
    const bar = document.querySelector(".mantine-AppShell-footer");
    expect(linksOf(bar)).toEqual(["Dashboard", "Users", "Payments", "Vouchers"]);
    await person.click(within(bar as HTMLElement).getByRole("button", { name: "More", hidden: true }));
    const menu = await dialog();
    expect(linksOf(menu).map((name) => name.replace(/ \d+$/, ""))).toEqual([
      ...[
        "Dashboard",
        "Subscription Plans",
        "Users",
        "Payments",
        "Routers",
        "Reports",
        "Vouchers",
        "Settings",
      ],
      ...["Billing", "Profile"],
    ]);
    expect(words(menu)).toMatch(/Amina Wanjiru amina@demo\.example .*Logout$/);
    await person.click(within(menu).getByRole("link", { name: /^Vouchers/ }));
    await heading("Voucher Management");
    await noDialog();
  });

  it("has an answer to an address that is none (PC-1)", async () => {
    openAdmin("/admin/no-such-page");
    await see("404 Page Not Found Did you forget to add the page to the router? Go to the dashboard");
  });
});

describe("the keyboard", () => {
  it("finds pages, users by phone or device and vouchers by code, asking once after the fingers rest (PC-17)", async () => {
    const user = {
      ...{
        id: "4C:5E:0C:0C:0A:01",
        macAddress: "4C:5E:0C:0C:0A:01",
        username: null,
        phoneNumber: "254700000007",
      },
      ...{
        router: null,
        plan: null,
        isActive: false,
        isOnline: false,
        status: "inactive" as const,
        expiresAt: null,
      },
      ...{ bytesUploaded: 0, bytesDownloaded: 0, sessionTime: 0, dataLeftBytes: null, entitlementId: null },
      ...{ firstSeen: "2026-11-20T10:00:00.000Z", lastSeen: "2026-11-20T10:00:00.000Z" },
    };
    answer(listUsers, [user]);
    await open();
    await person.keyboard("/");
    const field = await screen.findByPlaceholderText("Phone, device, voucher or page");
    await person.type(field, "0700000007");
    await see("+254 700 000 007");
    expect(sentTo(listUsers)).toHaveLength(1);
    expect(sentTo(listVouchers)).toHaveLength(1);
    await person.keyboard("{Enter}");
    await waitFor(() => expect(addressNow()).toMatch(/^\/admin\/users\?q=/));
    answer(listUsers, []);
    await person.keyboard("{Control>}k{/Control}");
    const again = await screen.findByPlaceholderText("Phone, device, voucher or page");
    await person.clear(again);
    await person.type(again, "zzzzzz");
    await see("Nothing found");
  });
});

describe("language and look", () => {
  it("turn at once, and the language is kept", async () => {
    await open();
    await person.click(screen.getAllByRole("radio", { name: "Kiswahili" })[0] as HTMLElement);
    await heading("Vifurushi vya intaneti");
    expect([document.documentElement.lang, localStorage.getItem("console-language")]).toEqual(["sw", "sw"]);
    await person.click(screen.getAllByRole("radio", { name: "English" })[0] as HTMLElement);
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
