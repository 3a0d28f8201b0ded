import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import { downloadCsv } from "../../console/csv.ts";
import { DataList } from "../../console/data-list.tsx";
import type { DayRange } from "../../console/days.ts";
import { t } from "../../console/language.ts";
import { errorText, toastError } from "../../console/toast.tsx";
import { cellText, type ReportTable as Table } from "./report.ts";

/** A month of days on one page. */
const pageSize = 31;

type Row = Table["rows"][number];

/** One table of a report, and all its rows as a file. */
export function ReportTable({ table, range }: { table: Table; range: DayRange }): ReactElement {
  const [page, setPage] = useState(1);
  const { columns, rows, title, name } = table;
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const number = Math.min(page, pages);
  const save = () =>
    downloadCsv(
      `${name}-${range.from}-${range.to}.csv`,
      columns.map((column) => column.csv),
      rows.map((row) => row.cells),
    ).catch((cause: unknown) =>
      toastError(t("Export Failed"), errorText(cause, t("Failed to export the report"))),
    );
  const first = (row: Row) => {
    const [column] = columns;
    const text = column ? cellText(column, row.cells[0]) : "";
    return row.to ? (
      <Anchor component={Link} to={row.to} inherit>
        {text}
      </Anchor>
    ) : (
      text
    );
  };
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => void save()}
          aria-label={t("Export CSV: {name}", { name: title })}
        >
          {t("Export CSV")}
        </Button>
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("Nothing in these days")}
        </Text>
      ) : (
        <DataList<Row>
          label={title}
          rows={rows.slice((number - 1) * pageSize, number * pageSize)}
          rowKey={(row) => row.key}
          columns={columns.map((column, place) => ({
            key: column.csv,
            title: column.title,
            right: column.right ?? false,
            render: (row) => (place === 0 ? first(row) : cellText(column, row.cells[place])),
          }))}
          card={(row) => (
            <Stack gap={2}>
              <Text component="div" fw={600}>
                {first(row)}
              </Text>
              {columns.slice(1).map((column, place) =>
                // A month of days on a phone: what is nought takes no line.
                row.cells[place + 1] === 0 ? null : (
                  <Group key={column.csv} justify="space-between" wrap="nowrap">
                    <Text size="sm" c="dimmed">
                      {column.title}
                    </Text>
                    <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
                      {cellText(column, row.cells[place + 1])}
                    </Text>
                  </Group>
                ),
              )}
            </Stack>
          )}
          page={{ number, size: pageSize, total: rows.length, go: setPage }}
        />
      )}
    </section>
  );
}
