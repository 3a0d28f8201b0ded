import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { date, kes, shortDay } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";

type Day = { day: string; count: number; revenue: number };

export function RevenueChart({ days, height }: { days: readonly Day[]; height: number }) {
  return (
    <BarChart
      h={height}
      data={days.map(({ day, revenue }) => ({ day, revenue }))}
      dataKey="day"
      series={[{ name: "revenue", label: t("Revenue"), color: "door.5" }]}
      withTooltip
      // The table beside it is for the keyboard and for readers.
      barChartProps={{ accessibilityLayer: false }}
      gridAxis="x"
      tickLine="none"
      valueFormatter={kes}
      xAxisProps={{ tickFormatter: (day: string) => shortDay(day, language()), minTickGap: 24 }}
      yAxisProps={{ width: 64, tickFormatter: (value: number) => value.toLocaleString("en-US") }}
      tooltipProps={{ labelFormatter: (day) => date(String(day), language()) }}
      barProps={{ radius: 3, isAnimationActive: false }}
    />
  );
}
