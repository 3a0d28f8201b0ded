import { IconCash, IconUsers } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** The provider as a whole: what came in ever, and who is there now. */
export function ProviderCards(): ReactElement {
  const stats = useRead("providerStats", {}, polled(30_000));
  const { totalRevenue, activeUsers, onlineUsers } = stats.data ?? {};
  // A failed read leaves a dash: no figure is better than a wrong one.
  const unknown = stats.isError ? null : undefined;
  return (
    <>
      <StatCard
        name={t("Total Revenue")}
        value={totalRevenue === undefined ? unknown : kes(totalRevenue)}
        note={ageOf(stats) ?? t("All time")}
        icon={<IconCash size={20} aria-hidden />}
        to={`${addresses.payments}?type=payment&status=completed`}
      />
      <StatCard
        name={t("Active Users")}
        value={activeUsers === undefined ? unknown : activeUsers}
        note={
          ageOf(stats) ??
          (onlineUsers === undefined
            ? t("Currently online")
            : t("Currently online: {count}", { count: onlineUsers }))
        }
        icon={<IconUsers size={20} aria-hidden />}
        to={`${addresses.users}?show=active`}
      />
    </>
  );
}
