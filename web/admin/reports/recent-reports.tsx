import { Card, Divider, Group, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { IconChartBar, IconChevronRight } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { RecentReport } from "#contract/reports";
import { When } from "../../console/cells.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { keptFor } from "../../console/query.ts";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { reportNames } from "./report-names.ts";
import { rangeText } from "./report-range.ts";

/** What was made lately, open again with one touch. */
export function RecentReports(): ReactElement {
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
      >
        {(reports) =>
          reports.length === 0 ? (
            <Empty
              icon={<IconChartBar size={28} />}
              title={t("No recent reports")}
              text={t("A report that you generate is kept here.")}
            />
          ) : (
            <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: "none" }}>
              {reports.map((report, place) => (
                <li key={report.id}>
                  {place > 0 ? <Divider /> : null}
                  <Row report={report} />
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Card>
  );
}

function Row({ report }: { report: RecentReport }): ReactElement {
  const { kind, from, to, at, by } = report;
  const address = `${addresses.reports}?${new URLSearchParams({ kind, from, to })}`;
  return (
    <UnstyledButton component={Link} to={address} w="100%" py="xs" mih={56} display="block">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div>
          <Text fw={600} size="sm">
            {reportNames(kind).title}
          </Text>
          <Text component="div" size="sm" c="dimmed">
            {rangeText({ from, to })} · {by}, <When iso={at} relative />
          </Text>
        </div>
        <IconChevronRight size={18} aria-hidden />
      </Group>
    </UnstyledButton>
  );
}
