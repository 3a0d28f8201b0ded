import { Box, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { ReportKind } from "#contract/reports";
import { DateRangeField } from "../../console/date-range-field.tsx";
import type { DayRange } from "../../console/days.ts";
import { t } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import { PageHead } from "../../console/page-head.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { callApi } from "../api.ts";
import { RecentReports } from "../reports/recent-reports.tsx";
import { ReportCards } from "../reports/report-cards.tsx";
import { kindOf, rangeOf } from "../reports/report-range.ts";
import { ReportView } from "../reports/report-view.tsx";
import { useBusinessName } from "../use-business-name.ts";

const defaults = { kind: "", from: "", to: "" };

/** Three kinds of reports of any days; the address names the one that is shown. */
export function ReportsPage({ page }: { page: PageData }): ReactElement {
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
      <ReportCards onGenerate={(made) => generate(made, range)} />
      <RecentReports />
    </>
  );
}

const listPath = "/api/admin/reports";
