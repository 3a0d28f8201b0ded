import { SimpleGrid } from "@mantine/core";
import { IconCalendar, IconCalendarMonth, IconCash, IconUsers } from "@tabler/icons-react";
import type { AssignedRouter } from "#contract/routers";
import { type DayRange, dayOf, plusDays } from "../../console/days.ts";
import { kes } from "../../console/format.ts";
import { useMinute } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { rowsOf } from "../payments/payment-filter.ts";

export const cards = { cols: { base: 2, md: 4 }, spacing: { base: "xs", sm: "md" } };

/** From Monday to today. @param today as `2026-11-20` */
export function weekOf(today: string): DayRange {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { from: plusDays(today, -weekday), to: today };
}

/**
 * Money and people over all routers: what is asked first, without a tap. @param isHeld drawn as if still read: whether they stay is not
 * known yet
 */
export function ProviderFigures({ isHeld }: { isHeld: boolean }) {
  const stats = useRead("providerStats", {}, polled(30_000));
  const days = useRead("revenueByDay", {}, polled(30_000));
  const today = dayOf(useMinute());
  const week = weekOf(today);
  const { totalRevenue, onlineUsers } = (isHeld ? undefined : stats.data) ?? {};
  const byDay = isHeld ? undefined : days.data;
  // After a failed read a dash is shown, never a wrong figure.
  const unknown = stats.isError && !isHeld ? null : undefined;
  const noDays = days.isError && !isHeld ? null : undefined;
  const sumOf = ({ from, to }: DayRange) =>
    (byDay ?? []).reduce((sum, { day, revenue }) => (day >= from && day <= to ? sum + revenue : sum), 0);
  const sold = (range: Partial<DayRange> = {}) =>
    rowsOf(addresses.payments, { type: "payment", status: "completed", ...range });
  const yesterday = plusDays(today, -1);
  return (
    <SimpleGrid {...cards}>
      <StatCard
        name={t("Today")}
        value={byDay ? kes(sumOf({ from: today, to: today })) : noDays}
        note={
          ageOf(days) ??
          (byDay
            ? t("Yesterday {amount}", { amount: kes(sumOf({ from: yesterday, to: yesterday })) })
            : t("All routers"))
        }
        icon={<IconCalendar size={20} aria-hidden />}
        to={sold({ from: today, to: today })}
      />
      <StatCard
        name={t("This week")}
        value={byDay ? kes(sumOf(week)) : noDays}
        note={ageOf(days) ?? t("Since Monday")}
        icon={<IconCalendarMonth size={20} aria-hidden />}
        to={sold(week)}
      />
      <StatCard
        name={t("Active Users")}
        value={onlineUsers ?? unknown}
        note={ageOf(stats) ?? t("Currently online")}
        icon={<IconUsers size={20} aria-hidden />}
        to={`${addresses.users}?show=online`}
      />
      <StatCard
        name={t("Total Revenue")}
        value={totalRevenue === undefined ? unknown : kes(totalRevenue)}
        note={ageOf(stats) ?? t("All time")}
        icon={<IconCash size={20} aria-hidden />}
        to={sold()}
      />
    </SimpleGrid>
  );
}

const kept = "dashboard-router";

/** The router that was chosen last in this browser: one that is added later does not take its place. */
export function keptRouter(routers: readonly AssignedRouter[]): AssignedRouter | undefined {
  const id = storage()?.getItem(kept);
  const router = routers.find((one) => one.id === id) ?? routers[0];
  if (router && router.id !== id) keepRouter(router.id);
  return router;
}

export function keepRouter(id: string): void {
  try {
    storage()?.setItem(kept, id);
  } catch (cause) {
    console.warn("the router is not remembered", cause);
  }
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
