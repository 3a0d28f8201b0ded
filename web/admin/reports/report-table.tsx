import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { downloadCsv } from "../../console/csv.ts";
import { DataList } from "../../console/data-list.tsx";
import type { DayRange } from "../../console/days.ts";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure } from "../../console/toast.tsx";
import { cellText, type ReportTable as Table } from "./report.ts";

const pageSize = 31;

type Row = Table["rows"][number];

export function ReportTable({ table, range }: { table: Table; range: DayRange }) {
  const [page, setPage] = useState(1);
  const { columns, rows, title, name } = table;
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const number = Math.min(page, pages);
  const save = () =>
    downloadCsv(
      `${name}-${range.from}-${range.to}.csv`,
      columns.map((column) => column.csv),
      rows.map((row) => row.cells),
    ).catch(toastFailure(t("Export Failed"), t("Failed to export the report")));
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
        <SecondaryButton
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => void save()}
          aria-label={t("Export CSV: {name}", { name: title })}
        >
          {t("Export CSV")}
        </SecondaryButton>
      </Group>
      {rows.length === 0 ? (
        <Hint>{t("Nothing in these days")}</Hint>
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
                    <Hint>{column.title}</Hint>
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
