import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedManySales } from "../seed/many-sales.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// The dashboard (docs/behaviour/provider-console.md, "Dashboard"): a provider with forty days of sales.

const { site } = testSite({
  fill: (d1, { demo }) => seedManySales(d1, demo, { payments: 400, vouchers: 60, days: 40, now: Date.now() }),
});
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const come = (options: AdminOptions = {}) => ConsoleAdmin.come(site(), browser, options);
async function open(options: AdminOptions = {}): Promise<ConsoleAdmin> {
  const admin = await come(options);
  await admin.open("/admin/dashboard");
  return admin;
}
const main = (page: Page) => page.getByRole("main");
const card = (page: Page, name: string) => main(page).getByRole("link", { name: new RegExp(`^${name}`) });
const answers = (admin: ConsoleAdmin, path: string, json: unknown, status = 200) =>
  admin.page.route(`**${path}`, (route) => route.fulfill({ json, status }));
const read = <T>(page: Page, path: string) =>
  page.evaluate<T>(`fetch("${path}").then((answer) => answer.json())`);
const kes = (amount: number) => `KSh ${amount.toLocaleString("en-US", { maximumFractionDigits: 2 })}`;
type RouterRow = {
  id: string;
  name: string;
  isOnline: boolean;
  bridgeId: string | null;
  lastSeen: string | null;
};

describe("the figures", () => {
  it("are the server's, each of which opens the rows that make it", async () => {
    const admin = await open();
    const { page } = admin;
    const { id: providerId } = site().seeded.demo;
    const stats = await read<{ totalRevenue: number; activeUsers: number }>(page, "/api/admin/stats");
    const [router] = await read<RouterRow[]>(page, `/api/admin/routers/provider/${providerId}`);
    const sold = await read<{ todaySales: number; monthlyRevenue: number }>(
      page,
      `/api/admin/routers/${router?.id}/stats`,
    );
    expect(stats.totalRevenue).toBeGreaterThan(0);
    for (const [name, text, note, path, filter] of [
      ["Total Revenue", kes(stats.totalRevenue), "All time", "/admin/payments", "status=completed"],
      ["Active Users", String(stats.activeUsers), "Currently online", "/admin/users", "show=active"],
      [
        "Today's Sales",
        kes(sold.todaySales),
        router?.name ?? "",
        "/admin/payments",
        `routerId=${router?.id}`,
      ],
      ["Monthly Revenue", kes(sold.monthlyRevenue), router?.name ?? "", "/admin/payments", "from="],
    ] as const) {
      const found = card(page, name);
      await found.getByText(text, { exact: true }).waitFor();
      await found.getByText(note).first().waitFor();
      const href = (await found.getAttribute("href")) ?? "";
      expect(href.startsWith(`${path}?`) && href.includes(filter), href).toBe(true);
    }
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("are KSh 0 where nothing was sold, and a dash where nothing could be read", async () => {
    const admin = await open({ provider: site().seeded.savanna });
    await card(admin.page, "Total Revenue").getByText("KSh 0", { exact: true }).waitFor();
    await card(admin.page, "Active Users").getByText("0", { exact: true }).waitFor();
    await admin.leave();
    const failed = await come();
    await answers(failed, "/api/admin/stats", {}, 500);
    await failed.open("/admin/dashboard");
    await card(failed.page, "Total Revenue").getByText("–", { exact: true }).waitFor();
    await failed.leave();
  });
});

describe("the router", () => {
  it("is the first one until another is chosen, which the address keeps; each has its badge", async () => {
    const admin = await come();
    const { id: providerId } = site().seeded.demo;
    const base = {
      host: "10.0.0.1",
      port: 8728,
      username: "mlango",
      isActive: true,
      connectionType: "direct",
      ovpnTunnelIp: null,
      ovpnServerHost: null,
      providerId,
      bridgeId: "b",
      statusText: "Not reached for a while",
      traps: null,
    };
    const rows = [
      {
        ...base,
        id: "r1",
        name: "Gate",
        isOnline: true,
        lastSeen: new Date().toISOString(),
        location: "By the gate",
      },
      {
        ...base,
        id: "r2",
        name: "Stall",
        isOnline: false,
        lastSeen: null,
        location: null,
        ovpnTunnelIp: "10.8.0.7/24",
      },
    ];
    await answers(admin, `/api/admin/routers/provider/${providerId}`, rows);
    await answers(admin, "/api/admin/routers/*/stats", { todaySales: 120, monthlyRevenue: 4500.5 });
    await admin.open("/admin/dashboard");
    const { page } = admin;
    const choice = page.getByPlaceholder("Select Router");
    await choice.waitFor();
    expect(await choice.inputValue()).toBe("Gate");
    const details = page.getByRole("region", { name: "Gate" });
    for (const text of ["IP Address", "10.0.0.1", "Location", "By the gate", "Last Seen", "Just now"])
      await details.getByText(text).first().waitFor();
    await card(page, "Monthly Revenue").getByText("KSh 4,500.50").waitFor();
    await choice.click();
    await page.getByRole("option", { name: "Gate Online" }).waitFor();
    await page.getByRole("option", { name: "Stall Offline" }).click();
    const other = page.getByRole("region", { name: "Stall" });
    for (const text of ["10.8.0.7", "Not set", "Never", "Not reached for a while"])
      await other.getByText(text, { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("routerId")).toBe("r2");
    await page.reload();
    await page.getByRole("region", { name: "Stall" }).waitFor();
    await admin.leave();
  });

  it("is missed where there is none: No Routers Found and the way to them", async () => {
    const admin = await come();
    await answers(admin, "/api/admin/routers/provider/*", []);
    await admin.open("/admin/dashboard");
    await admin.page.getByText("No Routers Found").waitFor();
    expect(await card(admin.page, "Today's Sales").count()).toBe(0);
    await expectAccessible(admin.page);
    await admin.page.getByRole("link", { name: "Go to Routers" }).click();
    await admin.page.waitForURL(/\/admin\/routers$/);
    await admin.leave();
  });

  it("list that cannot be read says so, and is read again on demand", async () => {
    const admin = await come();
    await answers(admin, "/api/admin/routers/provider/*", {}, 500);
    await admin.open("/admin/dashboard");
    const alert = admin.page.getByRole("alert");
    await alert.getByText("Error Loading Routers").waitFor();
    await alert.getByText("Failed to load routers. Please check your connection and try again.").waitFor();
    await admin.page.unroute("**/api/admin/routers/provider/*");
    await alert.getByRole("button", { name: "Try again" }).click();
    await admin.page.getByPlaceholder("Select Router").waitFor();
    await admin.leave();
  });
});

describe("what needs attention", () => {
  const quiet = {
    totalRevenue: 0,
    todaySales: 0,
    totalTransactions: 0,
    successRate: 100,
    voucherSales: 0,
    notActivated: 0,
  };
  const plan = { id: "p", name: "Day", price: "50", isActive: true };
  const row = (name: string, isOnline: boolean, bridgeId: string | null, isActive = true): object => ({
    ...{
      id: name,
      name,
      host: "h",
      port: 1,
      username: "u",
      isActive,
      isOnline,
      lastSeen: null,
      location: null,
    },
    ...{
      connectionType: "direct",
      ovpnTunnelIp: null,
      ovpnServerHost: null,
      providerId: "x",
      bridgeId,
      statusText: "",
      traps: null,
    },
  });

  it.each([
    ["nothing on a quiet day", quiet, [plan], [row("Gate", true, "b")], []],
    [
      "what was paid and is not activated, once and more often",
      { ...quiet, notActivated: 1 },
      [plan],
      [],
      [["1 purchase is paid and not activated", "/admin/payments?activation=open"]],
    ],
    [
      "routers that are away, and none that are switched off",
      { ...quiet, notActivated: 3 },
      [plan],
      [row("Gate", false, "b"), row("Stall", false, null), row("Old", false, null, false)],
      [
        ["3 purchases are paid and not activated", "/admin/payments?activation=open"],
        ["Gate is offline", "/admin/routers"],
        ["Stall: no bridge installed", "/admin/routers"],
      ],
    ],
    [
      "that nothing is on sale",
      quiet,
      [{ ...plan, isActive: false }],
      [],
      [["No plan is on sale", "/admin/plans"]],
    ],
  ] as const)("is %s", async (_what, payments, plans, routers, expected) => {
    const admin = await come();
    await answers(admin, "/api/admin/payments/stats", payments);
    await answers(admin, "/api/admin/plans", plans);
    await answers(admin, "/api/admin/routers/provider/*", routers);
    await answers(admin, "/api/admin/routers/*/stats", { todaySales: 0, monthlyRevenue: 0 });
    await admin.open("/admin/dashboard");
    const { page } = admin;
    await page.waitForLoadState("networkidle");
    const box = page.getByRole("alert").filter({ hasText: "Needs your attention" });
    const found = async () =>
      Promise.all(
        (await box.getByRole("link").all()).map(async (link) => [
          await link.textContent(),
          await link.getAttribute("href"),
        ]),
      );
    await expect.poll(found).toEqual(expected);
    expect(await box.count()).toBe(expected.length === 0 ? 0 : 1);
    await admin.leave();
  });
});

describe("the last thirty days", () => {
  it("are a chart for eyes and a table for ears, with the same sum", async () => {
    const admin = await open();
    const { page } = admin;
    const panel = page.getByRole("region", { name: "Revenue, last 30 days" });
    await panel.locator(".recharts-bar-rectangle").first().waitFor({ state: "attached" });
    const days = await read<{ day: string; revenue: number }[]>(page, "/api/admin/revenue/daily");
    expect(days).toHaveLength(30);
    await panel
      .getByText(kes(days.reduce((sum, { revenue }) => sum + revenue, 0)), { exact: true })
      .first()
      .waitFor();
    expect(await panel.getByRole("table").getByRole("row").count()).toBe(31);
    await admin.leave();
  });

  it("say so when nothing was sold", async () => {
    const admin = await open({ provider: site().seeded.savanna });
    await admin.page.getByText("No sales in the last 30 days").waitFor();
    await admin.leave();
  });
});

describe("what is read", () => {
  const minute = 60_000;
  /** How often each was asked for in exactly a minute of a clock that only the test moves. */
  async function askedInAMinute(admin: ConsoleAdmin): Promise<Record<string, number>> {
    const before = admin.requests.length;
    for (let passed = 0; passed < minute; passed += 1_000) {
      await admin.page.clock.runFor(1_000);
      await until(
        "answers",
        async () => unanswered,
        (count) => count === 0,
      );
    }
    const counts: Record<string, number> = {};
    for (const request of admin.requests.slice(before)) {
      const name = request.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "*");
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
  /** Questions without an answer yet: what is asked for again meanwhile would not be counted. */
  let unanswered = 0;

  it("is read again every 15, 20, 30 and 60 seconds, and not while nobody looks", async () => {
    const admin = await come();
    admin.page.on("request", () => {
      unanswered += 1;
    });
    for (const end of ["requestfinished", "requestfailed"] as const)
      admin.page.on(end as "requestfinished", () => {
        unanswered -= 1;
      });
    await admin.page.clock.install();
    await admin.open("/admin/dashboard");
    await admin.page.locator(".recharts-bar-rectangle").first().waitFor({ state: "attached" });
    await admin.page.clock.pauseAt(Date.now() + minute);
    await until(
      "first answers",
      async () => unanswered,
      (count) => count === 0,
    );
    const asked = await askedInAMinute(admin);
    expect(asked["GET /api/admin/stats"]).toBe(2);
    expect(asked["GET /api/admin/routers/provider/*"]).toBe(2);
    expect(asked["GET /api/admin/routers/*/stats"]).toBe(4);
    expect(asked["GET /api/admin/payments/stats"]).toBe(3);
    await admin.page.evaluate(`
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
      window.dispatchEvent(new Event("visibilitychange"));
    `);
    expect(await askedInAMinute(admin)).toEqual({});
    const before = admin.requests.length;
    await admin.page.evaluate(`
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "visible" });
      window.dispatchEvent(new Event("visibilitychange"));
    `);
    await until(
      "a read at once",
      async () => admin.requests.slice(before),
      (asked) => asked.includes("GET /api/admin/stats"),
    );
    await admin.leave();
  });
});

it.each([360, 1280])(
  "the dashboard is accessible at %i px, in light and dark, and nothing scrolls sideways",
  async (width) => {
    const admin = await open({ width });
    await admin.page.locator(".recharts-bar-rectangle").first().waitFor({ state: "attached" });
    for (const colorScheme of ["light", "dark"] as const) {
      await admin.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expectAccessible(admin.page);
    }
    expect(admin.faults).toEqual([]);
    await admin.leave();
  },
);

it("quick cards lead to users, plans and payments", async () => {
  const admin = await open();
  const links = admin.page.getByRole("navigation", { name: "Quick links" }).getByRole("link");
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual([
    "/admin/users",
    "/admin/plans",
    "/admin/payments",
  ]);
  await admin.leave();
});
