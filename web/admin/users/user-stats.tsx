import { SimpleGrid } from "@mantine/core";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { StatCard } from "../../console/stat-card.tsx";
import { useList, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** The four figures of the page; each opens its rows. */
export function UserStats(): ReactElement {
  const stats = useRead("providerStats", {}, polled(20_000));
  const running = useList("listActiveUsers", { query: { page: 1, pageSize: 1 } }, polled(10_000));
  const unknown = stats.isError ? null : undefined;
  const to = (show: string) => `${addresses.users}?show=${show}`;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" mb="md">
      <StatCard
        name={t("Total Users")}
        value={stats.data?.totalUsers ?? unknown}
        note={t("All time")}
        to={addresses.users}
      />
      <StatCard
        name={t("Active Users")}
        value={running.data?.total ?? stats.data?.activeUsers ?? unknown}
        note={t("Their time runs now")}
        to={to("active")}
      />
      <StatCard
        name={t("Expired")}
        value={stats.data?.expiredUsers ?? unknown}
        note={t("Their time is over")}
        to={to("expired")}
      />
      <StatCard
        name={t("Online Now")}
        value={stats.data?.onlineUsers ?? unknown}
        note={t("Let out right now")}
        to={to("online")}
      />
    </SimpleGrid>
  );
}
