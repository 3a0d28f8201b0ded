import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import type { ReactElement } from "react";

export type BarSeries = { name: string; label: string; color: string };
export type BarRow = { readonly label: string } & Readonly<Record<string, string | number>>;

/** Bars, stacked where there are several series; a file of its own, because charts weigh much. */
export function Bars(props: {
  /** What it shows, for whoever does not see it; a table beside it has the figures. */
  label: string;
  rows: readonly BarRow[];
  series: readonly BarSeries[];
  format: (value: number) => string;
  height?: number;
}): ReactElement {
  const { label, rows, series, format, height = 240 } = props;
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={height}
        data={rows.map((row) => ({ ...row }))}
        dataKey="label"
        type="stacked"
        series={[...series]}
        withLegend={series.length > 1}
        valueFormatter={format}
        tickLine="none"
        maxBarWidth={28}
        xAxisProps={{ minTickGap: 24 }}
        yAxisProps={{ width: 76 }}
        // An image has nothing inside that could take the focus.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
