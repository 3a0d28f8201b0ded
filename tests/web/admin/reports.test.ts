import { expect, it } from "vitest";
import type { CustomerReport, RevenueReport, UsageReport } from "#contract/reports";
import { customerReport, revenueReport, usageReport } from "#web/admin/reports/make-report.ts";
import { cellText, csvCells, kindOf, rangeOf, rangeText } from "#web/admin/reports/report.ts";

const range = { from: "2026-11-19", to: "2026-11-20" };
const revenue: RevenueReport = {
  ...range,
  totals: { payments: 3, revenue: 70.5, vouchers: 1, voucherSales: 20, trials: 0 },
  days: [
    { day: "2026-11-19", payments: 1, revenue: 20, vouchers: 0, voucherSales: 0 },
    { day: "2026-11-20", payments: 2, revenue: 50.5, vouchers: 1, voucherSales: 20 },
  ],
  routers: [{ routerId: "r1", name: "Main Gate", payments: 3, revenue: 70.5 }],
  plans: [{ planName: "3 Hours", payments: 3, revenue: 70.5 }],
  services: [
    { service: "hotspot", payments: 3, revenue: 70.5 },
    { service: "lines", payments: 0, revenue: 0 },
    { service: "cash", payments: 0, revenue: 0 },
  ],
};

it("names the parts of the revenue where there are lines, and none where the hotspot is all", () => {
  const named = (report: ReturnType<typeof revenueReport>) =>
    report.tables.find(({ name }) => name === "revenue-by-service");
  expect(named(revenueReport(revenue))).toBeUndefined();
  const services: RevenueReport["services"] = [
    { service: "hotspot", payments: 1, revenue: 20 },
    { service: "lines", payments: 2, revenue: 30.5 },
    // Taken and given back again.
    { service: "cash", payments: 0, revenue: -10 },
  ];
  const table = named(revenueReport({ ...revenue, services }));
  const [first] = table?.columns ?? [];
  expect(table?.rows.map(({ cells: [name, ...rest] }) => [first && cellText(first, name), ...rest])).toEqual([
    ["Hotspot", 1, 20],
    ["Lines, by M-Pesa or a bank", 2, 30.5],
    ["Lines, in cash", 0, -10],
  ]);
  expect(table?.rows[2]?.to).toBe("/admin/payments?type=cash&from=2026-11-19&to=2026-11-20");
});

it("a revenue report shows its sums in shillings, newest day first, each with the way to its rows", () => {
  const report = revenueReport(revenue);
  expect(report.figures.map(({ name, value }) => [name, value])).toEqual([
    ["Revenue", "KSh 70.50"],
    ["Payments", "3"],
    ["Voucher sales", "KSh 20"],
    ["Vouchers", "1"],
  ]);
  const [days, routers] = report.tables;
  expect(days?.rows.map((row) => row.cells[0])).toEqual(["2026-11-20", "2026-11-19"]);
  expect(days?.rows[0]?.to).toBe("/admin/payments?status=completed&from=2026-11-20&to=2026-11-20");
  expect(routers?.rows[0]?.to).toContain("routerId=r1");
  const [first] = days?.rows ?? [];
  expect(days?.columns.map((column, place) => cellText(column, first?.cells[place]))).toEqual([
    "20 Nov 2026",
    "2",
    "KSh 50.50",
    "1",
    "KSh 20",
  ]);
});

it("a report in which nothing happened says so", () => {
  const totals = { payments: 0, revenue: 0, vouchers: 0, voucherSales: 0, trials: 0 };
  expect(revenueReport({ ...revenue, totals }).isEmpty).toBe(true);
  expect(revenueReport(revenue).isEmpty).toBe(false);
});

it("a usage report reads in bytes and hours, and its file in plain numbers", () => {
  const day = { bytesUploaded: 1_048_576, bytesDownloaded: 5_368_709_120, seconds: 5_400, devices: 2 };
  const usage: UsageReport = { ...range, totals: day, days: [{ day: "2026-11-20", ...day }] };
  const report = usageReport(usage);
  expect(report.figures.map(({ value }) => value)).toEqual(["5 GB", "1 MB", "1h 30m", "2"]);
  expect(report.tables[0]?.rows[0]?.cells).toEqual(["2026-11-20", 5_368_709_120, 1_048_576, 5_400, 2]);
});

it("a customer report draws the ten who paid most, and lists all", () => {
  const customers = Array.from({ length: 12 }, (_, number) => ({
    phoneNumber: `2547120001${String(number).padStart(2, "0")}`,
    payments: 1,
    revenue: number,
    firstPayment: "2026-11-20T09:00:00Z",
    lastPayment: "2026-11-20T09:00:00Z",
  }));
  const data: CustomerReport = {
    ...range,
    totals: { customers: 12, fresh: 12, returning: 0, revenue: 66 },
    customers,
  };
  const report = customerReport(data);
  expect(report.chart.rows).toHaveLength(10);
  expect(report.chart.rows[0]?.revenue).toBe(11);
  expect(report.tables[0]?.rows).toHaveLength(12);
  expect(report.tables[0]?.rows[1]?.to).toContain("q=254712000101");
});

it("a file of customers has phones and moments that a spreadsheet leaves as they are, and amounts as numbers", () => {
  const one = { phoneNumber: "254712000101", payments: 2, revenue: 70.5 };
  const data: CustomerReport = {
    ...range,
    totals: { customers: 1, fresh: 0, returning: 1, revenue: 70.5 },
    customers: [{ ...one, firstPayment: "2026-11-20T09:00:00Z", lastPayment: "2026-11-20T21:30:05Z" }],
  };
  expect(customerReport(data).tables.map(csvCells)).toEqual([
    [["254 712 000 101", 2, 70.5, "2026-11-20 12:00:00", "2026-11-21 00:30:05"]],
  ]);
});

it("the address names the report and its days; what is no range becomes the last 30 days", () => {
  const now = Date.parse("2026-11-20T20:59:00Z");
  expect(["revenue", "usage", "customers", "x"].map(kindOf)).toEqual([
    "revenue",
    "usage",
    "customers",
    undefined,
  ]);
  expect(rangeOf(range, now)).toEqual(range);
  for (const bad of [
    { from: "", to: "" },
    { from: "2026-11-20", to: "2026-11-19" },
    { from: "2026-13-01", to: "2026-13-02" },
  ])
    expect(rangeOf(bad, now)).toEqual({ from: "2026-10-22", to: "2026-11-20" });
  // A minute after midnight in Nairobi it is the next day.
  expect(rangeOf({ from: "", to: "" }, now + 120_000).to).toBe("2026-11-21");
});

it("one day reads as one day, several from the first to the last", () => {
  expect(rangeText(range)).toBe("19 Nov 2026 – 20 Nov 2026");
  expect(rangeText({ from: "2026-11-20", to: "2026-11-20" })).toBe("20 Nov 2026");
});
