import { Center, Group, Paper, Skeleton, Text, Title, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense } from "react";
import { polled } from "../../console/calls.ts";
import { date, kes } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { useRead } from "../api.ts";

const Chart = lazy(async () => ({ default: (await import("./revenue-chart.tsx")).RevenueChart }));
const chartHeight = 240;

export function RevenuePanel() {
  const days = useRead("revenueByDay", {}, polled(60_000));
  const loading = (
    <Skeleton height={chartHeight} radius="md" role="status" aria-label={t("Loading revenue …")} />
  );
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="revenue-days">
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="md" id="revenue-days">
          {t("Revenue, last 30 days")}
        </Title>
        {days.data ? (
          <Text fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
            {kes(days.data.reduce((sum, { revenue }) => sum + revenue, 0))}
          </Text>
        ) : null}
      </Group>
      <Loaded
        query={days}
        loading={loading}
        failed={{
          title: t("Error Loading Revenue"),
          text: t("The revenue of the last days could not be read."),
        }}
      >
        {(rows) =>
          rows.every(({ revenue }) => revenue === 0) ? (
            <Center h={chartHeight}>
              <Text c="dimmed">{t("No sales in the last 30 days")}</Text>
            </Center>
          ) : (
            <>
              <div aria-hidden>
                <Suspense fallback={loading}>
                  <Chart days={rows} height={chartHeight} />
                </Suspense>
              </div>
              <VisuallyHidden>
                <table>
                  <caption>{t("Revenue, last 30 days")}</caption>
                  <thead>
                    <tr>
                      <th scope="col">{t("Day")}</th>
                      <th scope="col">{t("Payments")}</th>
                      <th scope="col">{t("Revenue")}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ day, count, revenue }) => (
                      <tr key={day}>
                        <th scope="row">{date(day, language())}</th>
                        <td>{count}</td>
                        <td>{kes(revenue)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </VisuallyHidden>
            </>
          )
        }
      </Loaded>
    </Paper>
  );
}
