import { Anchor, Card, SimpleGrid, Stack, Tabs, Title } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import type { Settings } from "#contract/branding";
import type { Provider } from "#contract/providers";
import { portalLook } from "#contract/values/portal-look";
import { kes, phone } from "../../console/format.ts";
import { Fact, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { isMissing, Missing, StaleMark } from "../../console/loaded.tsx";
import { originOf } from "../../console/page-data.ts";
import { PageTabs } from "../../console/page-tabs.tsx";
import { SettingsEditor } from "../../console/settings/settings-form.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { useAct } from "../api.ts";
import { AdminList } from "../operators/admin-list.tsx";
import { ProfileGateways } from "../providers/provider-gateways.tsx";
import { EditContacts } from "./edit-contacts.tsx";
import { ProviderData } from "./provider-data.tsx";
import { ProviderHealth } from "./provider-health.tsx";
import { revenueFailure, useProviderRevenue } from "./provider-revenue.ts";
import { ProviderRouters } from "./provider-routers.tsx";
import { SellingGuide } from "./selling-guide.tsx";

const tabs = ["overview", "routers", "revenue", "gateways", "portal", "admins", "data"] as const;
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
    data: t("Data"),
  };
  return (
    <Tabs value={tab} onChange={go} keepMounted={false}>
      <PageTabs names={names} chosen={tab} />
      <Tabs.Panel value="overview">
        <SellingGuide provider={provider} />
        <ProviderHealth provider={provider} />
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
      <Tabs.Panel value="data">
        <ProviderData provider={provider} />
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
      plans={[]}
      noPlans={t("The provider's plans stand here.")}
    />
  );
}

export function Overview(props: { provider: Provider; mainOrigin: string }) {
  const { provider, mainOrigin } = props;
  const [editing, edit] = useState(false);
  const portal = originOf(mainOrigin, provider.subdomain);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Card>
        <Facts
          facts={[
            [t("Business Name"), provider.businessName],
            [t("Contact Name"), provider.contactName],
            [
              t("Email"),
              <Anchor key="email" href={`mailto:${provider.email}`}>
                {provider.email}
              </Anchor>,
            ],
            [
              t("Phone"),
              provider.phone ? (
                <Anchor key="phone" href={`tel:+${provider.phone}`}>
                  {phone(provider.phone)}
                </Anchor>
              ) : null,
            ],
            [t("Address"), provider.address],
          ]}
        />
        <SecondaryButton mt="md" icon={IconPencil} onClick={() => edit(true)}>
          {t("Edit contacts")}
        </SecondaryButton>
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
            [
              t("Its console"),
              <Anchor key="console" href={`${portal}/admin`} target="_blank" rel="noopener">
                {`${new URL(portal).host}/admin`}
              </Anchor>,
            ],
            [t("Routers"), String(provider.routerCount)],
            [t("Created"), <When key="created" iso={provider.createdAt} />],
            [t("KRA PIN"), provider.kraPin],
            [t("Business License"), provider.businessLicense],
          ]}
        />
      </Card>
      {editing ? <EditContacts provider={provider} onClose={() => edit(false)} /> : null}
    </SimpleGrid>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Stack component="dl" gap="sm" m={0}>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value || t("Not set")}
        </Fact>
      ))}
    </Stack>
  );
}

export function ProviderRevenueTab({ provider }: { provider: Provider }) {
  const revenue = useProviderRevenue(provider.id);
  const { data } = revenue;
  if (isMissing(revenue)) return <Missing query={revenue} failed={revenueFailure()} />;
  return (
    <>
      <StaleMark query={revenue} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <StatCard name={t("Today's Revenue")} value={data && kes(data.today)} />
        <StatCard name={t("Monthly Revenue")} value={data && kes(data.thisMonth)} note={t("This month")} />
        <StatCard
          name={t("All Time Revenue")}
          value={data && kes(data.allTime)}
          note={t("Through payment gateways, diverted money included")}
        />
      </SimpleGrid>
      <Title order={3} fz="md" mt="lg" mb="sm">
        {t("Where the money went")}
      </Title>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <StatCard
          name={t("Paid to the provider")}
          value={data && kes(data.settlements.direct)}
          note={t("Straight to its own account")}
        />
        <StatCard
          name={t("Collected by the platform")}
          value={data && kes(data.settlements.collected)}
          note={t("Refunds not taken off")}
        />
        <StatCard
          name={t("Diverted")}
          value={data && kes(data.settlements.diverted)}
          note={t("To a central account by the switch")}
        />
        <StatCard
          name={t("Refunded")}
          value={data && kes(data.refunded)}
          note={t("Taken off on the day it went back")}
        />
      </SimpleGrid>
      <Title order={3} fz="md" mt="lg" mb="sm">
        {t("What is open")}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <StatCard
          name={t("Owed to the provider")}
          value={data && kes(data.balances.owed)}
          note={t("Collected by the platform, refunds taken off")}
        />
        <StatCard
          name={t("Diverted, not settled")}
          value={data && kes(data.balances.divertedNotSettled)}
          note={t("In central accounts, refunds taken off")}
        />
        <StatCard
          name={t("Fees owed by the provider")}
          value={data && kes(data.balances.feesOwed)}
          note={t("Invoices less verified payments")}
        />
      </SimpleGrid>
    </>
  );
}
