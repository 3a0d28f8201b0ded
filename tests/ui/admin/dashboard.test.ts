import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type BillingAccount, billingAccount } from "#contract/billing-invoices";
import { listBridges } from "#contract/bridges";
import { listOwnGateways, type OwnGateway, offeredGateways, verifyOwnGateway } from "#contract/own-gateways";
import { adminListPlans, createPlan } from "#contract/plans";
import { readTunnelOffer } from "#contract/router-setup";
import { type AssignedRouter, listRoutersOfProvider } from "#contract/routers";
import { type Morning, paymentStats, providerStats, revenueByDay, routerStats } from "#contract/transactions";
import { listVoucherBatches, type VoucherBatch } from "#contract/vouchers";
import { weekOf } from "#web/admin/dashboard/provider-figures.tsx";
import { answer, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { card, dialog, fill, person, press, see, words } from "../support/page.ts";
import { ownGateway, plan, planOfVoucher, quietSales, router } from "../support/provider-rows.ts";

// The dashboard of the provider console (docs/behaviour/provider-console.md, PC-28 to PC-35).

const figures = { totalRevenue: 1_250.5, activeUsers: 7, totalUsers: 9, expiredUsers: 1, onlineUsers: 3 };
const gateway = ownGateway({ environment: "sandbox", settlement: "collected" });
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
  answer(paymentStats, quietSales);
  answer(adminListPlans, [plan("Day")]);
  answer(revenueByDay, []);
  answer(billingAccount, owes(0));
});
const owes = (owed: number): BillingAccount => ({
  status: "active",
  suspendedFor: null,
  owed,
  overdue: 0,
  credit: 0,
  suspendedOn: null,
  paybill: null,
  terms: null,
  unread: 0,
});
async function open(given: Parameters<typeof answer<typeof providerStats>>[1] = figures): Promise<void> {
  answer(providerStats, given);
  openAdmin("/admin/dashboard");
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
}

describe("the figures (PC-28, PC-31)", () => {
  it("of all routers come first: today with yesterday, this week, who is online; each opens its rows", async () => {
    // 20 Nov 2026 is a Friday.
    answer(revenueByDay, [
      { day: "2026-11-15", count: 1, revenue: 1_000 },
      { day: "2026-11-16", count: 1, revenue: 100 },
      { day: "2026-11-19", count: 2, revenue: 50.5 },
      { day: "2026-11-20", count: 1, revenue: 20 },
    ]);
    await open();
    await see("Welcome back, Amina Wanjiru");
    const sold = "/admin/payments?type=payment&status=completed";
    await waitFor(async () =>
      expect(await card("Today ")).toEqual({
        text: "Today KSh 20 Yesterday KSh 50.50",
        address: `${sold}&from=2026-11-20&to=2026-11-20`,
      }),
    );
    expect(await card("This week")).toEqual({
      text: "This week KSh 170.50 Since Monday",
      address: `${sold}&from=2026-11-16&to=2026-11-20`,
    });
    expect(await card("Active Users")).toEqual({
      text: "Active Users 3 Currently online",
      address: "/admin/users?show=online",
    });
    expect(await card("Total Revenue")).toEqual({
      text: "Total Revenue KSh 1,250.50 All time",
      address: sold,
    });
    const ofRouter = `${sold}&routerId=Gate&from=`;
    await waitFor(async () =>
      expect(await card("Today's Sales")).toEqual({
        text: "Today's Sales KSh 120 Gate",
        address: `${ofRouter}2026-11-20&to=2026-11-20`,
      }),
    );
    expect(await card("Monthly Revenue")).toMatchObject({ text: "Monthly Revenue KSh 4,500.50 Gate" });
    expect((await card("Monthly Revenue")).address).toContain(`${ofRouter}2026-11-01`);
  });

  it.each([
    ["2026-11-16", "2026-11-16"],
    ["2026-11-22", "2026-11-16"],
    ["2026-12-01", "2026-11-30"],
  ])("of a week that %s is in begin on %s", (today, from) => {
    expect(weekOf(today)).toEqual({ from, to: today });
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

describe("yesterday (PC-31a)", () => {
  const morning: Morning = {
    day: "2026-11-19",
    revenue: 1_230.5,
    sales: 24,
    vouchers: 1,
    before: { day: "2026-11-12", revenue: 1_000 },
    change: "more",
    percent: 23,
    notRenewed: 5,
    linesOverdue: 3,
    linesDue: 1,
    away: [
      { routerId: "Gate", name: "Gate", seconds: 42 * 60, isAway: false },
      { routerId: "Stall", name: "Stall", seconds: 3 * 3_600, isAway: true },
    ],
    smsCredits: null,
  };
  const region = () => screen.findByRole("region", { name: "Yesterday" });
  const at = (hour: number) =>
    vi.setSystemTime(new Date(`2026-11-20T${String(hour).padStart(2, "0")}:00:00+03:00`));

  it("stands first and open in the morning: money, who did not buy again, routers that were away, each with its rows", async () => {
    at(8);
    await open({ ...figures, morning });
    const card = await region();
    await waitFor(() => expect(card.querySelector("details")?.open).toBe(true));
    const links = within(card)
      .getAllByRole("link")
      .map((link) => [words(link), link.getAttribute("href")]);
    const day = "from=2026-11-19&to=2026-11-19";
    expect(links).toEqual([
      ["KSh 1,230.50", `/admin/payments?type=payment&status=completed&${day}`],
      ["1 voucher redeemed", `/admin/payments?type=voucher&status=completed&${day}`],
      ["5 customers did not buy again", "/admin/users?show=not_renewed"],
      ["3 lines are overdue", "/admin/lines?show=overdue"],
      ["1 line ends today", "/admin/lines?show=due"],
      ["Gate was away for 42 min", "/admin/routers?router=Gate"],
      ["Stall was away for 3 h, and still is", "/admin/routers?router=Stall"],
      ["Have it sent to you each morning", "/admin/messages?tab=you"],
    ]);
    expect(words(card)).toContain("24 sales · 23% more than the Thursday before (KSh 1,000)");
    const today = await screen.findByText("Yesterday KSh 0");
    expect(card.compareDocumentPosition(today)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("is one line from noon on, which opens by a tap", async () => {
    at(12);
    await open({ ...figures, morning });
    const card = await region();
    expect(card.querySelector("details")?.open).toBe(false);
    expect(words(card.querySelector("summary") ?? card)).toBe("Yesterday KSh 1,230.50");
  });

  it.each([
    ["less", 10, "24 sales · 10% less than the Thursday before (KSh 1,000)"],
    ["same", null, "24 sales · as much as the Thursday before"],
    ["none", null, "24 sales"],
  ] as const)("is compared with nothing that was not there: %s", async (change, percent, said) => {
    at(8);
    await open({
      ...figures,
      morning: {
        ...morning,
        change,
        percent,
        vouchers: 0,
        notRenewed: 0,
        linesOverdue: 0,
        linesDue: 0,
        away: [],
      },
    });
    const card = await region();
    await waitFor(() =>
      expect(words(card)).toBe(`Yesterday KSh 1,230.50 ${said} Have it sent to you each morning`),
    );
    expect(within(card).getAllByRole("link")).toHaveLength(2);
  });

  it("says what is left for SMS where the platform's account is used", async () => {
    at(8);
    await open({ ...figures, morning: { ...morning, smsCredits: 80 } });
    await see("KSh 80 left for SMS", () => screen.getByRole("region", { name: "Yesterday" }));
  });

  it("is not there where nothing was sold before today, and the figures are", async () => {
    at(8);
    await open();
    await see("Yesterday KSh 0");
    expect(screen.queryByRole("region", { name: "Yesterday" })).toBeNull();
  });
});

describe("the router (PC-30, PC-32, PC-33)", () => {
  it("is the first one until another is chosen, which this browser remembers; each has its badge", async () => {
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
      /^Not reached Details of Stall IP Address 10\.8\.0\.7 Location Not set Last Seen Never$/,
    );
    await waitFor(() => expect(sentTo(routerStats).at(-1)?.params).toEqual({ id: "Stall" }));
    const go = async (name: string) => person.click(screen.getAllByRole("link", { name })[0] as HTMLElement);
    await go("Plans");
    await screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
    await go("Dashboard");
    await screen.findByRole("region", { name: "Stall" });
  });

  it("stays what it was when a newer one is added", async () => {
    await open();
    await screen.findByRole("region", { name: "Gate" });
    cleanup();
    answer(listRoutersOfProvider, [router("Market"), ...routers]);
    await open();
    await screen.findByRole("region", { name: "Gate" });
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
        router("Old", { isActive: false, isOnline: false, findings: { blocks: 1, mend: 0 } }),
      ],
      [
        ["Gate is offline", "/admin/routers?router=Gate"],
        ["Stall: no bridge installed", "/admin/routers?router=Stall"],
        ["3 purchases are paid and not activated", "/admin/payments?activation=open"],
      ],
    ],
    [
      "what the checklist says blocks selling at a router that is online, and who took one over",
      ...([0, true] as const),
      [
        router("Gate", { findings: { blocks: 1, mend: 3 } }),
        router("Stall", { isOnline: false, state: "taken_over", findings: { blocks: 2, mend: 0 } }),
        router("Quay", { findings: { blocks: 0, mend: 4 } }),
      ],
      [
        ["Gate: 1 thing blocks selling", "/admin/routers?router=Gate"],
        ["Stall is run by another bridge", "/admin/routers?router=Stall"],
      ],
    ],
    ["that nothing is on sale", 0, false, [], [["No plan is on sale", "/admin/plans"]]],
  ])("is %s", async (_what, notActivated, onSale, found, expected) => {
    answer(paymentStats, { ...quietSales, notActivated });
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

it("why a router is offline is one press away, whole, with what to do", async () => {
  const statusText =
    "The bridge says: The router cannot be reached (there is no way to 192.168.88.1:8728 from this machine).";
  answer(listRoutersOfProvider, [router("Gate", { isOnline: false, state: "unreachable", statusText })]);
  answer(listBridges, []);
  answer(readTunnelOffer, { isOffered: false });
  await open();
  await person.click(await screen.findByRole("link", { name: "Gate is offline" }));
  const sheet = () => screen.getByRole("dialog", { name: "Gate" });
  await see(`${statusText} Is the router on, and in the network of its bridge?`, sheet);
});

it("an open invoice is among what needs attention", async () => {
  answer(billingAccount, owes(1_500));
  await open();
  const link = await screen.findByRole("link", { name: "An invoice is open: KSh 1,500" });
  expect(link.getAttribute("href")).toBe("/admin/billing?tab=bill");
});

it("an invoice that ends selling says so, and when", async () => {
  answer(billingAccount, { ...owes(1_500), overdue: 1_000, suspendedOn: "2026-12-05" });
  await open();
  await screen.findByRole("link", {
    name: "If KSh 1,000 is not paid, your account is suspended on 5 Dec 2026: nothing can be sold then.",
  });
  expect(screen.queryByRole("link", { name: /^An invoice is open/ })).toBeNull();
});

describe("a provider that has sold nothing yet (PC-29a)", () => {
  const steps = async () => {
    const region = await screen.findByRole("region", { name: "First steps" });
    const items = await within(region).findAllByRole("listitem");
    return items.map((item) => words(item));
  };
  /** The step that is shown with what it is about, and its ways. */
  const next = async () =>
    (await steps()).find((step) => / (?:Go there|Set up|Send|Create|Look|Open|Make|Install|Add)/.test(step));
  const ways = (name: string) =>
    within(screen.getByRole("region", { name: "First steps" }))
      .getByRole("link", { name })
      .getAttribute("href");
  const batch: VoucherBatch = {
    id: "b1",
    plan: planOfVoucher,
    made: 5,
    used: 0,
    left: 5,
    expiresAt: null,
    createdAt: "2026-11-24T07:00:00.000Z",
  };

  beforeEach(() => {
    answer(paymentStats, { ...quietSales, totalTransactions: 0, sold: 0 });
    answer(listRoutersOfProvider, []);
    answer(listBridges, []);
    answer(adminListPlans, []);
    answer(listOwnGateways, []);
    answer(offeredGateways, { kinds: ["mpesa"], environment: "sandbox" });
    answer(readTunnelOffer, { isOffered: true });
  });

  it("sees First steps alone: what to do first, and no figure, warning or empty chart beside it", async () => {
    await open();
    await waitFor(async () =>
      expect(await steps()).toEqual([
        "1 Put a plan on sale A name, a price, a speed and how long it lasts. Create Plan",
        "2 Set up M-Pesa",
        "3 Connect a router",
        "4 Visitors reach your page",
        "5 Buy the cheapest plan yourself",
        "6 Print a voucher",
      ]),
    );
    const page = words(screen.getByRole("main"));
    for (const other of ["KSh 0", "No plan is on sale", "No Routers Found", "last 30 days", "Manage Users"])
      expect(page).not.toContain(other);
    expect(page).toContain("Welcome back, Amina Wanjiru");
  });

  it("is shown the whole dashboard when it asks for it, now and later in this browser, with First steps on it", async () => {
    await open();
    await press("Show the dashboard");
    await see("No Routers Found");
    await steps();
    expect((await card("Total Revenue")).text).toContain("KSh 1,250.50");
    expect(screen.queryByRole("button", { name: "Show the dashboard" })).toBeNull();
    cleanup();
    await open();
    await see("No sales in the last 30 days");
  });

  it("sees what waits for a decision all the same", async () => {
    answer(billingAccount, owes(1_500));
    await open();
    await screen.findByRole("link", { name: "An invoice is open: KSh 1,500" });
    expect(words(screen.getByRole("alert"))).not.toContain("No plan is on sale");
  });

  it("makes the first plan right there", async () => {
    answer(createPlan, plan("Day"));
    await open();
    await press("Create Plan");
    const form = await dialog("Create Plan");
    await fill(
      { "Plan Name": "Day", "Price (KES)": "50", "Speed (Mbps)": "5", "Duration (hours)": "24" },
      form,
    );
    answer(adminListPlans, [plan("Day")]);
    await press("Create Plan", form);
    await waitFor(async () => expect(await steps()).toContain("Put a plan on sale"));
    expect(await next()).toContain("2 Set up M-Pesa Your till, pay bill or bank account, proven by KSh 1.");
  });

  it("connects a router by one line; a bridge at the site is another way", async () => {
    answer(adminListPlans, [plan("Day")]);
    answer(listOwnGateways, [gateway]);
    await open();
    await waitFor(async () =>
      expect(await next()).toBe(
        "3 Connect a router Paste one line into your MikroTik router and it sells: no computer is needed at the site. Set up by one line Another way",
      ),
    );
    expect(ways("Another way")).toBe("/admin/routers?add=1");
    await press("Set up by one line");
    await dialog("Set up a router by one line");
  });

  it("installs a bridge first where the platform has no host", async () => {
    answer(adminListPlans, [plan("Day")]);
    answer(listOwnGateways, [gateway]);
    answer(readTunnelOffer, { isOffered: false });
    await open();
    await waitFor(async () => expect(await next()).toContain("First install a bridge at your site"));
    await press("Install a bridge");
    await dialog("Install a bridge");
  });

  it.each<[string, AssignedRouter, string, string, string]>([
    [
      "that is away",
      router("Gate", { isOnline: false, statusText: "Waiting for its bridge." }),
      "3 Connect a router Waiting for its bridge. Look at Gate Another way",
      "Look at Gate",
      `/admin/routers?router=${router("Gate").id}`,
    ],
    [
      "whose login page leads elsewhere",
      router("Gate", { findings: { blocks: 1, mend: 0 } }),
      "4 Visitors reach your page 1 thing blocks selling Look at Gate",
      "Look at Gate",
      `/admin/routers?router=${router("Gate").id}`,
    ],
    [
      "that is switched off, and so nobody is called for",
      router("Gate", { isActive: false, findings: { blocks: 1, mend: 0 } }),
      "4 Visitors reach your page Join your own WiFi with a phone: your page opens by itself. Open my portal",
      "Open my portal",
      "https://demo.hotspot.test",
    ],
    [
      "that sells",
      router("Gate", { findings: { blocks: 0, mend: 1 } }),
      "5 Buy the cheapest plan yourself Join your own WiFi, pay, and see the sale here. Open my portal",
      "Open my portal",
      "https://demo.hotspot.test",
    ],
  ])("is led to a router %s", async (_what, found, said, way, to) => {
    answer(adminListPlans, [plan("Day")]);
    answer(listOwnGateways, [gateway]);
    answer(listRoutersOfProvider, [found]);
    answer(listVoucherBatches, { batches: [batch], next: null });
    await open();
    await waitFor(async () => expect(await next()).toBe(said));
    expect(ways(way)).toBe(to);
    expect((await steps()).at(-1)).toBe("Print a voucher");
  });

  it("can take a later step first", async () => {
    await open();
    await steps();
    await waitFor(() => expect(ways("Print a voucher")).toBe("/admin/vouchers?make=1"));
  });

  it("goes on being led after a purchase that failed", async () => {
    answer(paymentStats, { ...quietSales, totalTransactions: 1, sold: 0, successRate: 0 });
    await open();
    await waitFor(async () => expect((await steps()).at(-2)).toBe("5 Buy the cheapest plan yourself"));
  });

  it.each<[string, Partial<OwnGateway>, string]>([
    [
      "only typed",
      {},
      "Your till, pay bill or bank account, proven by KSh 1. Until then visitors use vouchers.",
    ],
    [
      "asked for KSh 1",
      { verification: { status: "pending", at: null, fault: null } },
      "KSh 1 is on its way: enter your PIN on the phone.",
    ],
    [
      "a wrong number",
      { verification: { status: "failed", at: null, fault: "The till or pay bill number is wrong." } },
      "KSh 1 did not arrive: The till or pay bill number is wrong.",
    ],
    [
      "waiting in production",
      { environment: "production", status: "needs_verification" },
      "Your till, pay bill or bank account, proven by KSh 1. Until then visitors use vouchers.",
    ],
  ])("has not set up M-Pesa by an account that is %s", async (_what, changes, said) => {
    answer(adminListPlans, [plan("Day")]);
    answer(listOwnGateways, [{ ...gateway, settlement: "direct", ...changes }]);
    await open();
    await waitFor(async () => expect(await next()).toBe(`2 Set up M-Pesa ${said} Send KSh 1 Change account`));
    expect(ways("Change account")).toBe("/admin/billing?tab=paid");
  });

  it("sees KSh 1 arrive", async () => {
    answer(adminListPlans, [plan("Day")]);
    answer(listOwnGateways, [{ ...gateway, settlement: "direct" }]);
    answer(verifyOwnGateway, { success: true, message: "Asked." });
    await open();
    await waitFor(async () => expect(await next()).toContain("Send KSh 1"));
    await press("Send KSh 1");
    const form = await dialog("Prove M-Pesa •••• 0100 with KSh 1");
    await fill({ "Your phone": "0712 345 678" }, form);
    answer(listOwnGateways, [{ ...gateway, settlement: "direct", paidAs: "till" }]);
    await press("Ask for KSh 1", form);
    await waitFor(async () => expect(await steps()).toContain("Set up M-Pesa"));
    expect(await next()).toContain("3 Connect a router");
  });

  it("is left alone once it has sold something", async () => {
    answer(paymentStats, quietSales);
    await open();
    await see("Yesterday KSh 0");
    expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
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
