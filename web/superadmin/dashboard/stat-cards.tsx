import { SimpleGrid } from "@mantine/core";
import { IconBuildingStore, IconCalendarMonth, IconCash, IconRouter } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { PlatformStats } from "#contract/platform-figures";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { addresses } from "../navigation.ts";
import { monthAddress } from "../revenue/revenue-range.ts";
import { monthTrend, newOnes, revenueTrend } from "./trends.ts";

/** The platform in four figures, each with how it moved and the rows behind it. */
export function StatCards({ stats }: { stats: UseQueryResult<PlatformStats> }): ReactElement {
  const { data } = stats;
  // A failed read leaves a dash: no figure is better than a wrong one.
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
