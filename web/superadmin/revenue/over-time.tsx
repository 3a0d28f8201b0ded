import { Paper, Skeleton, Title } from "@mantine/core";
import { lazy, Suspense } from "react";
import { language, t } from "../../console/language.ts";
import type { Total } from "./revenue-cards.tsx";

const Chart = lazy(async () => ({ default: (await import("../../console/revenue-chart.tsx")).RevenueChart }));
const height = 220;

/** The chosen days one by one, or by month where they are many. */
export function RevenueOverTime({ total: { series, by } }: { total: Total }) {
  if (series.length < 2) return null;
  const name = by === "month" ? t("Revenue by month") : t("Revenue by day");
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-labelledby="over-time">
      <Title order={2} fz="md" mb="sm" id="over-time">
        {name}
      </Title>
      <div role="img" aria-label={name} style={{ minHeight: height }}>
        <Suspense fallback={<Skeleton height={height} radius="md" />}>
          <Chart days={series} height={height} {...(by === "month" ? { label: monthName } : {})} />
        </Suspense>
      </div>
    </Paper>
  );
}

function monthName(day: string): string {
  return new Intl.DateTimeFormat(language(), { month: "short", year: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
