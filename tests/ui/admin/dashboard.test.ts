import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminListPlans } from "#contract/plans";
import { type AssignedRouter, listRoutersOfProvider } from "#contract/routers";
import { paymentStats, providerStats, revenueByDay, routerStats } from "#contract/transactions";
import { answer, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { addressNow, card, person, press, see, words } from "../support/page.ts";
import { plan, router } from "../support/provider-rows.ts";

// The dashboard of the provider console (docs/behaviour/provider-console.md, PC-28 to PC-35).

const quiet = {
  totalRevenue: 0,
  todaySales: 0,
  totalTransactions: 0,
  successRate: 100,
  voucherSales: 0,
  notActivated: 0,
};
const figures = { totalRevenue: 1_250.5, activeUsers: 7, totalUsers: 9, expiredUsers: 1, onlineUsers: 3 };
const routers = [
  router("Gate", { location: "Kibera Drive", host: "10.0.0.1" }),
  router("Stall", {
    isOnline: false,
    lastSeen: null,
    ovpnTunnelIp: "10.8.0.7/24",
    statusText: "Not reached",
  }),
];

beforeEach(() => {
  answer(listRoutersOfProvider, routers);
  answer(routerStats, { todaySales: 120, monthlyRevenue: 4_500.5 });
  answer(paymentStats, quiet);
  answer(adminListPlans, [plan("Day")]);
  answer(revenueByDay, []);
});
async function open(given: Parameters<typeof answer<typeof providerStats>>[1] = figures): Promise<void> {
  answer(providerStats, given);
  openAdmin("/admin/dashboard");
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
}

describe("the figures (PC-28, PC-31)", () => {
  it("are the server's, and each opens the rows that make it", async () => {
    await open();
    await see("Welcome back, Amina Wanjiru");
    await see("Currently online: 3");
    const today = new Date(Date.now() + 10_800_000).toISOString().slice(0, 10);
    const sold = "/admin/payments?type=payment&status=completed";
    const ofRouter = `${sold}&routerId=Gate&from=`;
    expect(await card("Total Revenue")).toEqual({
      text: "Total Revenue KSh 1,250.50 All time",
      address: sold,
    });
    expect(await card("Active Users")).toMatchObject({ address: "/admin/users?show=active" });
    await waitFor(async () =>
      expect(await card("Today's Sales")).toEqual({
        text: "Today's Sales KSh 120 Gate",
        address: `${ofRouter}${today}&to=${today}`,
      }),
    );
    expect(await card("Monthly Revenue")).toMatchObject({ text: "Monthly Revenue KSh 4,500.50 Gate" });
    expect((await card("Monthly Revenue")).address).toContain(`${ofRouter}${today.slice(0, 8)}01`);
  });

  it("are a dash where nothing could be read", async () => {
    await open(refusal(500));
    await waitFor(async () => expect((await card("Total Revenue")).text).toContain("–"));
  });

  it("are KSh 0 where nothing was sold", async () => {
    await open({ ...figures, totalRevenue: 0 });
    await waitFor(async () => expect((await card("Total Revenue")).text).toContain("KSh 0"));
    await see("No sales in the last 30 days");
  });
});

describe("the router (PC-30, PC-32, PC-33)", () => {
  it("is the first one until another is chosen, which the address keeps; each has its badge", async () => {
    await open();
    const choice = await screen.findByPlaceholderText<HTMLInputElement>("Select Router");
    expect(choice.value).toBe("Gate");
    expect(words(await screen.findByRole("region", { name: "Gate" }))).toMatch(
      /IP Address 10\.0\.0\.1 Location Kibera Drive Last Seen 5 min ago/,
    );
    await person.click(choice);
    await screen.findByRole("option", { name: /^Gate Online$/ });
    await person.click(screen.getByRole("option", { name: /^Stall Offline$/ }));
    expect(words(await screen.findByRole("region", { name: "Stall" }))).toMatch(
      /IP Address 10\.8\.0\.7 Location Not set Last Seen Never Not reached/,
    );
    expect(addressNow()).toBe("/admin/dashboard?routerId=Stall");
    await waitFor(() => expect(sentTo(routerStats).at(-1)?.params).toEqual({ id: "Stall" }));
  });

  it("is missed where there is none: No Routers Found and the way to them", async () => {
    answer(listRoutersOfProvider, []);
    await open();
    await see("No Routers Found Connect a router to sell internet and see its sales here.");
    expect(screen.getByRole("link", { name: "Go to Routers" }).getAttribute("href")).toBe("/admin/routers");
    expect(within(screen.getByRole("main")).queryByRole("link", { name: /^Today's Sales/ })).toBeNull();
  });

  it("list that cannot be read says so, and is read again on demand", async () => {
    answer(listRoutersOfProvider, refusal(500));
    await open();
    await see("Error Loading Routers Failed to load routers. Please check your connection and try again.");
    answer(listRoutersOfProvider, routers);
    await press("Try again");
    await screen.findByRole("region", { name: "Gate" });
  });
});

describe("what needs attention (PC-29)", () => {
  const off = plan("Day", { isActive: false });
  it.each<[string, number, boolean, AssignedRouter[], [string, string][]]>([
    ["nothing on a quiet day", 0, true, [router("Gate")], []],
    [
      "what is paid and not activated",
      1,
      true,
      [],
      [["1 purchase is paid and not activated", "/admin/payments?activation=open"]],
    ],
    [
      "routers that are away, and none that are switched off",
      ...([3, true] as const),
      [
        router("Gate", { isOnline: false }),
        router("Stall", { bridgeId: null }),
        router("Old", { isActive: false, isOnline: false }),
      ],
      [
        ["3 purchases are paid and not activated", "/admin/payments?activation=open"],
        ["Gate is offline", "/admin/routers"],
        ["Stall: no bridge installed", "/admin/routers"],
      ],
    ],
    ["that nothing is on sale", 0, false, [], [["No plan is on sale", "/admin/plans"]]],
  ])("is %s", async (_what, notActivated, onSale, found, expected) => {
    answer(paymentStats, { ...quiet, notActivated });
    answer(adminListPlans, [onSale ? plan("Day") : off]);
    answer(listRoutersOfProvider, found);
    await open();
    await see("No sales in the last 30 days");
    await waitFor(() => {
      const box = screen.queryByRole("alert");
      const links = box ? within(box).getAllByRole("link") : [];
      expect(links.map((link) => [words(link), link.getAttribute("href")])).toEqual(expected);
    });
  });
});

describe("the last thirty days (PC-34)", () => {
  it("are a chart for eyes and a table for ears, with the same sum", async () => {
    answer(revenueByDay, [
      { day: "2026-11-19", count: 2, revenue: 100.5 },
      { day: "2026-11-20", count: 1, revenue: 20 },
    ]);
    await open();
    const panel = await screen.findByRole("region", { name: "Revenue, last 30 days" });
    await waitFor(() => expect(words(panel)).toMatch(/^Revenue, last 30 days KSh 120\.50/));
    expect(
      within(panel)
        .getAllByRole("row")
        .map((row) => words(row)),
    ).toEqual([...["Day Payments Revenue", "19 Nov 2026 2 KSh 100.50", "20 Nov 2026 1 KSh 20"]]);
  });

  it("that cannot be read say so", async () => {
    answer(revenueByDay, refusal(500));
    await open();
    await see("Error Loading Revenue The revenue of the last days could not be read.");
  });
});

it("quick cards lead to users, plans and payments (PC-35)", async () => {
  await open();
  const links = within(await screen.findByRole("navigation", { name: "Quick links" })).getAllByRole("link");
  expect(
    links.map((link) => [words(link).split(" ").slice(0, 2).join(" "), link.getAttribute("href")]),
  ).toEqual([
    ["Manage Users", "/admin/users"],
    ["Manage Plans", "/admin/plans"],
    ["View Payments", "/admin/payments"],
  ]);
});
