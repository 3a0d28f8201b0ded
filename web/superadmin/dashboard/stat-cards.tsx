import { SimpleGrid } from "@mantine/core";
import { IconBuildingStore, IconCalendarMonth, IconCash, IconRouter } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { PlatformStats } from "#contract/platform-figures";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { addresses } from "../navigation.ts";
import { monthAddress } from "../revenue/revenue-cards.tsx";

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
