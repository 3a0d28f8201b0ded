import { Button, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { ManagedAd } from "#contract/ads";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { AdAnalytics } from "../advertisements/ad-analytics.tsx";
import { AdDialog } from "../advertisements/ad-dialog.tsx";
import { AdList } from "../advertisements/ad-list.tsx";

const place = { tab: "advertisements", q: "", page: "1" };

/** What visitors see before the plans. */
export function AdvertisementsPage(): ReactElement {
  const [{ tab, q, page }, change] = useUrlState(place);
  const [edited, setEdited] = useState<{ ad: ManagedAd | null } | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited({ ad: null })}>
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
