import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import type { PlatformStats } from "#contract/platform-figures";
import { dayOf } from "../../console/days.ts";
import { kes } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { LateChart } from "../../console/late-chart.tsx";
import { addresses } from "../navigation.ts";

const chartHeight = 180;

/** What came in today, and how the last 30 days went. A failed read is told by the figures below. */
export function Today({ stats }: { stats: UseQueryResult<PlatformStats> }) {
  const { data } = stats;
  if (!data && stats.isError) return null;
  const day = dayOf();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="today">
      <Group justify="space-between" align="flex-start" gap="md" wrap="wrap">
        <Stack gap={2} style={{ flex: "1 1 180px" }}>
          <Title order={2} fz="md" id="today">
            {t("Came in today")}
          </Title>
          {data ? (
            <>
              <Anchor
                component={Link}
                to={`${addresses.revenue}?${new URLSearchParams({ from: day, to: day })}`}
                fz={32}
                fw={650}
                lh="44px"
                c="inherit"
                style={{ fontVariantNumeric: "tabular-nums" }}
              >
                {kes(data.today.revenue)}
              </Anchor>
              <Text size="sm">
                {t("{count, plural, one {# payment} other {# payments}}", { count: data.today.transactions })}
              </Text>
              <Hint>{t("Yesterday: {amount}", { amount: kes(data.today.yesterday) })}</Hint>
            </>
          ) : (
            <Skeleton height={88} radius="md" />
          )}
        </Stack>
        <div
          style={{ flex: "3 1 280px", minWidth: 0, minHeight: chartHeight }}
          role="img"
          aria-label={t("Revenue, last 30 days")}
        >
          {data ? (
            <LateChart days={data.days} height={chartHeight} />
          ) : (
            <Skeleton height={chartHeight} radius="md" />
          )}
        </div>
      </Group>
    </Paper>
  );
}
