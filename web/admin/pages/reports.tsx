import {
  Box,
  Button,
  Card,
  Divider,
  Group,
  SimpleGrid,
  Stack,
  Text,
  ThemeIcon,
  Title,
  UnstyledButton,
} from "@mantine/core";
import { IconChartBar, IconChevronRight, IconCoins, IconUsersGroup } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { RecentReport, ReportKind } from "#contract/reports";
import type { DayRange } from "../../console/days.ts";
import { DateRangeField } from "../../console/filter-bar.tsx";
import { Hint, PlainList, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { callApi, keptFor, may, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { LinesNow } from "../reports/lines-now.tsx";
import { kindOf, kinds, rangeOf, rangeText, reportNames } from "../reports/report.ts";
import { ReportView, RevenueNow } from "../reports/report-view.tsx";
import { useBusinessName } from "../use-business-name.ts";

const defaults = { kind: "", from: "", to: "" };

export function ReportsPage({ page }: { page: PageData }) {
  const [url, change] = useUrlState(defaults);
  const provider = useBusinessName(page);
  const client = useQueryClient();
  const kind = kindOf(url.kind);
  const range = rangeOf(url);
  const note = (made: ReportKind, days: DayRange) =>
    callApi("noteReport", { body: { kind: made, ...days } })
      .then(() => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === listPath }))
      // The report is there all the same; only the list of recent ones lacks it.
      .catch((cause: unknown) => console.warn("the report was not noted", cause));
  const generate = (made: ReportKind, days: DayRange) => {
    change({ kind: made, ...days });
    void note(made, days);
  };
  if (kind)
    return (
      <ReportView
        key={kind}
        kind={kind}
        range={range}
        provider={provider}
        onRange={(days) => generate(kind, days)}
      />
    );
  return (
    <>
      <PageHead title={t("Reports")} />
      <Box mb="md" maw={420}>
        <Text size="sm" fw={500} mb={4}>
          {t("Days of the report")}
        </Text>
        <DateRangeField label={t("Days of the report")} value={range} onChange={change} />
      </Box>
      <RevenueNow range={range} />
      {may("lineFigures") ? <LinesNow /> : null}
      <ReportCards onGenerate={(made) => generate(made, range)} />
      <RecentReports />
    </>
  );
}

const listPath = "/api/admin/reports";

const icons = { revenue: IconCoins, usage: IconChartBar, customers: IconUsersGroup };

export function ReportCards({ onGenerate }: { onGenerate: (kind: ReportKind) => void }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mb="lg">
      {kinds.map((kind) => {
        const { card, text } = reportNames(kind);
        const Icon = icons[kind];
        return (
          <Card key={kind}>
            <Stack h="100%" justify="space-between">
              <div>
                <Group gap="sm" wrap="nowrap" mb="xs">
                  <ThemeIcon size={40} variant="light" aria-hidden>
                    <Icon size={22} />
                  </ThemeIcon>
                  <Title order={2} size="h4" id={`report-${kind}`}>
                    {card}
                  </Title>
                </Group>
                <Hint>{text}</Hint>
              </div>
              <Button fullWidth aria-describedby={`report-${kind}`} onClick={() => onGenerate(kind)}>
                {t("Generate Report")}
              </Button>
            </Stack>
          </Card>
        );
      })}
    </SimpleGrid>
  );
}

export function RecentReports() {
  const recent = useRead("recentReports", {}, keptFor(0));
  return (
    <Card component="section" aria-labelledby="recent-reports">
      <Title order={2} size="h4" mb="xs" id="recent-reports">
        {t("Recent Reports")}
      </Title>
      <Loaded
        query={recent}
        loading={<LoadingRows rows={3} height={56} label={t("Loading …")} />}
        failed={{ title: t("Error Loading Reports"), text: t("Failed to load the recent reports.") }}
        empty={
          <Empty
            icon={<IconChartBar size={28} />}
            title={t("No recent reports")}
            text={t("A report that you generate is kept here.")}
          />
        }
      >
        {(reports) => (
          <PlainList gap={0}>
            {reports.map((report, place) => (
              <li key={report.id}>
                {place > 0 ? <Divider /> : null}
                <Row report={report} />
              </li>
            ))}
          </PlainList>
        )}
      </Loaded>
    </Card>
  );
}

function Row({ report }: { report: RecentReport }) {
  const { kind, from, to, at, by } = report;
  const address = `${addresses.reports}?${new URLSearchParams({ kind, from, to })}`;
  return (
    <UnstyledButton component={Link} to={address} w="100%" py="xs" mih={56} display="block">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div>
          <Text fw={600} size="sm">
            {reportNames(kind).title}
          </Text>
          <Hint component="div">
            {rangeText({ from, to })} · {by}, <When iso={at} relative />
          </Hint>
        </div>
        <IconChevronRight size={18} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}
