import { Anchor, Card, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { Settings } from "#contract/branding";
import type { Provider } from "#contract/providers";
import { portalLook } from "#contract/values/portal-look";
import { phone } from "../../console/format.ts";
import { Hint, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { originOf } from "../../console/page-data.ts";
import { PageTabs } from "../../console/page-tabs.tsx";
import { SettingsEditor } from "../../console/settings/settings-form.tsx";
import { useAct } from "../api.ts";
import { AdminList } from "../operators/admin-list.tsx";
import { ProfileGateways } from "../providers/provider-gateways.tsx";
import { ProviderRevenueTab } from "./provider-revenue.tsx";
import { ProviderRouters } from "./provider-routers.tsx";

const tabs = ["overview", "routers", "revenue", "gateways", "portal", "admins"] as const;
const firstTab = { tab: "overview" };

export function ProfileTabs(props: { provider: Provider; mainOrigin: string }) {
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

const lookOf = (provider: Provider): Settings => portalLook(provider.captivePortalSettings, provider);

/** The record that the provider itself edits in its settings; only what was changed is sent. */
export function CaptivePortal({ provider }: { provider: Provider }) {
  const { mutateAsync: patch } = useAct("patchProvider", ["/api/superadmin/providers"]);
  const saved = useMemo(() => lookOf(provider), [provider]);
  return (
    <SettingsEditor
      inTab
      saved={saved}
      businessName={provider.businessName}
      subdomain={provider.subdomain}
      save={async (captivePortalSettings) =>
        lookOf(await patch({ params: { id: provider.id }, body: { captivePortalSettings } }))
      }
      failure={{ title: t("Save Failed"), text: t("Failed to save captive portal settings") }}
    />
  );
}

export function Overview(props: { provider: Provider; mainOrigin: string }) {
  const { provider, mainOrigin } = props;
  const portal = originOf(mainOrigin, provider.subdomain);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Card>
        <Facts
          facts={[
            [t("Business Name"), provider.businessName],
            [t("Contact Name"), provider.contactName],
            [t("Email"), provider.email],
            [t("Phone"), provider.phone ? phone(provider.phone) : null],
            [t("Address"), provider.address],
          ]}
        />
      </Card>
      <Card>
        <Facts
          facts={[
            [
              t("Portal"),
              <Anchor key="portal" href={portal} target="_blank" rel="noopener">
                {new URL(portal).host}
              </Anchor>,
            ],
            [t("Routers"), String(provider.routerCount)],
            [t("Created"), <When key="created" iso={provider.createdAt} />],
            [t("KRA PIN"), provider.kraPin],
            [t("Business License"), provider.businessLicense],
          ]}
        />
      </Card>
    </SimpleGrid>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Stack component="dl" gap="sm" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Hint component="dt">{name}</Hint>
          <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
            {value || t("Not set")}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
