import { SimpleGrid, Tabs } from "@mantine/core";
import { IconAd2, IconClick, IconEye, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { ManagedAd } from "#contract/ads";
import { Button } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { Loaded, PageHead } from "../../console/loaded.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { AdDialog } from "../advertisements/ad-dialog.tsx";
import { AdList } from "../advertisements/ad-list.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

const place = { tab: "advertisements", q: "", page: "1" };

export function AdvertisementsPage() {
  const [{ tab, q, page }, change] = useUrlState(place);
  const [edited, setEdited] = useState<{ ad: ManagedAd | null } | null>(null);
  const create = (
    <Button icon={IconPlus} onClick={() => setEdited({ ad: null })}>
      {t("Create Advertisement")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t("Advertisement Management")}
        text={t("What visitors see before the plans, on every provider's portal.")}
        actions={create}
      />
      <Tabs
        value={tab === "analytics" ? "analytics" : "advertisements"}
        onChange={(value) => change({ tab: value ?? "advertisements" })}
        keepMounted={false}
      >
        <PageTabs
          names={{ advertisements: t("Advertisements"), analytics: t("Analytics") }}
          chosen={tab === "analytics" ? tab : "advertisements"}
        />
        <Tabs.Panel value="advertisements">
          <AdList q={q} page={page} change={change} onEdit={(ad) => setEdited({ ad })} create={create} />
        </Tabs.Panel>
        <Tabs.Panel value="analytics">
          <AdAnalytics />
        </Tabs.Panel>
      </Tabs>
      {edited ? <AdDialog ad={edited.ad} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

const look = { cols: { base: 1, sm: 3 }, spacing: { base: "xs", sm: "md" } };

export function AdAnalytics() {
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
