import { IconCalendar, IconCalendarMonth } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { AssignedRouter } from "#contract/routers";
import { presetRange } from "../../console/days.ts";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** What the selected router sold. */
export function RouterCards({ router }: { router: AssignedRouter }): ReactElement {
  const stats = useRead("routerStats", { params: { id: router.id } }, polled(15_000));
  // Another router's figures are never shown under this one's name.
  const { todaySales, monthlyRevenue } = (stats.isPlaceholderData ? undefined : stats.data) ?? {};
  const unknown = stats.isError ? null : undefined;
  const rows = (preset: "today" | "thisMonth") =>
    `${addresses.payments}?${new URLSearchParams({ type: "payment", status: "completed", routerId: router.id, ...presetRange(preset) })}`;
  return (
    <>
      <StatCard
        name={t("Today's Sales")}
        value={todaySales === undefined ? unknown : kes(todaySales)}
        note={ageOf(stats) ?? router.name}
        icon={<IconCalendar size={20} aria-hidden />}
        to={rows("today")}
      />
      <StatCard
        name={t("Monthly Revenue")}
        value={monthlyRevenue === undefined ? unknown : kes(monthlyRevenue)}
        note={ageOf(stats) ?? router.name}
        icon={<IconCalendarMonth size={20} aria-hidden />}
        to={rows("thisMonth")}
      />
    </>
  );
}
