import { Alert, Button, Grid, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { Money, useMinute } from "../../console/cells.tsx";
import { dayOf } from "../../console/days.ts";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { StaleMark } from "../../console/stale-mark.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { rowsOf } from "./payment-filter.ts";

/** The figures of the page, each with the way to its rows; above them what needs somebody to act. */
export function PaymentStats(): ReactElement {
  const stats = useRead("paymentStats", {}, polled(20_000));
  const { data } = stats;
  const today = dayOf(useMinute());
  const unknown = stats.isError ? null : undefined;
  const rows = (filter: Parameters<typeof rowsOf>[1]) => rowsOf(addresses.payments, filter);
  const sold = { type: "payment", status: "completed" };
  return (
    <>
      <StaleMark query={stats} />
      {data && data.notActivated > 0 ? (
        <Alert color="yellow" mb="md" icon={<IconAlertTriangle aria-hidden />} role="status">
          <Group justify="space-between" gap="sm">
            <Text size="sm">
              {t(
                "{count, plural, one {# purchase is paid and not activated} other {# purchases are paid and not activated}}",
                { count: data.notActivated },
              )}
            </Text>
            <Button component={Link} variant="default" size="sm" mih={44} to={rows({ activation: "open" })}>
              {t("Show them")}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <Grid gap="sm" mb="md">
        <Grid.Col span={{ base: 6, md: 4 }}>
          <StatCard
            name={t("Total Revenue")}
            value={data ? <Money amount={data.totalRevenue} /> : unknown}
            note={t("Payments, all time")}
            to={rows(sold)}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, md: 4 }}>
          <StatCard
            name={t("Today's Sales")}
            value={data ? <Money amount={data.todaySales} /> : unknown}
            note={t("Since midnight")}
            to={rows({ ...sold, from: today, to: today })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, md: 4 }}>
          <StatCard
            name={t("Transactions")}
            value={data?.totalTransactions.toLocaleString("en-US") ?? unknown}
            note={t("All time")}
            to={rows({})}
          />
        </Grid.Col>
        <Grid.Col span={6}>
          <StatCard
            name={t("Success Rate")}
            value={data ? `${Math.round(data.successRate * 10) / 10}%` : unknown}
            note={t("The rest failed")}
            to={rows({ type: "payment", status: "failed" })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <StatCard
            name={t("Voucher sales")}
            value={data ? <Money amount={data.voucherSales} /> : unknown}
            note={t("Face value of redeemed vouchers, not in the revenue")}
            to={rows({ type: "voucher" })}
          />
        </Grid.Col>
      </Grid>
    </>
  );
}
