import { Anchor, Button, Grid, Group, Paper, Progress, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconChartBar, IconPlus, IconScale } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { Link } from "react-router";
import type { PlatformStats } from "#contract/platform-figures";
import { polled } from "../../console/calls.ts";
import { Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { signedAtom } from "../../console/session.ts";
import { useRead } from "../api.ts";
import { GatewayAlarms } from "../dashboard/gateway-alarms.tsx";
import { newProviderAddress, RecentProviders } from "../dashboard/recent-providers.tsx";
import { StatCards } from "../dashboard/stat-cards.tsx";
import { addresses } from "../navigation.ts";

export function DashboardPage() {
  const signed = useAtomValue(signedAtom);
  const stats = useRead("platformStats", {}, polled(30_000));
  return (
    <>
      <PageHead
        title={t("System Overview")}
        text={t("Welcome back, {name}", { name: signed?.name || signed?.username || t("Super admin") })}
        actions={
          <Button component={Link} to={newProviderAddress} leftSection={<IconPlus size={18} aria-hidden />}>
            {t("Add Provider")}
          </Button>
        }
      />
      <Stack gap="md">
        <GatewayAlarms />
        <WaitingMoney />
        <StatCards stats={stats} />
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <RecentProviders />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <SystemStatus stats={stats} />
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

export function WaitingMoney() {
  const { data } = useRead("reconciliationCounts", {}, polled(60_000));
  if (!data) return null;
  const { differences, paybill, refunds } = data;
  const waiting = [
    {
      tab: "differences",
      count: differences,
      words: t("{count, plural, one {# difference} other {# differences}}", { count: differences }),
    },
    {
      tab: "paybill",
      count: paybill,
      words: t("{count, plural, one {# payment} other {# payments}} without a purchase", { count: paybill }),
    },
    {
      tab: "refunds",
      count: refunds,
      words: t("{count, plural, one {# refund} other {# refunds}} of unknown outcome", { count: refunds }),
    },
  ].filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <Warning icon={<IconScale size={20} aria-hidden />} title={t("Money waits for a person")}>
      <Group gap="md" style={{ rowGap: 0 }}>
        {waiting.map(({ tab, words }) => (
          <Anchor
            key={tab}
            component={Link}
            to={`${addresses.reconciliation}?tab=${tab}`}
            underline="always"
            lh="44px"
          >
            {words}
          </Anchor>
        ))}
      </Group>
    </Warning>
  );
}

export function SystemStatus({ stats }: { stats: UseQueryResult<PlatformStats> }) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="system-status">
      <Title order={2} fz="md" mb="sm" id="system-status">
        {t("System Status")}
      </Title>
      <Loaded
        query={stats}
        loading={<Skeleton height={76} radius="md" role="status" aria-label={t("Loading figures …")} />}
        failed={{
          title: t("Error Loading Figures"),
          text: t("Failed to load the platform's figures. Please check your connection and try again."),
        }}
      >
        {({ onlineRouters: online, totalRouters: total }) => (
          <>
            <Group justify="space-between" mb={8} id="router-connections">
              <Text>{t("Router Connections")}</Text>
              <Text fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
                {online}/{total}
              </Text>
            </Group>
            <Progress
              value={total === 0 ? 0 : (100 * online) / total}
              color={online === total ? "teal" : "yellow"}
              aria-label={t("Router Connections")}
            />
            <Hint mt="xs">{sentence(online, total)}</Hint>
          </>
        )}
      </Loaded>
      <SecondaryButton
        component={Link}
        to={addresses.revenue}
        fullWidth
        mt="md"
        leftSection={<IconChartBar size={18} aria-hidden />}
      >
        {t("Revenue Analytics")}
      </SecondaryButton>
    </Paper>
  );
}

function sentence(online: number, total: number): string {
  if (total === 0) return t("There is no router yet.");
  if (online === total) return t("Every router is reached.");
  return t("{count, plural, one {# router is} other {# routers are}} not reached right now.", {
    count: total - online,
  });
}
