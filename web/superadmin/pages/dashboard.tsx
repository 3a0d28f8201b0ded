import { Anchor, Group, Paper, Progress, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import {
  IconActivity,
  IconBuildingStore,
  IconCalendarMonth,
  IconCash,
  IconChartBar,
  IconPlus,
  IconRouter,
} from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { Link } from "react-router";
import type { PlatformStats } from "#contract/platform-figures";
import { kes } from "../../console/format.ts";
import { Button, Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, PageHead } from "../../console/loaded.tsx";
import { signedAtom } from "../../console/session.ts";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { Attention, useAttentionKnown } from "../dashboard/attention.tsx";
import { newProviderAddress, RecentProviders } from "../dashboard/recent-providers.tsx";
import { SuccessRates } from "../dashboard/success-rates.tsx";
import { Today } from "../dashboard/today.tsx";
import { addresses } from "../navigation.ts";
import { monthAddress } from "../revenue/revenue-cards.tsx";

export function DashboardPage() {
  const signed = useAtomValue(signedAtom);
  const stats = useRead("platformStats", {}, polled(30_000));
  // What needs a person stands above the figures: they are shown with it, for nothing may move under a finger.
  const isKnown = useAttentionKnown();
  return (
    <>
      <PageHead
        title={t("System Overview")}
        text={t("Welcome back, {name}", { name: signed?.name || signed?.username || t("Super admin") })}
        actions={
          <Button component={Link} to={newProviderAddress} icon={IconPlus}>
            {t("Add Provider")}
          </Button>
        }
      />
      {isKnown ? null : (
        <Skeleton height={214} radius="lg" role="status" aria-label={t("Loading figures …")} />
      )}
      <Stack gap="md" display={isKnown ? undefined : "none"}>
        <Attention />
        <Today stats={stats} />
        <StatCards stats={stats} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <RecentProviders />
          <SystemStatus stats={stats} />
        </SimpleGrid>
      </Stack>
    </>
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
            {online === total ? null : (
              <Anchor component={Link} to={`${addresses.providers}?status=router_away`} underline="always">
                {t("Whose routers are away")}
              </Anchor>
            )}
          </>
        )}
      </Loaded>
      <SuccessRates />
      <SecondaryButton component={Link} to={addresses.revenue} fullWidth mt="md" icon={IconChartBar}>
        {t("Revenue Analytics")}
      </SecondaryButton>
      <SecondaryButton component={Link} to={addresses.howItRuns} fullWidth mt="xs" icon={IconActivity}>
        {t("How it runs")}
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

export function StatCards({ stats }: { stats: UseQueryResult<PlatformStats> }) {
  const { data } = stats;
  // After a failed read a dash is shown, never a wrong figure.
  const shown = (figure: (known: PlatformStats) => string | number) =>
    data ? figure(data) : stats.isError ? null : undefined;
  const note = (trend: (known: PlatformStats) => string) => ageOf(stats) ?? (data ? trend(data) : "");
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: "xs", sm: "md" }}>
      <StatCard
        name={t("Providers")}
        value={shown(({ totalProviders }) => totalProviders)}
        note={note(({ activeProviders, trends }) => {
          const active = t("{count} active", { count: activeProviders });
          return `${active} · ${newOnes(trends.newProviders)}`;
        })}
        icon={<IconBuildingStore size={20} aria-hidden />}
        to={addresses.providers}
      />
      <StatCard
        name={t("Routers")}
        value={shown(({ totalRouters }) => totalRouters)}
        note={note(({ onlineRouters, trends }) => {
          const online = t("{count} online", { count: onlineRouters });
          return `${online} · ${newOnes(trends.newRouters)}`;
        })}
        icon={<IconRouter size={20} aria-hidden />}
        to={addresses.routers}
      />
      <StatCard
        name={t("Total Revenue")}
        value={shown(({ totalRevenue }) => kes(totalRevenue))}
        note={note(({ trends }) => revenueTrend(trends))}
        icon={<IconCash size={20} aria-hidden />}
        to={addresses.revenue}
      />
      <StatCard
        name={t("Monthly Revenue")}
        value={shown(({ monthlyRevenue }) => kes(monthlyRevenue))}
        note={note(({ trends }) => monthTrend(trends))}
        icon={<IconCalendarMonth size={20} aria-hidden />}
        to={monthAddress()}
      />
    </SimpleGrid>
  );
}

type Trends = PlatformStats["trends"];

/** New ones of the last 30 days. */
export function newOnes(count: number): string {
  return count === 0 ? t("None new in 30 days") : t("{count} new in 30 days", { count });
}

/** The last 30 days against the 30 before. */
export function revenueTrend({ revenue }: Trends): string {
  if (revenue === null) return t("Nothing to compare with yet");
  if (revenue === 0) return t("As much as in the 30 days before");
  return revenue > 0
    ? t("{percent} % more in 30 days than in the 30 before", { percent: revenue })
    : t("{percent} % less in 30 days than in the 30 before", { percent: -revenue });
}

/** This month so far against the same days of the month before. */
export function monthTrend({ month }: Trends): string {
  if (month === null) return t("No sales in the same days last month");
  if (month === 0) return t("As much as by this day last month");
  return month > 0
    ? t("{percent} % more than by this day last month", { percent: month })
    : t("{percent} % less than by this day last month", { percent: -month });
}
