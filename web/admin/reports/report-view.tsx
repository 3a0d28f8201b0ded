import { Anchor, Box, Group, SimpleGrid, Skeleton, Stack, Title } from "@mantine/core";
import { IconArrowLeft, IconChartBar, IconDownload, IconPrinter } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { ReportKind } from "#contract/reports";
import { downloadCsv } from "../../console/csv.ts";
import { DataList } from "../../console/data-list.tsx";
import type { DayRange } from "../../console/days.ts";
import { DateRangeField } from "../../console/filter-bar.tsx";
import { dateTime } from "../../console/format.ts";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";
import { PrintSheet } from "../../console/print-sheet.tsx";
import { RowCard } from "../../console/row-card.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { toastFailure } from "../../console/toast.tsx";
import { keptFor, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { customerReport, revenueReport, usageReport } from "./make-report.ts";
import classes from "./printed-report.module.css";
import {
  cellText,
  csvCells,
  type Report,
  rangeText,
  reportNames,
  type ReportTable as Table,
} from "./report.ts";

const Bars = lazy(async () => ({ default: (await import("./bars.tsx")).Bars }));

type ViewProps = { range: DayRange; provider: string; onRange: (range: DayRange) => void };

export function ReportView(props: ViewProps & { kind: ReportKind }) {
  const { kind, ...view } = props;
  if (kind === "revenue") return <Revenue {...view} />;
  if (kind === "usage") return <Usage {...view} />;
  return <Customers {...view} />;
}

const useRevenue = (range: DayRange) => useRead("revenueReport", { query: range }, keptFor(0));

/** The answer to what is asked most, before anybody chooses a report. */
export function RevenueNow({ range }: { range: DayRange }) {
  const query = useRevenue(range);
  return (
    <Loaded
      query={query}
      loading={<LoadingRows rows={3} height={88} label={t("Loading …")} />}
      failed={reportFailure()}
    >
      {(data) => (
        <Stack
          gap="md"
          mb="lg"
          aria-busy={query.isPlaceholderData}
          opacity={query.isPlaceholderData ? 0.5 : 1}
        >
          <Sums report={revenueReport(data)} />
        </Stack>
      )}
    </Loaded>
  );
}

const reportFailure = () => ({
  title: t("Error Loading Report"),
  text: t("Failed to load the report. Please check your connection and try again."),
});

/** The figures of a report and its chart. */
function Sums({ report }: { report: Report }) {
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {report.figures.map(({ name, value, to }) => (
          <StatCard key={name} name={name} value={value} {...(to ? { to } : {})} />
        ))}
      </SimpleGrid>
      {report.isEmpty ? (
        <Empty
          icon={<IconChartBar size={28} />}
          title={t("Nothing in these days")}
          text={t("Choose other days above.")}
        />
      ) : (
        <Suspense fallback={<Skeleton height={240} />}>
          <Bars {...report.chart} />
        </Suspense>
      )}
    </>
  );
}

function Revenue(props: ViewProps) {
  const query = useRevenue(props.range);
  return <Body {...props} kind="revenue" query={query} make={revenueReport} />;
}

function Usage(props: ViewProps) {
  const query = useRead("usageReport", { query: props.range }, keptFor(0));
  return <Body {...props} kind="usage" query={query} make={usageReport} />;
}

function Customers(props: ViewProps) {
  const query = useRead("customerReport", { query: props.range }, keptFor(0));
  return <Body {...props} kind="customers" query={query} make={customerReport} />;
}

function Body<Data extends DayRange>(
  props: ViewProps & { kind: ReportKind; query: UseQueryResult<Data>; make: (data: Data) => Report },
) {
  const { kind, range, provider, onRange, query, make } = props;
  const [isPrinting, setPrinting] = useState(false);
  const { title } = reportNames(kind);
  return (
    <>
      <PageHead
        title={title}
        text={rangeText(range)}
        actions={
          <>
            <SecondaryButton component={Link} to={addresses.reports} icon={IconArrowLeft}>
              {t("All reports")}
            </SecondaryButton>
            <SecondaryButton
              icon={IconPrinter}
              disabled={query.data === undefined || query.isPlaceholderData}
              onClick={() => setPrinting(true)}
            >
              {t("Print")}
            </SecondaryButton>
          </>
        }
      />
      <Box mb="md" maw={420}>
        <DateRangeField label={t("Days of the report")} value={range} onChange={onRange} />
      </Box>
      <Loaded
        query={query}
        loading={<LoadingRows rows={6} height={88} label={t("Loading …")} />}
        failed={reportFailure()}
      >
        {(data) => {
          const report = make(data);
          // Former rows stay while others are read; these are their days.
          const shown = { from: data.from, to: data.to };
          return (
            <Stack gap="lg" aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.5 : 1}>
              <Sums report={report} />
              {report.isEmpty
                ? null
                : report.tables.map((table) => <ReportTable key={table.name} table={table} range={shown} />)}
              {isPrinting ? (
                <PrintedReport
                  provider={provider}
                  title={title}
                  range={shown}
                  report={report}
                  onDone={() => setPrinting(false)}
                />
              ) : null}
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

export function PrintedReport(props: {
  provider: string;
  title: string;
  range: DayRange;
  report: Report;
  onDone: () => void;
}) {
  const { provider, title, range, report, onDone } = props;
  return (
    <PrintSheet paper="a4" onDone={onDone}>
      <div className={classes.report}>
        <h1>{provider}</h1>
        <p>
          {title}: {rangeText(range)}
        </p>
        <p>{t("Made {when}", { when: dateTime(new Date().toISOString(), language()) })}</p>
        <dl className={classes.figures}>
          {report.figures.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {report.tables.map((table) => (
          <section key={table.name}>
            <h2>{table.title}</h2>
            <table>
              <thead>
                <tr>
                  {table.columns.map((column) => (
                    <th key={column.csv} className={column.right ? classes.right : undefined}>
                      {column.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row) => (
                  <tr key={row.key}>
                    {table.columns.map((column, place) => (
                      <td key={column.csv} className={column.right ? classes.right : undefined}>
                        {cellText(column, row.cells[place])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
    </PrintSheet>
  );
}

/** A month of days; on a phone as many as one reads at once. */
const rowsOfPage = { wide: 31, phone: 10 };

type Row = Table["rows"][number];
type Column = Table["columns"][number];

export function ReportTable({ table, range }: { table: Table; range: DayRange }) {
  const [page, setPage] = useState(1);
  const { columns, rows, title, name } = table;
  const pageSize = useIsWide() ? rowsOfPage.wide : rowsOfPage.phone;
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const number = Math.min(page, pages);
  const save = () =>
    downloadCsv(
      `${name}-${range.from}-${range.to}.csv`,
      columns.map((column) => column.csv),
      csvCells(table),
    ).catch(toastFailure(t("Export Failed"), t("Failed to export the report")));
  // On a phone it stands at the right of the row's name.
  const revenue = columns.findIndex(({ csv }) => csv.startsWith("Revenue"));
  const right = revenue < 0 ? columns.findIndex((column) => column.right) : revenue;
  /** Two to a line. A month of days on a phone: what is nought takes no room. */
  const factLines = (row: Row) => {
    const facts = columns.flatMap((column, place) =>
      place === 0 || place === right || row.cells[place] === 0
        ? []
        : [`${column.title}: ${cellText(column, row.cells[place])}`],
    );
    return facts.flatMap((fact, place) =>
      place % 2 === 0 ? [[fact, ...facts.slice(place + 1, place + 2)].join(" · ")] : [],
    );
  };
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
          icon={IconDownload}
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
            <RowCard
              title={first(row)}
              right={right < 0 ? null : cellText(columns[right] as Column, row.cells[right])}
              facts={factLines(row)}
            />
          )}
          page={{ number, size: pageSize, total: rows.length, go: setPage }}
        />
      )}
    </section>
  );
}
