import "mantine-datatable/styles.css";
import { DataTable } from "mantine-datatable";
import type { ReactElement } from "react";
import type { DataListProps } from "./data-list.tsx";
import { t } from "./language.ts";

type Wrapped = { row: unknown };

/** The table of wide screens; a file of its own, so that phones never load it. */
export function WideTable(props: DataListProps<unknown>): ReactElement {
  const { rows, rowKey, columns, selection, busy, label } = props;
  const common = {
    "aria-label": label,
    withTableBorder: true,
    borderRadius: "md",
    highlightOnHover: true,
    verticalSpacing: "sm",
    records: rows.map((row) => ({ row })),
    idAccessor: ({ row }: Wrapped) => rowKey(row),
    minHeight: 120,
    fetching: busy ?? false,
    columns: columns.map(({ key, title, render, right, width }) => ({
      accessor: key,
      title,
      render: ({ row }: Wrapped) => render(row),
      ...(right ? { textAlign: "right" as const } : {}),
      ...(width === undefined ? {} : { width }),
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
