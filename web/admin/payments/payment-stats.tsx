import { Alert, Grid, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import { dayOf } from "../../console/days.ts";
import { Money, SecondaryButton, useMinute } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { StaleMark } from "../../console/loaded.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { rowsOf } from "./payment-filter.ts";

export function PaymentStats() {
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
            <SecondaryButton component={Link} size="sm" mih={44} to={rows({ activation: "open" })}>
              {t("Show them")}
            </SecondaryButton>
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
