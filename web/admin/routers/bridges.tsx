import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconPlus, IconServerBolt } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { OwnBridge } from "#contract/bridges";
import type { AssignedRouter } from "#contract/routers";
import { BridgeCard } from "../../console/bridge-card.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useAct } from "../api.ts";

export function Bridges(props: {
  query: UseQueryResult<OwnBridge[]>;
  routers: readonly AssignedRouter[];
  onInstall: () => void;
}): ReactElement {
  const { query, routers, onInstall } = props;
  const install = (
    <Button variant="default" mih={44} leftSection={<IconPlus size={18} aria-hidden />} onClick={onInstall}>
      {t("Install a bridge")}
    </Button>
  );
  const some = (query.data?.length ?? 0) > 0;
  return (
    <Stack component="section" gap="sm" aria-labelledby="bridges">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" id="bridges">
            {t("Bridges")}
          </Title>
          <Text size="sm" c="dimmed">
            {t("A bridge is the small program at your site through which your routers are reached.")}
          </Text>
        </div>
        {some ? install : null}
      </Group>
      <Loaded
        query={query}
        loading={<LoadingRows rows={1} height={92} label={t("Loading bridges …")} />}
        failed={{ title: t("Error Loading Bridges"), text: t("Failed to load bridges.") }}
      >
        {(bridges) =>
          bridges.length === 0 ? (
            <Empty
              icon={<IconServerBolt aria-hidden />}
              title={t("No bridge installed")}
              text={t("Without one your routers stay offline and nobody can be let in.")}
              action={install}
            />
          ) : (
            <Stack
              component="ul"
              gap="xs"
              p={0}
              m={0}
              aria-label={t("Bridges")}
              style={{ listStyle: "none" }}
            >
              {bridges.map((bridge) => (
                <OwnBridgeCard key={bridge.id} bridge={bridge} routers={routers} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  );
}

function OwnBridgeCard(props: { bridge: OwnBridge; routers: readonly AssignedRouter[] }): ReactElement {
  const { bridge, routers } = props;
  const { id } = bridge;
  const served = routers.filter(({ bridgeId }) => bridgeId === id).map((router) => router.name);
  const revoke = useAct("revokeBridge", ["/api/admin/bridges", "/api/admin/routers"]);
  return (
    <BridgeCard
      bridge={bridge}
      serves={served.length > 0 ? served.join(", ") : t("Serves no router yet")}
      warning={t(
        "Its line closes at once and it forgets your routers. They stay offline until another bridge is installed. This cannot be undone.",
      )}
      revoke={() => revoke.mutateAsync({ params: { id } })}
      isPending={revoke.isPending}
    />
  );
}
