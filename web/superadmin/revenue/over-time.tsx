import { Paper, Title } from "@mantine/core";
import { language, t } from "../../console/language.ts";
import { LateChart } from "../../console/late-chart.tsx";
import type { Total } from "./revenue-cards.tsx";

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
      <div role="img" aria-label={name}>
        <LateChart days={series} height={height} {...(by === "month" ? { label: monthName } : {})} />
      </div>
    </Paper>
  );
}

function monthName(day: string): string {
  return new Intl.DateTimeFormat(language(), { month: "short", year: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
