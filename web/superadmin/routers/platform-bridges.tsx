import { Group, Stack, Title } from "@mantine/core";
import { IconPlus, IconServerBolt } from "@tabler/icons-react";
import { useState } from "react";
import type { PlatformBridge } from "#contract/bridges";
import { BridgeCard } from "../../console/bridge-card.tsx";
import { Pages } from "../../console/data-list.tsx";
import { InstallBridge } from "../../console/install-bridge.tsx";
import { Hint, PlainList, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageNumber, useLastPage, useUrlState } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";
import { callApi, polled, useAct, useList } from "../api.ts";
import { BridgeUpdates } from "./bridge-updates.tsx";
import { rereads } from "./format-router.ts";
import { ProviderSelect } from "./provider-select.tsx";

const pageSize = 10;
const defaults = { bridges: "1" };

export function PlatformBridges() {
  const [url, change] = useUrlState(defaults);
  const [enrolling, setEnrolling] = useState(false);
  const wide = useIsWide();
  const page = pageNumber(url.bridges);
  const bridges = useList("listPlatformBridges", { query: { page, pageSize } }, polled(30_000));
  const go = (to: number) => change({ bridges: String(to) });
  useLastPage(bridges.data, page, go, pageSize);
  const enrol = (
    <SecondaryButton mih={44} icon={IconPlus} onClick={() => setEnrolling(true)}>
      {t("Install a bridge")}
    </SecondaryButton>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby="bridges">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" id="bridges">
            {t("Bridges")}
          </Title>
          <Hint>
            {t(
              "A bridge is the small program through which routers are reached: at a site, or at a host of the platform.",
            )}
          </Hint>
        </div>
        {(bridges.data?.total ?? 0) > 0 ? enrol : null}
      </Group>
      <BridgeUpdates />
      <Loaded
        query={bridges}
        loading={<LoadingRows rows={2} height={92} label={t("Loading bridges …")} />}
        failed={{ title: t("Error Loading Bridges"), text: t("Failed to load bridges.") }}
        empty={
          <Empty
            icon={<IconServerBolt aria-hidden />}
            title={t("No bridge installed")}
            text={t("Without one routers stay offline and nobody can be let in.")}
            action={enrol}
          />
        }
      >
        {({ rows, total }) => (
          <>
            <PlainList gap="xs" aria-label={t("Bridges")}>
              {rows.map((bridge) => (
                <PlatformBridgeCard key={bridge.id} bridge={bridge} />
              ))}
            </PlainList>
            <Pages number={page} size={pageSize} total={total} go={go} wide={wide} />
          </>
        )}
      </Loaded>
      {enrolling ? <EnrolBridge onClose={() => setEnrolling(false)} /> : null}
    </Stack>
  );
}

function PlatformBridgeCard({ bridge }: { bridge: PlatformBridge }) {
  const { id, provider, routers } = bridge;
  const update = useAct("updateBridge", rereads);
  const revoke = useAct("revokePlatformBridge", rereads);
  const served = routers.length > 0 ? routers.join(", ") : t("Serves no router yet");
  return (
    <BridgeCard
      bridge={bridge}
      serves={`${provider?.businessName ?? t("The whole platform")} · ${served}`}
      warning={t(
        "Its connection closes at once and it forgets its routers. They stay offline until another bridge serves them. This cannot be undone.",
      )}
      update={() => update.mutateAsync({ params: { id } })}
      revoke={() => revoke.mutateAsync({ params: { id } })}
      isPending={revoke.isPending}
    />
  );
}

/** The newest come first: a new one is among these. */
const useBridges = () =>
  useList("listPlatformBridges", { query: { page: 1, pageSize: 10 } }, polled(3_000)).data?.rows;

const platform = "platform";

export function EnrolBridge(props: { router?: { providerId: string | null }; onClose: () => void }) {
  const { router, onClose } = props;
  const [owner, setOwner] = useState<string>(router?.providerId ?? platform);
  return (
    <InstallBridge
      make={(name) =>
        callApi("createPlatformBridgeCode", {
          body: { name, ...(owner === platform ? {} : { providerId: owner }) },
        })
      }
      useBridges={useBridges}
      about={t("It runs on a Linux machine that stays on and reaches the routers, at a provider's site.")}
      choice={
        <ProviderSelect
          label={t("For")}
          value={owner}
          onChange={(value) => setOwner(value ?? platform)}
          fixed={[{ value: platform, label: t("The whole platform") }]}
        />
      }
      connected={
        owner === platform
          ? t("Choose it where you edit a router.")
          : t("The provider's routers are reached through it from now on.")
      }
      onClose={onClose}
    />
  );
}
