import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";

export type BarSeries = { name: string; label: string; color: string };
export type BarRow = { readonly label: string } & Readonly<Record<string, string | number>>;

/** Loaded on demand: charts are large. */
export function Bars(props: {
  /** For screen readers. */
  label: string;
  rows: readonly BarRow[];
  series: readonly BarSeries[];
  format: (value: number) => string;
  height?: number;
}) {
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
        // An image has no focusable content.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
