import { Group, Select, SimpleGrid, Skeleton } from "@mantine/core";
import { IconBuildingStore, IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { Provider, ProvidersShown } from "#contract/providers";
import { useAskedFor } from "../../console/asked-for.ts";
import { Pages } from "../../console/data-list.tsx";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { Button, PlainGrid } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, PageHead } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";
import type { PageData } from "../../console/page-data.ts";
import { useList } from "../api.ts";
import { profileAddress } from "../navigation.ts";
import { cardHeight, ProviderCard } from "../providers/provider-card.tsx";
import { SignUps } from "../providers/sign-ups.tsx";

const CreateProvider = lazy(async () => ({
  default: (await import("../providers/create-provider.tsx")).CreateProvider,
}));
const GatewayDialog = lazy(async () => ({
  default: (await import("../providers/gateway-dialog.tsx")).GatewayDialog,
}));

/** Cards on a page: full rows of two and of three. */
const pageSize = 24;
const columns = { base: 1, sm: 2, lg: 3 };

const defaults = { q: "", status: "", page: "1" };

const shown: readonly ProvidersShown[] = ["active", "suspended", "cannot_sell", "router_away"];

export function ProvidersPage({ page: { mainOrigin } }: { page: PageData }) {
  const { filter, page, go, narrow } = useListParams(defaults);
  const goTo = useNavigate();
  const [isAdding, setAdding] = useState(false);
  // The dashboard's Add Provider leads here.
  useAskedFor("new", () => setAdding(true));
  const [paymentOf, setPaymentOf] = useState<Provider | null>(null);
  const wide = useIsWide();
  const status = shown.find((choice) => choice === filter.status);
  const providers = useList("listProviders", { query: { page, pageSize, q: filter.q, status } });
  useLastPage(providers.data, page, go, pageSize);
  const isAll = filter.q === "" && status === undefined;
  const create = (
    <Button icon={IconPlus} onClick={() => setAdding(true)}>
      {t("Add Provider")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t("Provider Management")}
        help="operator#new-provider"
        actions={providers.data?.total === 0 && isAll ? null : create}
      />
      <SignUps mainOrigin={mainOrigin} place="above" />
      <Group gap="sm" mb="md" align="flex-end" grow preventGrowOverflow={false}>
        <SearchField
          value={filter.q}
          onSearch={(q) => narrow({ q })}
          label={t("Search providers")}
          placeholder={t("Name, e-mail or phone")}
        />
        <Select
          aria-label={t("Show")}
          allowDeselect={false}
          value={status ?? "all"}
          onChange={(value) => narrow({ status: value === "all" || !value ? "" : value })}
          data={[
            { value: "all", label: t("All providers") },
            { value: "active", label: t("Active") },
            { value: "suspended", label: t("Suspended") },
            { value: "cannot_sell", label: t("Cannot sell now") },
            { value: "router_away", label: t("A router is away") },
          ]}
        />
      </Group>
      <Loaded
        query={providers}
        loading={<LoadingCards />}
        failed={{
          title: t("Error Loading Providers"),
          text: t("Failed to load providers. Please check your connection and try again."),
        }}
        empty={
          <EmptyList
            icon={<IconBuildingStore size={28} />}
            isFiltered={!isAll}
            onClear={() => narrow({ q: "", status: "" })}
            filtered={{ title: t("No providers match your search"), show: t("Show all providers") }}
            title={t("No Providers Yet")}
            text={t("Create the first one: its business, its subdomain and who signs in for it.")}
            action={create}
          />
        }
      >
        {({ rows, total }) => (
          <>
            <PlainGrid
              cols={columns}
              aria-label={t("Providers")}
              aria-busy={providers.isPlaceholderData}
              mb="md"
            >
              {rows.map((provider) => (
                <ProviderCard
                  key={provider.id}
                  provider={provider}
                  onPayment={() => setPaymentOf(provider)}
                />
              ))}
            </PlainGrid>
            <Pages number={page} size={pageSize} total={total} go={go} wide={wide} />
          </>
        )}
      </Loaded>
      <SignUps mainOrigin={mainOrigin} place="below" />
      <Suspense fallback={null}>
        {isAdding ? (
          <CreateProvider
            mainOrigin={mainOrigin}
            onClose={() => setAdding(false)}
            onCreated={(id) => void goTo(profileAddress(id))}
          />
        ) : null}
        {paymentOf ? <GatewayDialog provider={paymentOf} onClose={() => setPaymentOf(null)} /> : null}
      </Suspense>
    </>
  );
}

function LoadingCards() {
  return (
    <SimpleGrid cols={columns} role="status" aria-label={t("Loading providers...")}>
      {Array.from({ length: 6 }, (_, card) => `card ${card}`).map((card) => (
        <Skeleton key={card} height={cardHeight} radius="lg" />
      ))}
    </SimpleGrid>
  );
}
