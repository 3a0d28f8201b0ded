import { Group, SimpleGrid, Stack, Switch, Tabs, TextInput } from "@mantine/core";
import { IconPlus, IconRouter } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { PlatformRouter } from "#contract/platform-routers";
import { useCallForm } from "../../console/call-form.ts";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { FormModal, Window } from "../../console/form-modal.tsx";
import { Button, Fact, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams, useUrlState } from "../../console/list-params.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { toastSuccess } from "../../console/toast.tsx";
import { callApi, polled, useAct, useList, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import {
  connectionOf,
  hostOf,
  logInKnown,
  rereads,
  sharesLogInHint,
  sharesLogInLabel,
} from "../routers/format-router.ts";
import { EnrolBridge, PlatformBridges } from "../routers/platform-bridges.tsx";
import { ProviderSelect } from "../routers/provider-select.tsx";
import type { AssignableRouter } from "../routers/router-dialog.tsx";
import { RouterList } from "../routers/router-list.tsx";
import { TunnelHosts } from "../routers/tunnel-hosts.tsx";

const RouterDialog = lazy(async () => ({
  default: (await import("../routers/router-dialog.tsx")).RouterDialog,
}));

const SetUpRouter = lazy(async () => ({
  default: (await import("../../console/set-up-router.tsx")).SetUpRouter,
}));

const RouterChecklist = lazy(async () => ({
  default: (await import("../../console/preflight/router-checklist.tsx")).RouterChecklist,
}));

const VpnClients = lazy(async () => ({
  default: (await import("../openvpn/vpn-clients.tsx")).VpnClients,
}));

const calls = { useRead, callApi };

/** `for`: the provider that a router is looked for, or added, for. `check`: the checklist of the router in `q` opens at once. */
const defaults = { q: "", provider: "", page: "1", for: "", check: "" };

/** What the tabs keep in the address beside it; an address without a tab that has one of them was kept before there were tabs. */
const places = { tab: "", bridges: "", vpn: "", vpnShow: "", vpnPage: "" };
const tabs = ["routers", "hosts", "bridges", "openvpn"] as const;

function tabOf({ tab, bridges, ...vpn }: typeof places): (typeof tabs)[number] {
  const named = tabs.find((name) => name === tab);
  if (named) return named;
  if (bridges !== "") return "bridges";
  return Object.values(vpn).some((kept) => kept !== "") ? "openvpn" : "routers";
}

type Act = "details" | "assign" | "edit" | "check" | "install" | "set-up";
type Opened =
  | { kind: Exclude<Act, "assign">; router: PlatformRouter }
  | { kind: "assign"; router: AssignableRouter }
  | { kind: "add"; router: null };

export function RoutersPage() {
  const [place, changePlace] = useUrlState(places);
  const tab = tabOf(place);
  const { filter, page, go, narrow, change } = useListParams(defaults);
  const { q, provider } = filter;
  const [chosen, open] = useState<Opened | null>(null);
  const routers = useList(
    "listPlatformRouters",
    { query: { page, pageSize, q, provider } },
    { ...polled(30_000), enabled: tab === "routers" },
  );
  useLastPage(routers.data, page, go);
  const asked = filter.check === "1" ? routers.data?.rows.find(({ id }) => id === q) : undefined;
  const opened: Opened | null = chosen ?? (asked ? { kind: "check", router: asked } : null);
  const close = () => {
    open(null);
    if (filter.check !== "") change({ check: "" });
  };
  const opens = (kind: Act) => (router: PlatformRouter) => open({ kind, router });
  /** Whose routers are looked at, or whom one is added for: a new one is offered to them. */
  const addedFor = filter.for || (provider === "unassigned" ? "" : provider);
  const isFiltered = q !== "" || (provider !== "" && !(provider === "unassigned" && filter.for !== ""));
  const add = (
    <Button icon={IconPlus} onClick={() => open({ kind: "add", router: null })}>
      {t("Add Router")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t("Router Management")}
        help="operator#new-host"
        actions={tab === "routers" ? add : null}
      />
      <Tabs
        value={tab}
        onChange={(name) => changePlace({ ...places, tab: name === "routers" ? "" : (name ?? "") })}
        keepMounted={false}
      >
        <PageTabs
          names={{ routers: t("Routers"), hosts: t("Hosts"), bridges: t("Bridges"), openvpn: t("OpenVPN") }}
          chosen={tab}
        />
        <Tabs.Panel value="routers">
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
              empty={
                <EmptyList
                  icon={<IconRouter aria-hidden />}
                  isFiltered={isFiltered}
                  onClear={() => narrow({ q: "", provider: "" })}
                  filtered={{ title: t("No router is like this"), show: t("Show all") }}
                  title={filter.for === "" ? t("No routers yet") : t("No router waits to be assigned")}
                  text={
                    filter.for === ""
                      ? t("Add the first one; then assign it to a provider.")
                      : t("Add one; then it is assigned to the provider that you came from.")
                  }
                  action={add}
                />
              }
            >
              {({ rows, total }) => (
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
              )}
            </Loaded>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="hosts">
          <TunnelHosts />
        </Tabs.Panel>
        <Tabs.Panel value="bridges">
          <PlatformBridges />
        </Tabs.Panel>
        <Tabs.Panel value="openvpn">
          <Suspense fallback={<LoadingRows rows={2} height={120} label={t("Loading …")} />}>
            <VpnClients />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {opened?.kind === "details" ? <RouterDetails router={opened.router} onClose={close} /> : null}
      {opened?.kind === "install" ? <EnrolBridge router={opened.router} onClose={close} /> : null}
      {opened?.kind === "assign" ? (
        <AssignDialog router={opened.router} providerId={addedFor || null} onClose={close} />
      ) : null}
      <Suspense fallback={null}>
        {opened?.kind === "add" || opened?.kind === "edit" ? (
          <RouterDialog
            router={opened.router}
            onClose={close}
            onAdded={addedFor === "" ? undefined : (router) => open({ kind: "assign", router })}
          />
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

export function AssignDialog(props: {
  router: AssignableRouter;
  /** Chosen at first. */
  providerId?: string | null;
  onClose: () => void;
}) {
  const { router, providerId: first = null, onClose } = props;
  const assign = useAct("assignRouter", rereads);
  const { form, modal } = useCallForm({
    initialValues: { providerId: first, location: "", sharesLogIn: false },
    body: ({ providerId, ...more }) => ({ routerId: router.id, providerId: providerId ?? "", ...more }),
    send: (body) => assign.mutateAsync({ body }),
    failure: { title: t("Assignment Failed"), text: t("Failed to assign router") },
    onDone: ({ message }) => {
      toastSuccess(t("Router Assigned"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Assign {name}", { name: router.name })}
      {...modal}
      action={t("Assign router")}
      busyAction={t("Assigning...")}
    >
      <ProviderSelect
        label={t("Provider")}
        placeholder={t("Search by name")}
        {...form.getInputProps("providerId")}
        value={form.values.providerId}
      />
      <TextInput label={t("Location (optional)")} maxLength={200} {...form.getInputProps("location")} />
      {router.connectionType === "direct" ? (
        <Switch
          size="md"
          label={sharesLogInLabel()}
          description={sharesLogInHint()}
          {...form.getInputProps("sharesLogIn", { type: "checkbox" })}
        />
      ) : null}
    </FormModal>
  );
}

export function RouterDetails(props: { router: PlatformRouter; onClose: () => void }) {
  const { router, onClose } = props;
  const tunnel = router.connectionType === "ovpn_client";
  const server = [router.ovpnServerHost, router.ovpnServerPort].filter(Boolean).join(":");
  const state = [
    router.status === "active" ? t("Active") : t("Suspended"),
    router.isOnline ? t("Online") : t("Offline"),
  ].join(", ");
  const rows: [string, ReactNode][] = [
    [t("Name"), router.name],
    [t("Status"), `${state} – ${router.statusText}`],
    [t("Connection type"), connectionOf(router)],
    [t("RouterOS version"), router.routerosVersion],
    [t("Host"), hostOf(router)],
    [t("Username"), router.username],
    [t("Password"), router.hasPassword ? t("Set") : t("Not set")],
    ...(router.isLogInKnown ? ([[t("Log-in"), logInKnown()]] as [string, ReactNode][]) : []),
    ...(tunnel
      ? ([
          [t("OpenVPN server"), server || "–"],
          [t("Tunnel IP"), router.ovpnTunnelIp ?? "–"],
          [t("OpenVPN username"), router.ovpnUsername ?? "–"],
          [t("OpenVPN password"), router.hasOvpnPassword ? t("Set") : t("Not set")],
        ] as [string, ReactNode][])
      : []),
    [t("Location"), router.location ?? "–"],
    [t("Last Seen"), <When key="seen" iso={router.lastSeen} otherwise={t("Never")} relative />],
    [t("Assigned provider"), router.provider?.businessName ?? t("Unassigned")],
    [t("Bridge"), router.bridgeName ?? t("No bridge")],
  ];
  return (
    <Window onClose={onClose} title={t("Details of {name}", { name: router.name })} size="lg">
      <Stack component="dl" gap="xs" m={0}>
        {rows.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Stack>
    </Window>
  );
}
