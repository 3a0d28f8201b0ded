import type { ReportKind } from "#contract/reports";
import { type DayRange, presetRange } from "../../console/days.ts";
import { date } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import type { BarRow, BarSeries } from "./bars.tsx";

export type Cell = string | number;

export type ReportColumn = {
  title: string;
  /** In a file: English and without signs, so that files of any console can be joined. */
  csv: string;
  format?: (value: Cell) => string;
  /** In a file, where a spreadsheet would take the value for something else. */
  file?: (value: Cell) => Cell;
  right?: boolean;
};

export type ReportTable = {
  /** Becomes part of the file's name. */
  name: string;
  title: string;
  columns: readonly ReportColumn[];
  /** `to` is where the rows behind this row are. */
  rows: readonly { key: string; cells: readonly Cell[]; to?: string }[];
};

export type Report = {
  figures: readonly { name: string; value: string; to?: string }[];
  chart: {
    label: string;
    rows: readonly BarRow[];
    series: readonly BarSeries[];
    format: (value: number) => string;
    tick?: (value: number) => string;
    /** Rows are people, not days. */
    isByName?: boolean;
  };
  tables: readonly ReportTable[];
  isEmpty: boolean;
};

export function cellText(column: ReportColumn, value: Cell | undefined): string {
  if (value === undefined) return "";
  return column.format ? column.format(value) : String(value);
}

export function csvCells({ columns, rows }: Pick<ReportTable, "columns" | "rows">): Cell[][] {
  return rows.map(({ cells }) => cells.map((cell, place) => columns[place]?.file?.(cell) ?? cell));
}

/** `card` is its name on the page (docs/behaviour/provider-console.md, PC-84); `title` is the one report. */
export function reportNames(kind: ReportKind): { card: string; title: string; text: string } {
  const names = {
    revenue: {
      card: t("Revenue Reports"),
      title: t("Revenue Report"),
      text: t("Payments and redeemed vouchers per day, router and plan."),
    },
    usage: {
      card: t("Usage Analytics"),
      title: t("Usage Report"),
      text: t("Traffic, time online and devices per day."),
    },
    customers: {
      card: t("Customer Reports"),
      title: t("Customer Report"),
      text: t("Who paid how much and how often; new and returning customers."),
    },
  } as const;
  return names[kind];
}

export const kinds = ["revenue", "usage", "customers"] as const satisfies readonly ReportKind[];

export function kindOf(text: string): ReportKind | undefined {
  return kinds.find((kind) => kind === text);
}

/** The range in the address; the last 30 days when it is none. @param now UTC ms */
export function rangeOf({ from, to }: DayRange, now = Date.now()): DayRange {
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay(from) && isDay(to) && from <= to ? { from, to } : presetRange("month", now);
}

/** `1 Nov 2026 – 20 Nov 2026`, or the one day. */
export function rangeText({ from, to }: DayRange): string {
  const [first, last] = [date(from, language()), date(to, language())];
  return from === to ? first : `${first} – ${last}`;
}

export function shortDay(day: string): string {
  return date(day, language()).replace(/\s\d{4}$/, "");
}
