import type { BarRow, BarSeries } from "./bars.tsx";

// A report of any kind, ready to be shown, printed and saved.

export type Cell = string | number;

export type ReportColumn = {
  title: string;
  /** In a file: English and without signs, so that files of any console can be joined. */
  csv: string;
  /** How a cell reads; as it is unless told. */
  format?: (value: Cell) => string;
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
  };
  tables: readonly ReportTable[];
  /** Nothing happened in the range. */
  isEmpty: boolean;
};

export function cellText(column: ReportColumn, value: Cell | undefined): string {
  if (value === undefined) return "";
  return column.format ? column.format(value) : String(value);
}
