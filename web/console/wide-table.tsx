import "mantine-datatable/styles.css";
import { DataTable } from "mantine-datatable";
import type { ReactElement } from "react";
import type { DataListProps } from "./data-list.tsx";

/** The table of wide screens; a file of its own, so that phones never load it. */
export function WideTable(props: DataListProps<unknown>): ReactElement {
  const { rows, rowKey, columns, selection, busy, label } = props;
  return (
    <DataTable
      aria-label={label}
      withTableBorder
      borderRadius="md"
      highlightOnHover
      records={rows.map((row) => ({ row }))}
      idAccessor={({ row }) => rowKey(row)}
      minHeight={120}
      fetching={busy ?? false}
      columns={columns.map(({ key, title, render, right, width }) => ({
        accessor: key,
        title,
        render: ({ row }: { row: unknown }) => render(row),
        ...(right ? { textAlign: "right" as const } : {}),
        ...(width === undefined ? {} : { width }),
      }))}
      {...(selection
        ? {
            selectedRecords: rows
              .filter((row) => selection.chosen.some((one) => rowKey(one) === rowKey(row)))
              .map((row) => ({ row })),
            onSelectedRecordsChange: (chosen: { row: unknown }[]) =>
              selection.choose(chosen.map(({ row }) => row)),
          }
        : {})}
    />
  );
}
