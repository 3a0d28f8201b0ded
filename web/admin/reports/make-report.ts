import type { CustomerReport, RevenueReport, UsageReport } from "#contract/reports";
import { moment as fileMoment, phoneCell } from "../../console/csv.ts";
import { bytes, date, dateTime, hoursMinutes, kes, phone } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { addresses } from "../navigation.ts";
import { rowsOf } from "../payments/payment-filter.ts";
import { type Cell, type Report, type ReportColumn, shortDay } from "./report.ts";

const money = (value: Cell) => kes(Number(value));
const day = (value: Cell) => date(String(value), language());
const count = (value: number) => value.toLocaleString("en-US");
const figure = { right: true, format: (value: Cell) => count(Number(value)) } as const;
const sold = { type: "payment", status: "completed" };
const barOf = <Day extends { day: string }>(one: Day) => ({ ...one, label: shortDay(one.day) });
const payments = (filter: Parameters<typeof rowsOf>[1]) => rowsOf(addresses.payments, filter);

function serviceWord(service: Cell): string {
  if (service === "hotspot") return t("Hotspot");
  return service === "lines" ? t("Lines, by M-Pesa or a bank") : t("Lines, in cash");
}

export function revenueReport({ from, to, totals, days, routers, plans, services }: RevenueReport): Report {
  const paid: ReportColumn[] = [
    { title: t("Payments"), csv: "Payments", ...figure },
    { title: t("Revenue"), csv: "Revenue (KES)", right: true, format: money },
  ];
  return {
    isEmpty: totals.payments === 0 && totals.vouchers === 0,
    figures: [
      { name: t("Revenue"), value: kes(totals.revenue), to: payments({ ...sold, from, to }) },
      { name: t("Payments"), value: count(totals.payments), to: payments({ ...sold, from, to }) },
      {
        name: t("Voucher sales"),
        value: kes(totals.voucherSales),
        to: payments({ type: "voucher", from, to }),
      },
      {
        name: t("Vouchers"),
        value: count(totals.vouchers),
        to: payments({ type: "voucher", from, to }),
      },
      ...(totals.trials > 0 ? [{ name: t("Free trials"), value: count(totals.trials) }] : []),
    ],
    chart: {
      label: t("Revenue per day"),
      rows: days.map(barOf),
      series: [
        { name: "revenue", label: t("Revenue"), color: "door.6" },
        { name: "voucherSales", label: t("Voucher sales"), color: "gray.5" },
      ],
      format: kes,
      tick: count,
    },
    tables: [
      {
        name: "revenue-by-day",
        title: t("By day"),
        columns: [
          { title: t("Day"), csv: "Day", format: day },
          ...paid,
          { title: t("Vouchers"), csv: "Vouchers", ...figure },
          { title: t("Voucher sales"), csv: "Voucher sales (KES)", right: true, format: money },
        ],
        rows: days.toReversed().map((one) => ({
          key: one.day,
          cells: [one.day, one.payments, one.revenue, one.vouchers, one.voucherSales],
          to: payments({ status: "completed", from: one.day, to: one.day }),
        })),
      },
      {
        name: "revenue-by-router",
        title: t("By router"),
        columns: [{ title: t("Router"), csv: "Router" }, ...paid],
        rows: routers.map((one) => ({
          key: one.routerId,
          cells: [one.name, one.payments, one.revenue],
          to: payments({ ...sold, routerId: one.routerId, from, to }),
        })),
      },
      // Who sells one service alone reads its sum above.
      ...(services.some(
        ({ service, payments: many, revenue }) => service !== "hotspot" && (many !== 0 || revenue !== 0),
      )
        ? [
            {
              name: "revenue-by-service",
              title: t("By service"),
              columns: [{ title: t("Service"), csv: "Service", format: serviceWord }, ...paid],
              rows: services.map((one) => ({
                key: one.service,
                cells: [one.service, one.payments, one.revenue],
                ...(one.service === "cash" ? { to: payments({ type: "cash", from, to }) } : {}),
              })),
            },
          ]
        : []),
      {
        name: "revenue-by-plan",
        title: t("By plan"),
        columns: [{ title: t("Plan"), csv: "Plan" }, ...paid],
        rows: plans.map((one) => ({ key: one.planName, cells: [one.planName, one.payments, one.revenue] })),
      },
    ],
  };
}

export function usageReport({ totals, days }: UsageReport): Report {
  const traffic = (value: Cell) => bytes(Number(value));
  return {
    isEmpty: totals.devices === 0,
    figures: [
      { name: t("Downloaded"), value: bytes(totals.bytesDownloaded) },
      { name: t("Uploaded"), value: bytes(totals.bytesUploaded) },
      { name: t("Time online"), value: hoursMinutes(totals.seconds) },
      { name: t("Devices"), value: count(totals.devices), to: addresses.users },
    ],
    chart: {
      label: t("Traffic per day"),
      rows: days.map(barOf),
      series: [
        { name: "bytesDownloaded", label: t("Downloaded"), color: "door.6" },
        { name: "bytesUploaded", label: t("Uploaded"), color: "gray.5" },
      ],
      format: bytes,
    },
    tables: [
      {
        name: "usage-by-day",
        title: t("By day"),
        columns: [
          { title: t("Day"), csv: "Day", format: day },
          { title: t("Downloaded"), csv: "Downloaded (bytes)", right: true, format: traffic },
          { title: t("Uploaded"), csv: "Uploaded (bytes)", right: true, format: traffic },
          {
            title: t("Time online"),
            csv: "Time online (seconds)",
            right: true,
            format: (value) => hoursMinutes(Number(value)),
          },
          { title: t("Devices"), csv: "Devices", ...figure },
        ],
        rows: days.toReversed().map((one) => ({
          key: one.day,
          cells: [one.day, one.bytesDownloaded, one.bytesUploaded, one.seconds, one.devices],
        })),
      },
    ],
  };
}

/** Bars of the chart: more could not be told apart on a phone. */
const mostCustomers = 10;

export function customerReport({ from, to, totals, customers }: CustomerReport): Report {
  const moment = (value: Cell) => dateTime(String(value), language());
  const inFile = (value: Cell) => fileMoment(String(value));
  const rows = payments({ ...sold, from, to });
  return {
    isEmpty: totals.customers === 0,
    figures: [
      { name: t("Customers"), value: count(totals.customers), to: rows },
      { name: t("New"), value: count(totals.fresh) },
      { name: t("Returning"), value: count(totals.returning) },
      { name: t("Revenue"), value: kes(totals.revenue), to: rows },
    ],
    chart: {
      label: t("Best customers"),
      rows: customers
        .toSorted((a, b) => b.revenue - a.revenue)
        .slice(0, mostCustomers)
        .map((one) => ({ label: phone(one.phoneNumber), revenue: one.revenue })),
      isByName: true,
      series: [{ name: "revenue", label: t("Revenue"), color: "door.6" }],
      format: kes,
      tick: count,
    },
    tables: [
      {
        name: "customers",
        title: t("Customers"),
        columns: [
          {
            title: t("Phone"),
            csv: "Phone",
            format: (value) => phone(String(value)),
            file: (value) => phoneCell(String(value)),
          },
          { title: t("Payments"), csv: "Payments", ...figure },
          { title: t("Revenue"), csv: "Revenue (KES)", right: true, format: money },
          { title: t("First payment"), csv: "First payment", format: moment, file: inFile },
          { title: t("Last payment"), csv: "Last payment", format: moment, file: inFile },
        ],
        rows: customers.map((one) => ({
          key: one.phoneNumber,
          cells: [one.phoneNumber, one.payments, one.revenue, one.firstPayment, one.lastPayment],
          to: payments({ ...sold, q: one.phoneNumber, from, to }),
        })),
      },
    ],
  };
}
