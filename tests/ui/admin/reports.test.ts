import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getSettings } from "#contract/branding";
import { lineFigures } from "#contract/lines";
import {
  customerReport,
  noteReport,
  type RecentReport,
  type RevenueReport,
  recentReports,
  revenueReport,
  usageReport,
} from "#contract/reports";
import { nairobiDay } from "#contract/values/duration";
import { catchFiles, catchPrints, csvIn } from "../support/browser-ports.ts";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { addressNow, card, person, press, row, see } from "../support/page.ts";
import { settings } from "../support/provider-rows.ts";

// The reports page of the provider console (docs/behaviour/provider-console.md, PC-84 to PC-86). What a report shows of
// its figures stands in tests/web/admin/reports.test.ts.

const day = "2026-11-20";
const range = { from: day, to: day };
const revenue: RevenueReport = {
  ...range,
  totals: { payments: 2, revenue: 70.5, vouchers: 1, voucherSales: 20, trials: 0 },
  days: [{ day, payments: 2, revenue: 70.5, vouchers: 1, voucherSales: 20 }],
  routers: [{ routerId: "r", name: "Main Gate", payments: 2, revenue: 70.5 }],
  plans: [{ planName: "3 Hours", payments: 2, revenue: 70.5 }],
  services: [
    { service: "hotspot", payments: 2, revenue: 70.5 },
    { service: "lines", payments: 0, revenue: 0 },
    { service: "cash", payments: 0, revenue: 0 },
  ],
};
const made: RecentReport = { id: "x", kind: "customers", ...range, at: ago(5), by: "Amina Wanjiru" };
const address = (kind: string) => `/admin/reports?kind=${kind}&from=${day}&to=${day}`;

beforeEach(() => {
  answer(getSettings, settings);
  answer(recentReports, []);
  answer(revenueReport, revenue);
  answer(noteReport, made);
  answer(lineFigures, { lines: 0, on: 0, overdue: 0, paused: 0, left: 0, expected: 0 });
});

describe("the page", () => {
  it("has three kinds, each with its button, and says that none was made yet (PC-84, PC-86)", async () => {
    openAdmin("/admin/reports");
    await see("No recent reports A report that you generate is kept here.");
    for (const name of ["Revenue Reports", "Usage Analytics", "Customer Reports", "Recent Reports"])
      await screen.findByRole("heading", { name });
    expect(screen.getAllByRole("button", { name: "Generate Report" })).toHaveLength(3);
  });

  it("answers before anything is pressed: what came in during the last 30 days", async () => {
    openAdmin("/admin/reports");
    expect((await card("Revenue")).text).toContain("KSh 70.50");
    const to = nairobiDay(Date.now());
    expect(sentTo(revenueReport)[0]?.query).toEqual({ from: nairobiDay(Date.now() - 29 * 86_400_000), to });
    expect(bodiesOf(noteReport)).toEqual([]);
  });

  it("makes a report of the last 30 days, which the address names and the list of recent ones takes", async () => {
    answer(customerReport, {
      ...range,
      totals: { customers: 0, fresh: 0, returning: 0, revenue: 0 },
      customers: [],
    });
    openAdmin("/admin/reports");
    await person.click((await screen.findAllByRole("button", { name: "Generate Report" }))[2] as HTMLElement);
    await screen.findByRole("heading", { level: 1, name: "Customer Report" });
    await see("Nothing in these days Choose other days above.");
    const to = nairobiDay(Date.now());
    const from = nairobiDay(Date.now() - 29 * 86_400_000);
    await waitFor(() => expect(addressNow()).toBe(`/admin/reports?kind=customers&from=${from}&to=${to}`));
    await waitFor(() => expect(bodiesOf(noteReport)).toEqual([{ kind: "customers", from, to }]));
    answer(recentReports, [made]);
    await person.click(screen.getByRole("link", { name: "All reports" }));
    const recent = await screen.findByRole("link", { name: /^Customer Report/ });
    await see(/Customer Report 20 Nov 2026 · Amina Wanjiru, 5 min ago/);
    expect(recent.getAttribute("href")).toBe(address("customers"));
  });
});

it("says how lines stand and what they are to bring, where there are some", async () => {
  answer(lineFigures, { lines: 12, on: 9, overdue: 2, paused: 1, left: 1, expected: 4_500 });
  openAdmin("/admin/reports");
  expect((await card("Lines on")).text).toContain("9 / 12");
  expect((await card("Lines overdue")).address).toBe("/admin/lines?show=overdue");
  await see("Still expected this month KSh 4,500");
});

describe("a report (PC-85)", () => {
  it("has its days, sums that open their rows, and tables that are saved as files", async () => {
    const files = catchFiles();
    openAdmin(address("revenue"));
    await screen.findByRole("heading", { level: 1, name: "Revenue Report" });
    const sum = await card("Revenue");
    expect(sum.text).toContain("KSh 70.50");
    expect(sum.address).toBe(`/admin/payments?type=payment&status=completed&from=${day}&to=${day}`);
    expect(await row("By day", "20 Nov 2026")).toMatch(/^20 Nov 2026 2 KSh 70\.50 1 KSh 20$/);
    expect(await row("By router", "Main Gate")).toContain("KSh 70.50");
    expect(await row("By plan", "3 Hours")).toContain("KSh 70.50");
    expect(sentTo(revenueReport)[0]?.query).toEqual(range);
    await press("Export CSV: By day");
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe(`revenue-by-day-${day}-${day}.csv`);
    expect(await csvIn(files[0])).toBe(
      `Day,Payments,Revenue (KES),Vouchers,Voucher sales (KES)\r\n${day},2,70.5,1,20`,
    );
  });

  it("is printed with the provider, its days, the sums and every row", async () => {
    const { prints, done } = catchPrints();
    openAdmin(address("revenue"));
    await row("By day", "20 Nov 2026");
    await press("Print");
    await waitFor(() => expect(prints).toHaveLength(1));
    expect(prints[0]).toMatch(/Demo WiFi.*Revenue Report.*20 Nov 2026.*By day.*By router.*By plan/);
    done();
    await waitFor(() => expect(document.querySelector("[data-print-sheet]")).toBeNull());
  });

  it("of other days is one press away and another report", async () => {
    openAdmin(address("revenue"));
    await row("By day", "20 Nov 2026");
    await press(/^Days of the report/);
    await press("Today");
    const today = nairobiDay(Date.now());
    await waitFor(() => expect(addressNow()).toBe(`/admin/reports?kind=revenue&from=${today}&to=${today}`));
    await waitFor(() => expect(sentTo(revenueReport).at(-1)?.query).toEqual({ from: today, to: today }));
  });

  it("that cannot be read says why and can be tried again", async () => {
    answer(usageReport, unreachable);
    openAdmin(address("usage"));
    await see("Error Loading Report No connection. Check your internet and try again.");
    answer(usageReport, refusal(500));
    await press("Try again");
    await see("Failed to load the report. Please check your connection and try again.");
  });
});
