import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { date, kes, shortDay } from "./format.ts";
import { language, t } from "./language.ts";

type Day = { day: string; count: number; revenue: number };

/** @param props.label a day as it is named; the days of a month unless told */
export function RevenueChart(props: {
  days: readonly Day[];
  height: number;
  label?: (day: string, isShort: boolean) => string;
}) {
  const { days, height } = props;
  const label =
    props.label ??
    ((day: string, isShort: boolean) => (isShort ? shortDay(day, language()) : date(day, language())));
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
      xAxisProps={{ tickFormatter: (day: string) => label(day, true), minTickGap: 24 }}
      yAxisProps={{ width: 64, tickFormatter: (value: number) => value.toLocaleString("en-US") }}
      tooltipProps={{ labelFormatter: (day) => label(String(day), false) }}
      barProps={{ radius: 3, isAnimationActive: false }}
    />
  );
}
