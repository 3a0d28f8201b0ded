import { Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPlus, IconRadar2, IconRouter, IconTerminal2, IconWifi } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useState } from "react";
import type { AssignedRouter, FoundRouter } from "#contract/routers";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { Empty, Failed, LoadingRows, PageHead, StaleMark } from "../../console/loaded.tsx";
import { signedAtom } from "../../console/session.ts";
import { StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { AddRouter, type Start } from "../routers/add-router.tsx";
import { Bridges, InstallOwnBridge } from "../routers/bridges.tsx";
import { isCalled, isShow, routersThat, type Show } from "../routers/format-router.ts";
import { RouterList } from "../routers/router-list.tsx";
import { SearchPanel, useSearches } from "../routers/search-panel.tsx";

const AddTunnelRouter = lazy(async () => ({
  default: (await import("../routers/add-tunnel-router.tsx")).AddTunnelRouter,
}));

const everything = { show: "all", q: "" };

export function RoutersPage() {
  const signed = useAtomValue(signedAtom);
  const providerId = signed?.providerId ?? "";
  const routers = useRead("listRoutersOfProvider", { params: { providerId } }, polled(30_000));
  const bridges = useRead("listBridges", {}, polled(30_000));
  const known = bridges.data ?? [];
  const usual = known.find(({ isOnline }) => isOnline) ?? known[0];
  const [chosen, choose] = useState<string | null>(null);
  const through = known.find(({ id }) => id === chosen) ?? usual;
  const searches = useSearches(known.length > 1 && through ? through.id : null);
  const [adding, setAdding] = useState<Start | null>(null);
  const [installing, setInstalling] = useState(false);
  const [byLine, setByLine] = useState(false);
  const offer = useRead("readTunnelOffer", {});
  const addByLine = offer.data?.isOffered ? () => setByLine(true) : null;

  /** Searching and adding need a bridge first. */
  const withBridge = (go: () => void) => () => (bridges.data?.length === 0 ? setInstalling(true) : go());
  const addByHand = withBridge(() => setAdding({ name: "", host: "", port: 8728, bridgeId: "" }));
  const addFound = (found: FoundRouter, bridgeId: string) =>
    setAdding({
      name: found.identity ?? "",
      host: found.address,
      port: found.ports.includes(8728) ? 8728 : (found.ports[0] ?? 8728),
      bridgeId,
    });
  const discover = (
    <Button icon={IconWifi} disabled={searches.busy} onClick={withBridge(searches.discover)}>
      {t("Discover")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t("Assigned Routers")}
        actions={
          <>
            {addByLine ? (
              <Button icon={IconTerminal2} onClick={addByLine}>
                {t("Set up by one line")}
              </Button>
            ) : null}
            {discover}
            <SecondaryButton icon={IconRadar2} disabled={searches.busy} onClick={withBridge(searches.scan)}>
              {t("Scan network")}
            </SecondaryButton>
            <SecondaryButton icon={IconPlus} onClick={addByHand}>
              {t("Add router")}
            </SecondaryButton>
          </>
        }
      />
      <Stack gap="lg">
        {known.length > 1 ? (
          <Select
            maw={320}
            label={t("Search through")}
            data={known.map(({ id, name }) => ({ value: id, label: name }))}
            value={through?.id ?? null}
            onChange={choose}
            allowDeselect={false}
          />
        ) : null}
        {searches.search ? (
          <SearchPanel search={searches.search} onClose={searches.close} onAdd={addFound} />
        ) : null}
        <Counts routers={routers.data} />
        <StaleMark query={routers} />
        {routers.data ? (
          <Shown
            routers={routers.data}
            onAdd={addByHand}
            hasBridge={bridges.data?.length !== 0}
            onInstall={() => setInstalling(true)}
            onLine={addByLine}
          />
        ) : routers.isError || routers.fetchStatus === "paused" ? (
          <Failed
            title={t("Error Loading Routers")}
            text={t("Failed to load routers. Please check your connection and try again.")}
            onRetry={() => void routers.refetch()}
          />
        ) : (
          <LoadingRows rows={3} height={84} label={t("Loading routers …")} />
        )}
        <Bridges query={bridges} routers={routers.data ?? []} onInstall={() => setInstalling(true)} />
      </Stack>
      {adding ? (
        <AddRouter
          start={adding}
          bridges={known}
          usualBridgeId={through?.id ?? ""}
          onClose={() => setAdding(null)}
        />
      ) : null}
      <Suspense fallback={null}>
        {byLine ? <AddTunnelRouter onClose={() => setByLine(false)} /> : null}
      </Suspense>
      {installing ? <InstallOwnBridge onClose={() => setInstalling(false)} /> : null}
    </>
  );
}

function Counts({ routers }: { routers: readonly AssignedRouter[] | undefined }) {
  const count = (show: Show) => routers && routersThat(show, routers).length;
  const at = (show: Show) => (show === "all" ? addresses.routers : `${addresses.routers}?show=${show}`);
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      <StatCard name={t("Total")} value={count("all")} to={at("all")} />
      <StatCard name={t("Online")} value={count("online")} to={at("online")} />
      <StatCard name={t("Active")} value={count("active")} to={at("active")} />
      <StatCard name={t("Offline")} value={count("offline")} to={at("offline")} />
    </SimpleGrid>
  );
}

function Shown(props: {
  routers: readonly AssignedRouter[];
  hasBridge: boolean;
  onAdd: () => void;
  onInstall: () => void;
  /** Null: the platform has no host for routers without a computer at their site. */
  onLine: (() => void) | null;
}) {
  const { routers, hasBridge, onAdd, onInstall, onLine } = props;
  const [{ show, q }, setShow] = useUrlState(everything);
  const rows = routersThat(isShow(show) ? show : "all", routers).filter(isCalled(q));
  if (routers.length === 0)
    return (
      <Empty
        icon={<IconRouter aria-hidden />}
        title={t("No routers assigned")}
        text={
          hasBridge
            ? t("Discover looks for MikroTik routers at your site; you can also add one by its address.")
            : onLine
              ? t("Paste one line into your MikroTik router and it sells: no computer is needed at the site.")
              : t("First install a bridge at your site; it then finds your routers.")
        }
        action={
          hasBridge ? (
            <Button onClick={onAdd}>{t("Add router")}</Button>
          ) : onLine ? (
            <Button onClick={onLine}>{t("Set up by one line")}</Button>
          ) : (
            <Button onClick={onInstall}>{t("Install a bridge")}</Button>
          )
        }
      />
    );
  const all = (
    <SecondaryButton size="sm" mih={44} onClick={() => setShow(everything)}>
      {t("Show all")}
    </SecondaryButton>
  );
  return rows.length === 0 ? (
    <Empty icon={<IconRouter aria-hidden />} title={t("No router is like this")} action={all} />
  ) : (
    <Stack gap="sm">
      {rows.length < routers.length ? (
        <Group gap="sm">
          <Text size="sm">
            {t("{shown} of {total} routers", { shown: rows.length, total: routers.length })}
          </Text>
          {all}
        </Group>
      ) : null}
      <RouterList routers={rows} onInstall={onInstall} />
    </Stack>
  );
}
