import { Group, Select, Stack, Text } from "@mantine/core";
import { IconPlus, IconRouter } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useState } from "react";
import type { AssignedRouter, FoundRouter } from "#contract/routers";
import { useAskedFor } from "../../console/asked-for.ts";
import { IconButton } from "../../console/icon-button.tsx";
import { Button, SecondaryButton, useMinute } from "../../console/kit.tsx";
import { useKnownOnce } from "../../console/known-once.ts";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { Empty, Failed, LoadingRows, PageHead, StaleMark } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";
import { signedAtom } from "../../console/session.ts";
import { StatStrip } from "../../console/stat-strip.tsx";
import { callApi, may, polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { AddRouter, type Start } from "../routers/add-router.tsx";
import { AddWays } from "../routers/add-ways.tsx";
import { Bridges, InstallOwnBridge } from "../routers/bridges.tsx";
import { isCalled, isShow, routersThat, type Show } from "../routers/format-router.ts";
import { Outages } from "../routers/outages.tsx";
import { RouterList } from "../routers/router-list.tsx";
import { SearchPanel, useSearches } from "../routers/search-panel.tsx";

const AddTunnelRouter = lazy(async () => ({
  default: (await import("../routers/add-tunnel-router.tsx")).AddTunnelRouter,
}));

/** Its sheet says it, too. */
const ignored = () => undefined;

/** `router` opens the sheet of one of them, so that other pages lead to its reason by one press. */
const everything = { show: "all", q: "", router: "" };

export function RoutersPage() {
  const signed = useAtomValue(signedAtom);
  const providerId = signed?.providerId ?? "";
  // One that was just added is reached within seconds: it is not called offline for half a minute.
  const [hurriedUntil, hurryUntil] = useState(0);
  const isHurried = useMinute() < hurriedUntil;
  const routers = useRead(
    "listRoutersOfProvider",
    { params: { providerId } },
    polled(isHurried ? 3_000 : 30_000),
  );
  const bridges = useRead("listBridges", {}, polled(30_000));
  const known = bridges.data ?? [];
  const usual = known.find(({ isOnline }) => isOnline) ?? known[0];
  const [chosen, choose] = useState<string | null>(null);
  const through = known.find(({ id }) => id === chosen) ?? usual;
  const searches = useSearches(known.length > 1 && through ? through.id : null);
  const areRoutersKnown = useKnownOnce(routers);
  const wide = useIsWide();
  const [choosing, setChoosing] = useState(false);
  const openWays = () => setChoosing(true);
  useAskedFor("add", openWays);
  const [adding, setAdding] = useState<Start | null>(null);
  const [installing, setInstalling] = useState(false);
  const [byLine, setByLine] = useState(false);
  const offer = useRead("readTunnelOffer", {});
  const addByLine = offer.data?.isOffered ? () => setByLine(true) : null;

  /** Searching and adding need a bridge first. */
  const withBridge = (go: () => void) => () => (bridges.data?.length === 0 ? setInstalling(true) : go());
  const addFound = (found: FoundRouter, bridgeId: string) =>
    setAdding({
      name: found.identity ?? "",
      host: found.address,
      port: found.ports.includes(8728) ? 8728 : (found.ports[0] ?? 8728),
      bridgeId,
    });
  const [, change] = useUrlState(everything);
  const hurry = () => hurryUntil(Date.now() + 60_000);
  /** What waits for a router at its address is offered at once. */
  const added = (id: string) => {
    hurry();
    if (!may("readSetAside")) return;
    void callApi("readSetAside", { params: { id } }).then(({ purchases }) => {
      if (purchases > 0) change({ router: id }, "open");
    }, ignored);
  };
  return (
    <>
      <PageHead
        title={t("Assigned Routers")}
        help={routers.data?.length === 0 ? "provider#first-router" : "provider#all-offline"}
        actions={
          wide ? (
            <Button icon={IconPlus} onClick={openWays}>
              {t("Add router")}
            </Button>
          ) : (
            <IconButton icon={IconPlus} name={t("Add router")} variant="filled" onClick={openWays} />
          )
        }
      />
      <Stack gap="sm">
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
            onAdd={openWays}
            hasBridge={bridges.data?.length !== 0}
            onInstall={() => setInstalling(true)}
            onLine={addByLine}
            onTold={hurry}
          />
        ) : routers.isError || routers.fetchStatus === "paused" ? (
          <Failed
            title={t("Error Loading Routers")}
            text={t("Failed to load routers. Please check your connection and try again.")}
            onRetry={() => void routers.refetch()}
          />
        ) : (
          <LoadingRows rows={3} height={72} label={t("Loading routers …")} />
        )}
        {/* Where they stand is known with the rows above them. */}
        {areRoutersKnown ? (
          <Bridges query={bridges} routers={routers.data ?? []} onInstall={() => setInstalling(true)} />
        ) : null}
        {areRoutersKnown ? <Outages routers={routers.data ?? []} /> : null}
      </Stack>
      {choosing && bridges.isFetched && offer.isFetched ? (
        <AddWays
          ways={{
            line: addByLine,
            install: bridges.data?.length === 0 ? () => setInstalling(true) : null,
            discover: withBridge(searches.discover),
            scan: withBridge(searches.scan),
            form: withBridge(() => setAdding({ name: "", host: "", port: 8728, bridgeId: "" })),
          }}
          busy={searches.busy}
          onClose={() => setChoosing(false)}
        />
      ) : null}
      {adding ? (
        <AddRouter
          start={adding}
          bridges={known}
          others={routers.data ?? []}
          usualBridgeId={through?.id ?? ""}
          onAdded={added}
          onClose={() => setAdding(null)}
        />
      ) : null}
      <Suspense fallback={null}>
        {byLine ? <AddTunnelRouter others={routers.data ?? []} onClose={() => setByLine(false)} /> : null}
      </Suspense>
      {installing ? <InstallOwnBridge onClose={() => setInstalling(false)} /> : null}
    </>
  );
}

function Counts({ routers }: { routers: readonly AssignedRouter[] | undefined }) {
  const count = (show: Show) => routers && routersThat(show, routers).length;
  const at = (show: Show) => (show === "all" ? addresses.routers : `${addresses.routers}?show=${show}`);
  return (
    <StatStrip
      figures={[
        { name: t("Total"), value: count("all"), to: at("all") },
        { name: t("Online"), value: count("online"), to: at("online") },
        { name: t("Active"), value: count("active"), to: at("active") },
        { name: t("Offline"), value: count("offline"), to: at("offline") },
      ]}
    />
  );
}

function Shown(props: {
  routers: readonly AssignedRouter[];
  hasBridge: boolean;
  onAdd: () => void;
  onInstall: () => void;
  /** Null: the platform has no host for routers without a computer at their site. */
  onLine: (() => void) | null;
  onTold: () => void;
}) {
  const { routers, hasBridge, onAdd, onInstall, onLine, onTold } = props;
  const [{ show, q, router: sheetOf }, setShow] = useUrlState(everything);
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
      <RouterList
        routers={rows}
        sheetOf={routers.find(({ id }) => id === sheetOf)}
        onSheet={(router, isBack = false) =>
          setShow({ router: router?.id ?? "" }, router && !isBack ? "open" : "replace")
        }
        onInstall={onInstall}
        onTold={onTold}
      />
    </Stack>
  );
}
