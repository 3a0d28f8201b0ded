import "mantine-datatable/styles.css";
import { DataTable } from "mantine-datatable";
import type { ReactNode } from "react";
import { t } from "./language.ts";
import classes from "./wide-table.module.css";

export type Column<Row> = {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  right?: boolean;
  width?: number | string;
  /** A long title over short values takes two lines. */
  wraps?: boolean;
};

export type DataListProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  card: (row: Row) => ReactNode;
  label: string;
  page?: { number: number; size: number; total: number; go: (page: number) => void };
  /** `name` is what a row is called in "Choose …"; chosen rows stay chosen on other pages. */
  selection?: { chosen: readonly Row[]; choose: (rows: Row[]) => void; name: (row: Row) => string };
  /** A press on a row, beside the buttons in it. Something in it must do the same for a keyboard. */
  onOpen?: (row: Row) => void;
  /** Newer rows are being read; the old ones stay. */
  busy?: boolean;
};

type Wrapped = { row: unknown };
type Click = { record: Wrapped; event: { target: EventTarget } };

const rowOpener =
  (open: (row: unknown) => void) =>
  ({ record, event }: Click) => {
    if (!(event.target as Element).closest("button, a, input, label")) open(record.row);
  };

/** The table of wide screens; a file of its own, so that phones never load it. */
export function WideTable(props: DataListProps<unknown>) {
  const { rows, rowKey, columns, selection, busy, label, onOpen } = props;
  const common = {
    "aria-label": label,
    withTableBorder: true,
    borderRadius: "md",
    highlightOnHover: true,
    verticalSpacing: 1,
    horizontalSpacing: 8,
    rowClassName: classes.row ?? "",
    records: rows.map((row) => ({ row })),
    idAccessor: ({ row }: Wrapped) => rowKey(row),
    fetching: busy ?? false,
    ...(onOpen ? { onRowClick: rowOpener(onOpen) } : {}),
    // Else "No records" stands unseen under every table, and is read out.
    emptyState: <></>,
    columns: columns.map(({ key, title, render, right, width, wraps }) => ({
      accessor: key,
      title,
      render: ({ row }: Wrapped) => render(row),
      ...(right ? { textAlign: "right" as const } : {}),
      ...(width === undefined ? {} : { width }),
      ...(wraps ? { titleClassName: classes.wraps ?? "" } : {}),
    })),
  };
  if (!selection) return <DataTable<Wrapped> {...common} />;
  const onPage = new Set(rows.map(rowKey));
  const chosen = new Set(selection.chosen.map(rowKey));
  return (
    <DataTable<Wrapped>
      {...common}
      selectedRecords={common.records.filter(({ row }) => chosen.has(rowKey(row)))}
      // Only this page's boxes were pressed: what is chosen on other pages stays.
      onSelectedRecordsChange={(pressed) =>
        selection.choose([
          ...selection.chosen.filter((row) => !onPage.has(rowKey(row))),
          ...pressed.map(({ row }) => row),
        ])
      }
      allRecordsSelectionCheckboxProps={{ "aria-label": t("Choose all on this page") }}
      getRecordSelectionCheckboxProps={({ row }) => ({
        "aria-label": t("Choose {name}", { name: selection.name(row) }),
      })}
    />
  );
}
