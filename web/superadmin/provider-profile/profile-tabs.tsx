import { Tabs } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Provider } from "#contract/providers";
import { t } from "../../console/language.ts";
import { PageTabs } from "../../console/page-tabs.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { AdminList } from "../operators/admin-list.tsx";
import { ProfileGateways } from "../providers/provider-gateways.tsx";
import { CaptivePortal } from "./captive-portal.tsx";
import { Overview } from "./overview.tsx";
import { ProviderRevenueTab } from "./provider-revenue.tsx";
import { ProviderRouters } from "./provider-routers.tsx";

const tabs = ["overview", "routers", "revenue", "gateways", "portal", "admins"] as const;
const firstTab = { tab: "overview" };

export function ProfileTabs(props: { provider: Provider; mainOrigin: string }): ReactElement {
  const { provider, mainOrigin } = props;
  const [place, setPlace] = useUrlState(firstTab);
  const tab = tabs.find((name) => name === place.tab) ?? "overview";
  // What was typed into the portal's form stays while one looks at another tab.
  const [portalSeen, seePortal] = useState(tab === "portal");
  const go = (name: string | null) => {
    if (name === "portal") seePortal(true);
    setPlace({ tab: name ?? "overview" });
  };
  const names = {
    overview: t("Overview"),
    routers: t("Routers"),
    revenue: t("Revenue"),
    gateways: t("Payment Gateways"),
    portal: t("Captive Portal"),
    admins: t("Admins"),
  };
  return (
    <Tabs value={tab} onChange={go} keepMounted={false}>
      <PageTabs names={names} chosen={tab} />
      <Tabs.Panel value="overview">
        <Overview provider={provider} mainOrigin={mainOrigin} />
      </Tabs.Panel>
      <Tabs.Panel value="routers">
        <ProviderRouters provider={provider} />
      </Tabs.Panel>
      <Tabs.Panel value="revenue">
        <ProviderRevenueTab provider={provider} />
      </Tabs.Panel>
      <Tabs.Panel value="gateways">
        <ProfileGateways provider={provider} />
      </Tabs.Panel>
      <Tabs.Panel value="portal" keepMounted={portalSeen}>
        <CaptivePortal provider={provider} />
      </Tabs.Panel>
      <Tabs.Panel value="admins">
        <AdminList providerId={provider.id} />
      </Tabs.Panel>
    </Tabs>
  );
}
