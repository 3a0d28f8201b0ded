import { Box, Button, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { IconArrowLeft, IconChartBar, IconPrinter } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { Link } from "react-router";
import type { ReportKind } from "#contract/reports";
import { DateRangeField } from "../../console/date-range-field.tsx";
import type { DayRange } from "../../console/days.ts";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { keptFor } from "../../console/query.ts";
import { StatCard } from "../../console/stat-card.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { customerReport, revenueReport, usageReport } from "./make-report.ts";
import { PrintedReport } from "./printed-report.tsx";
import type { Report } from "./report.ts";
import { reportNames } from "./report-names.ts";
import { rangeText } from "./report-range.ts";
import { ReportTable } from "./report-table.tsx";

const Bars = lazy(async () => ({ default: (await import("./bars.tsx")).Bars }));

type ViewProps = { range: DayRange; provider: string; onRange: (range: DayRange) => void };

/** One report: its days, its sums, its chart and its tables. */
export function ReportView(props: ViewProps & { kind: ReportKind }): ReactElement {
  const { kind, ...view } = props;
  if (kind === "revenue") return <Revenue {...view} />;
  if (kind === "usage") return <Usage {...view} />;
  return <Customers {...view} />;
}

function Revenue(props: ViewProps): ReactElement {
  const query = useRead("revenueReport", { query: props.range }, keptFor(0));
  return <Body {...props} kind="revenue" query={query} make={revenueReport} />;
}

function Usage(props: ViewProps): ReactElement {
  const query = useRead("usageReport", { query: props.range }, keptFor(0));
  return <Body {...props} kind="usage" query={query} make={usageReport} />;
}

function Customers(props: ViewProps): ReactElement {
  const query = useRead("customerReport", { query: props.range }, keptFor(0));
  return <Body {...props} kind="customers" query={query} make={customerReport} />;
}

function Body<Data extends DayRange>(
  props: ViewProps & { kind: ReportKind; query: UseQueryResult<Data>; make: (data: Data) => Report },
): ReactElement {
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
            <Button
              component={Link}
              variant="default"
              to={addresses.reports}
              leftSection={<IconArrowLeft size={18} aria-hidden />}
            >
              {t("All reports")}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              disabled={query.data === undefined || query.isPlaceholderData}
              onClick={() => setPrinting(true)}
            >
              {t("Print")}
            </Button>
          </>
        }
      />
      <Box mb="md" maw={420}>
        <DateRangeField label={t("Days of the report")} value={range} onChange={onRange} />
      </Box>
      <Loaded
        query={query}
        loading={<LoadingRows rows={6} height={88} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Report"),
          text: t("Failed to load the report. Please check your connection and try again."),
        }}
      >
        {(data) => {
          const report = make(data);
          // While other days are read the former ones stay, and say which they are.
          const shown = { from: data.from, to: data.to };
          return (
            <Stack gap="lg" aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.5 : 1}>
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
                <>
                  <Suspense fallback={<Skeleton height={240} />}>
                    <Bars {...report.chart} />
                  </Suspense>
                  {report.tables.map((table) => (
                    <ReportTable key={table.name} table={table} range={shown} />
                  ))}
                </>
              )}
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
