import { SimpleGrid } from "@mantine/core";
import { IconAd2, IconClick, IconEye } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { polled } from "../../console/query.ts";
import { StatCard } from "../../console/stat-card.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

const look = { cols: { base: 1, sm: 3 }, spacing: { base: "xs", sm: "md" } };

/** Over all advertisements that are in the list. */
export function AdAnalytics(): ReactElement {
  const stats = useRead("adStats", {}, polled(30_000));
  return (
    <Loaded
      query={stats}
      loading={
        <SimpleGrid {...look}>
          <StatCard name={t("Total Views")} value={undefined} />
          <StatCard name={t("Total Clicks")} value={undefined} />
          <StatCard name={t("Active Ads")} value={undefined} />
        </SimpleGrid>
      }
      failed={{
        title: t("Error Loading Figures"),
        text: t("Failed to fetch advertisements"),
      }}
    >
      {({ views, clicks, active, total }) => (
        <SimpleGrid {...look}>
          <StatCard
            name={t("Total Views")}
            value={views.toLocaleString("en-US")}
            note={t("All advertisements in the list")}
            icon={<IconEye size={20} aria-hidden />}
          />
          <StatCard
            name={t("Total Clicks")}
            value={clicks.toLocaleString("en-US")}
            note={
              views === 0
                ? t("Nobody has looked yet")
                : t("{percent} % of the views", { percent: Math.round((1_000 * clicks) / views) / 10 })
            }
            icon={<IconClick size={20} aria-hidden />}
          />
          <StatCard
            name={t("Active Ads")}
            value={active}
            note={t("of {count} in the list", { count: total })}
            icon={<IconAd2 size={20} aria-hidden />}
            to={addresses.advertisements}
          />
        </SimpleGrid>
      )}
    </Loaded>
  );
}
