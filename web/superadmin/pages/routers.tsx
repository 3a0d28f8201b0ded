import { Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { IconPlus, IconRouter } from "@tabler/icons-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import type { PlatformRouter } from "#contract/platform-routers";
import { polled } from "../../console/calls.ts";
import { SearchField } from "../../console/filter-bar.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { callApi, useList, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { AssignDialog } from "../routers/assign-dialog.tsx";
import { EnrolBridge } from "../routers/enrol-bridge.tsx";
import { PlatformBridges } from "../routers/platform-bridges.tsx";
import { ProviderSelect } from "../routers/provider-select.tsx";
import { RouterDetails } from "../routers/router-details.tsx";
import { RouterList } from "../routers/router-list.tsx";

const RouterDialog = lazy(async () => ({
  default: (await import("../routers/router-dialog.tsx")).RouterDialog,
}));

const SetUpRouter = lazy(async () => ({
  default: (await import("../../console/set-up-router.tsx")).SetUpRouter,
}));

const RouterChecklist = lazy(async () => ({
  default: (await import("../../console/preflight/router-checklist.tsx")).RouterChecklist,
}));

const VpnHost = lazy(async () => ({ default: (await import("../openvpn/vpn-host.tsx")).VpnHost }));

const calls = { useRead, callApi };

const defaults = { q: "", provider: "", page: "1" };

type Act = "details" | "assign" | "edit" | "check" | "install" | "set-up";
type Opened = { kind: Act; router: PlatformRouter } | { kind: "add"; router: null };

export function RoutersPage() {
  const { filter, page, go, narrow } = useListParams(defaults);
  const { q, provider } = filter;
  const [opened, open] = useState<Opened | null>(null);
  const routers = useList("listPlatformRouters", { query: { page, pageSize, q, provider } }, polled(30_000));
  useLastPage(routers.data, page, go);
  const close = () => open(null);
  const opens = (kind: Act) => (router: PlatformRouter) => open({ kind, router });
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => open({ kind: "add", router: null })}
    >
      {t("Add Router")}
    </Button>
  );
  return (
    <>
      <PageHead title={t("Router Management")} actions={add} />
      <Stack gap="lg">
        <Counts />
        <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
          <SearchField
            value={q}
            onSearch={(text) => narrow({ q: text })}
            label={t("Search routers")}
            placeholder={t("Name, address, place or provider")}
          />
          <ProviderSelect
            label={t("Provider")}
            value={provider}
            onChange={(value) => narrow({ provider: value ?? "" })}
            fixed={[
              { value: "", label: t("All routers") },
              { value: "unassigned", label: t("Unassigned") },
            ]}
          />
        </Group>
        <Loaded
          query={routers}
          loading={<LoadingRows rows={5} height={84} label={t("Loading routers …")} />}
          failed={{
            title: t("Error Loading Routers"),
            text: t("Failed to load routers. Please check your connection and try again."),
          }}
        >
          {({ rows, total }) =>
            total === 0 ? (
              <NoRouters
                isAll={q === "" && provider === ""}
                add={add}
                onClear={() => narrow({ q: "", provider: "" })}
              />
            ) : (
              <RouterList
                routers={rows}
                page={{ number: page, size: pageSize, total, go }}
                busy={routers.isPlaceholderData}
                onDetails={opens("details")}
                onAssign={opens("assign")}
                onEdit={opens("edit")}
                onCheck={opens("check")}
                onSetUp={opens("set-up")}
              />
            )
          }
        </Loaded>
        <PlatformBridges />
        <Suspense fallback={<LoadingRows rows={2} height={120} label={t("Loading …")} />}>
          <VpnHost />
        </Suspense>
      </Stack>
      {opened?.kind === "details" ? <RouterDetails router={opened.router} onClose={close} /> : null}
      {opened?.kind === "install" ? <EnrolBridge router={opened.router} onClose={close} /> : null}
      {opened?.kind === "assign" ? <AssignDialog router={opened.router} onClose={close} /> : null}
      <Suspense fallback={null}>
        {opened?.kind === "add" || opened?.kind === "edit" ? (
          <RouterDialog router={opened.router} onClose={close} />
        ) : null}
        {opened?.kind === "check" ? (
          <RouterChecklist
            router={opened.router}
            calls={calls}
            onInstall={() => opens("install")(opened.router)}
            onClose={close}
          />
        ) : null}
        {opened?.kind === "set-up" ? (
          <SetUpRouter router={opened.router} calls={calls} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function Counts() {
  const counts = useRead("routerCounts", {}, polled(30_000));
  const note = ageOf(counts);
  const value = (key: "total" | "online" | "assigned" | "unassigned") =>
    counts.data?.[key] ?? (counts.isError ? null : undefined);
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      <StatCard name={t("Total")} value={value("total")} note={note} to={addresses.routers} />
      <StatCard name={t("Online")} value={value("online")} note={note} />
      <StatCard name={t("Assigned")} value={value("assigned")} note={note} />
      <StatCard
        name={t("Unassigned")}
        value={value("unassigned")}
        note={note}
        to={`${addresses.routers}?provider=unassigned`}
      />
    </SimpleGrid>
  );
}

function NoRouters(props: { isAll: boolean; add: ReactElement; onClear: () => void }) {
  if (props.isAll)
    return (
      <Empty
        icon={<IconRouter aria-hidden />}
        title={t("No routers yet")}
        text={t("Add the first one; then assign it to a provider.")}
        action={props.add}
      />
    );
  return (
    <Empty
      icon={<IconRouter aria-hidden />}
      title={t("No router is like this")}
      action={<SecondaryButton onClick={props.onClear}>{t("Show all")}</SecondaryButton>}
    />
  );
}
