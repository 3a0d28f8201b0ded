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
  /** Shorter, beside the lines; as `format` unless told. */
  tick?: (value: number) => string;
  height?: number;
  /** Each row is a name, and a line of its own: names are too long to stand beside each other on a phone. */
  isByName?: boolean;
}) {
  const { label, rows, series, format, tick, isByName = false } = props;
  const { height = isByName ? 48 + 32 * rows.length : 240 } = props;
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={height}
        data={rows.map((row) => ({ ...row }))}
        dataKey="label"
        type="stacked"
        orientation={isByName ? "vertical" : "horizontal"}
        series={[...series]}
        withLegend={series.length > 1}
        valueFormatter={format}
        tickLine="none"
        maxBarWidth={28}
        xAxisProps={{ minTickGap: 24, ...(isByName && tick ? { tickFormatter: tick } : {}) }}
        yAxisProps={
          isByName ? { width: 132, interval: 0 } : tick ? { width: 64, tickFormatter: tick } : { width: 76 }
        }
        // An image has no focusable content.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
