import { Group, Stack, Title } from "@mantine/core";
import { IconPlus, IconServerBolt } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { OwnBridge } from "#contract/bridges";
import type { AssignedRouter } from "#contract/routers";
import { BridgeCard } from "../../console/bridge-card.tsx";
import { InstallBridge } from "../../console/install-bridge.tsx";
import { Hint, PlainList, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { callApi, may, polled, useAct, useRead } from "../api.ts";

export function Bridges(props: {
  query: UseQueryResult<OwnBridge[]>;
  routers: readonly AssignedRouter[];
  onInstall: () => void;
}) {
  const { query, routers, onInstall } = props;
  const install = (
    <SecondaryButton mih={44} icon={IconPlus} onClick={onInstall}>
      {t("Install a bridge")}
    </SecondaryButton>
  );
  const some = (query.data?.length ?? 0) > 0;
  return (
    <Stack component="section" gap="sm" aria-labelledby="bridges">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" id="bridges">
            {t("Bridges")}
          </Title>
          <Hint>
            {t("A bridge is the small program at your site through which your routers are reached.")}
          </Hint>
        </div>
        {some ? install : null}
      </Group>
      <Loaded
        query={query}
        loading={<LoadingRows rows={1} height={92} label={t("Loading bridges …")} />}
        failed={{ title: t("Error Loading Bridges"), text: t("Failed to load bridges.") }}
        empty={
          <Empty
            icon={<IconServerBolt aria-hidden />}
            title={t("No bridge installed")}
            text={t("Without one your routers stay offline and nobody can be let in.")}
            action={install}
          />
        }
      >
        {(bridges) => (
          <PlainList gap="xs" aria-label={t("Bridges")}>
            {bridges.map((bridge) => (
              <OwnBridgeCard key={bridge.id} bridge={bridge} routers={routers} />
            ))}
          </PlainList>
        )}
      </Loaded>
    </Stack>
  );
}

function OwnBridgeCard(props: { bridge: OwnBridge; routers: readonly AssignedRouter[] }) {
  const { bridge, routers } = props;
  const { id } = bridge;
  const own = routers.filter(({ bridgeId }) => bridgeId === id);
  const served = own.map((router) => router.name);
  const haveTunnels = own.length > 0 && own.every(({ connectionType }) => connectionType === "tunnel");
  const update = useAct("updateBridge", ["/api/admin/bridges"]);
  const revoke = useAct("revokeBridge", ["/api/admin/bridges", "/api/admin/routers"]);
  return (
    <BridgeCard
      bridge={bridge}
      serves={served.length > 0 ? served.join(", ") : t("Serves no router yet")}
      warning={
        haveTunnels
          ? t("Its connection closes at once. The platform runs its routers again. This cannot be undone.")
          : t(
              "Its connection closes at once and it forgets your routers. They stay offline until another bridge is installed. This cannot be undone.",
            )
      }
      update={may("updateBridge") ? () => update.mutateAsync({ params: { id } }) : null}
      revoke={may("revokeBridge") ? () => revoke.mutateAsync({ params: { id } }) : null}
      isPending={revoke.isPending}
    />
  );
}

const useBridges = () => useRead("listBridges", {}, polled(3_000)).data;

export function InstallOwnBridge({ onClose }: { onClose: () => void }) {
  return (
    <InstallBridge
      make={(name) => callApi("createBridgeCode", { body: { name } })}
      useBridges={useBridges}
      about={t(
        "It runs on any machine at your site that stays on and reaches your routers: an old computer or a small board with Linux.",
      )}
      connected={t("Your routers are reached through it from now on.")}
      onClose={onClose}
    />
  );
}
