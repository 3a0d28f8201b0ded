import { SimpleGrid } from "@mantine/core";
import { IconCash, IconReceipt, IconRouter, IconScale } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { platformRevenue } from "#contract/platform-figures";
import { type DayRange, presetRange } from "../../console/days.ts";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import type { Answer } from "../../console/request.ts";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

export type Total = Answer<typeof platformRevenue>;

export function RevenueCards({ total, days }: { total: UseQueryResult<Total>; days: string }) {
  const stats = useRead("platformStats", {}, polled(30_000));
  const figure = (shown: (known: Total) => string | number) =>
    total.data ? shown(total.data) : total.isError ? null : undefined;
  const note = ageOf(total) ?? days;
  const count = (number: number) => number.toLocaleString("en-US");
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: "xs", sm: "md" }} mb="md">
      <StatCard
        name={t("Total System Revenue")}
        value={figure(({ revenue }) => kes(revenue))}
        note={note}
        icon={<IconCash size={20} aria-hidden />}
      />
      <StatCard
        name={t("Total Transactions")}
        value={figure(({ transactions }) => count(transactions))}
        note={note}
        icon={<IconReceipt size={20} aria-hidden />}
      />
      <StatCard
        name={t("Average per Provider")}
        value={figure(({ average }) => kes(average))}
        note={
          total.data
            ? t("{count, plural, one {# provider} other {# providers}}", { count: total.data.providers })
            : ""
        }
        icon={<IconScale size={20} aria-hidden />}
      />
      <StatCard
        name={t("Active Routers")}
        value={stats.data ? count(stats.data.onlineRouters) : stats.isError ? null : undefined}
        note={ageOf(stats) ?? t("online right now")}
        icon={<IconRouter size={20} aria-hidden />}
        to={addresses.routers}
      />
    </SimpleGrid>
  );
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** For the calls; two empty texts are all time, and what an address made up is left out. */
export function daysQuery({ from, to }: DayRange): { from?: string; to?: string } {
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
}

/** The revenue of this month: where a card about it leads. */
export function monthAddress(): string {
  return `${addresses.revenue}?${new URLSearchParams(presetRange("thisMonth"))}`;
}

/** Share of the whole in percent with one decimal; nothing of nothing is nothing. */
export function shareOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}
