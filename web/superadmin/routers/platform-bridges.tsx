import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconPlus, IconServerBolt } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { PlatformBridge } from "#contract/bridges";
import { BridgeCard } from "../../console/bridge-card.tsx";
import { Pages } from "../../console/data-list.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { pageNumber, useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { useAct, useList } from "../api.ts";
import { EnrolBridge } from "./enrol-bridge.tsx";
import { rereads } from "./format-router.ts";

const pageSize = 10;
const defaults = { bridges: "1" };

/** Through which the routers are reached: enrolled for one provider, or for the whole platform. */
export function PlatformBridges(): ReactElement {
  const [url, change] = useUrlState(defaults);
  const [enrolling, setEnrolling] = useState(false);
  const wide = useMediaQuery("(min-width: 640px)", true, { getInitialValueInEffect: false });
  const page = pageNumber(url.bridges);
  const bridges = useList("listPlatformBridges", { query: { page, pageSize } }, polled(30_000));
  const go = (to: number) => change({ bridges: String(to) });
  useLastPage(bridges.data, page, go, pageSize);
  const enrol = (
    <Button
      variant="default"
      mih={44}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setEnrolling(true)}
    >
      {t("Install a bridge")}
    </Button>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby="bridges">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" id="bridges">
            {t("Bridges")}
          </Title>
          <Text size="sm" c="dimmed">
            {t(
              "A bridge is the small program through which routers are reached: at a site, or beside the OpenVPN server.",
            )}
          </Text>
        </div>
        {(bridges.data?.total ?? 0) > 0 ? enrol : null}
      </Group>
      <Loaded
        query={bridges}
        loading={<LoadingRows rows={2} height={92} label={t("Loading bridges …")} />}
        failed={{ title: t("Error Loading Bridges"), text: t("Failed to load bridges.") }}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <Empty
              icon={<IconServerBolt aria-hidden />}
              title={t("No bridge installed")}
              text={t("Without one routers stay offline and nobody can be let in.")}
              action={enrol}
            />
          ) : (
            <>
              <Stack
                component="ul"
                gap="xs"
                p={0}
                m={0}
                aria-label={t("Bridges")}
                style={{ listStyle: "none" }}
              >
                {rows.map((bridge) => (
                  <PlatformBridgeCard key={bridge.id} bridge={bridge} />
                ))}
              </Stack>
              <Pages number={page} size={pageSize} total={total} go={go} wide={wide ?? true} />
            </>
          )
        }
      </Loaded>
      {enrolling ? <EnrolBridge onClose={() => setEnrolling(false)} /> : null}
    </Stack>
  );
}

function PlatformBridgeCard({ bridge }: { bridge: PlatformBridge }): ReactElement {
  const { id, provider, routers } = bridge;
  const revoke = useAct("revokePlatformBridge", rereads);
  const served = routers.length > 0 ? routers.join(", ") : t("Serves no router yet");
  return (
    <BridgeCard
      bridge={bridge}
      serves={`${provider?.businessName ?? t("The whole platform")} · ${served}`}
      warning={t(
        "Its line closes at once and it forgets its routers. They stay offline until another bridge serves them. This cannot be undone.",
      )}
      revoke={() => revoke.mutateAsync({ params: { id } })}
      isPending={revoke.isPending}
    />
  );
}
