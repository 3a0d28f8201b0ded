import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { notePlatformExport } from "#contract/audit";
import { platformRevenue, platformStats, revenueOfProviders } from "#contract/platform-figures";
import { catchFiles, csvIn } from "../support/browser-ports.ts";
import { answer, bodiesOf, pageOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { addressNow, heads, person, press, rows, see, toastAfter, words } from "../support/page.ts";

// Revenue analytics of the super admin console (docs/behaviour/operator-console.md, OC-70 to OC-72).

const listed = [
  { providerId: "a", provider: "Amani WiFi", revenue: 7_500, transactions: 300 },
  { providerId: "b", provider: "=Baraka Net", revenue: 2_000.5, transactions: 41 },
  { providerId: "c", provider: "Chui", revenue: 0, transactions: 0 },
];
const november = "/superadmin/revenue?from=2026-11-01&to=2026-11-20";

beforeEach(() => {
  answer(platformRevenue, {
    revenue: 9_500.5,
    transactions: 341,
    providers: 3,
    average: 3_166.83,
    by: "day",
    series: [
      { day: "2026-11-01", revenue: 9_000, count: 300 },
      { day: "2026-11-02", revenue: 500.5, count: 41 },
    ],
  });
  answer(revenueOfProviders, listed);
  answer(platformStats, {
    totalProviders: 3,
    activeProviders: 3,
    totalRouters: 20,
    onlineRouters: 17,
    totalRevenue: 9_500.5,
    monthlyRevenue: 0,
    today: { revenue: 0, transactions: 0, yesterday: 0 },
    days: [],
    trends: { newProviders: 0, newRouters: 0, revenue: null, month: null },
  });
});

describe("the figures (OC-70)", () => {
  it("stand above providers that are ranked with their share; the first one has a card", async () => {
    openSuperadmin("/superadmin/revenue");
    await screen.findByRole("heading", { level: 1, name: "Revenue Analytics" });
    await see("Total System Revenue KSh 9,500.50 All time Total Transactions 341 All time");
    await see("Average per Provider KSh 3,166.83 3 providers Active Routers 17 online right now");
    const top = await screen.findByRole("region", { name: "Top Performing Provider" });
    expect(words(top)).toContain("Amani WiFi 300 transactions · 78.9 % of all revenue KSh 7,500");
    const table = "Provider Revenue Breakdown";
    expect(await heads(table)).toEqual(["#", "Provider", "Transactions", "Revenue", "Share of all"]);
    expect(await rows(table)).toEqual([
      ...[
        "1 Amani WiFi 300 KSh 7,500 78.9 %",
        "2 =Baraka Net 41 KSh 2,000.50 21.1 %",
        "3 Chui 0 KSh 0 0.0 %",
      ],
    ]);
    const [link] = screen.getAllByRole("link", { name: "Amani WiFi" });
    expect(link?.getAttribute("href")).toBe("/superadmin/providers/a/profile");
  });

  it("are of the chosen days, and of the name that is searched for, both in the address", async () => {
    openSuperadmin(november);
    await see("1 Nov 2026 – 20 Nov 2026");
    expect(sentTo(platformRevenue)[0]?.query).toEqual({ from: "2026-11-01", to: "2026-11-20" });
    answer(revenueOfProviders, []);
    await person.type(screen.getByRole("searchbox", { name: "Search providers" }), "nobody");
    await see("No provider of this name");
    await waitFor(() => expect(addressNow()).toBe(`${november}&q=nobody`));
    answer(revenueOfProviders, listed);
    await press("Show everything");
    await see("Chui");
    await waitFor(() => expect(addressNow()).toBe(november));
  });

  it("that are none yet lead to the first provider", async () => {
    answer(revenueOfProviders, []);
    openSuperadmin("/superadmin/revenue");
    await see("No Providers Yet Create a provider, and it can sell within minutes. Add Provider");
  });

  it("that cannot be read say so, and are read again when asked to (OC-72)", async () => {
    answer(revenueOfProviders, refusal(500));
    answer(platformRevenue, refusal(500));
    openSuperadmin("/superadmin/revenue");
    await see("Error Loading Revenue Failed to load revenue. Please check your connection and try again.");
    await see("Total System Revenue –");
    answer(revenueOfProviders, listed);
    await press("Try again");
    await see("Chui");
  });
});

describe("the export", () => {
  it("has all providers of all pages, is noted in the audit first, and nothing in it runs", async () => {
    const files = catchFiles();
    answer(notePlatformExport, { success: true });
    openSuperadmin(november);
    await see("Chui");
    const more = Array.from({ length: 1_000 }, () => listed[1] ?? listed[0]).flatMap((one) =>
      one ? [one] : [],
    );
    answer(revenueOfProviders, ({ query }) =>
      query.pageSize === "1000" ? pageOf(query.page === "1" ? more : listed, 1_003) : listed,
    );
    expect(await toastAfter(() => press("Export CSV"))).toBe("Exported - 1,003 providers");
    const lines = (await csvIn(files[0])).split("\r\n");
    expect(files[0]?.name).toBe("revenue-2026-11-01-to-2026-11-20.csv");
    expect(lines[0]).toBe("Rank,Provider,Revenue (KES),Transactions,Share (%)");
    expect(lines[1]).toBe('1,"\'=Baraka Net",2000.5,41,21.1');
    expect(lines[1_001]).toBe("1001,Amani WiFi,7500,300,78.9");
    expect(bodiesOf(notePlatformExport)).toEqual([{ what: "revenue", rows: 1_003 }]);
  });

  it("that fails says so", async () => {
    answer(notePlatformExport, refusal(500));
    openSuperadmin("/superadmin/revenue");
    await see("Chui");
    expect(await toastAfter(() => press("Export CSV"))).toBe("Export Failed - Failed to export the revenue");
  });
});
