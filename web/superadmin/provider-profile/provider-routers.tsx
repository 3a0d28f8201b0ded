import { Button, Group, Stack, Text } from "@mantine/core";
import { IconRouter } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import type { AssignedRouter } from "#contract/routers";
import { When } from "../../console/cells.tsx";
import { type Column, DataList } from "../../console/data-list.tsx";
import { siteSentence, t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { polled } from "../../console/query.ts";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { StatusMark } from "../../console/status-mark.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** The routers that are this provider's now; they are changed on the page of all routers. */
export function ProviderRouters({ provider }: { provider: Provider }): ReactElement {
  const params = { providerId: provider.id };
  const routers = useRead("listRoutersOfProvider", { params }, polled(30_000));
  return (
    <Loaded
      query={routers}
      loading={<LoadingRows rows={3} height={84} label={t("Loading routers …")} />}
      failed={{
        title: t("Error Loading Routers"),
        text: t("Failed to load routers. Please check your connection and try again."),
      }}
    >
      {(rows) =>
        rows.length === 0 ? (
          <Empty
            icon={<IconRouter aria-hidden />}
            title={t("No routers assigned")}
            text={t("A router is assigned on the page of all routers.")}
            action={
              <Button component={Link} to={`${addresses.routers}?provider=unassigned`}>
                {t("Assign a router")}
              </Button>
            }
          />
        ) : (
          <Stack>
            <DataList
              label={t("Routers")}
              rows={rows}
              rowKey={({ id }) => id}
              columns={columns()}
              card={(router) => <RouterCard router={router} />}
            />
            <Group>
              <Button
                component={Link}
                to={`${addresses.routers}?provider=${encodeURIComponent(provider.id)}`}
                variant="default"
              >
                {t("Manage these routers")}
              </Button>
            </Group>
          </Stack>
        )
      }
    </Loaded>
  );
}

const columns = (): Column<AssignedRouter>[] => [
  { key: "name", title: t("Router"), render: (router) => <Name router={router} /> },
  { key: "host", title: t("Host"), render: hostOf },
  { key: "status", title: t("Status"), render: (router) => <Status router={router} /> },
  { key: "lastSeen", title: t("Last Seen"), render: (router) => <LastSeen router={router} /> },
];

const hostOf = ({ host, port, ovpnTunnelIp }: AssignedRouter) => `${ovpnTunnelIp ?? host}:${port}`;

function Name({ router }: { router: AssignedRouter }): ReactElement {
  return (
    <div>
      <Text fw={600}>{router.name}</Text>
      <Text size="sm" c="dimmed">
        {router.location ?? t("No location")}
      </Text>
    </div>
  );
}

function Status({ router }: { router: AssignedRouter }): ReactElement {
  return (
    <Stack gap={4} align="flex-start">
      <Group gap={4}>
        {router.isActive ? null : <StatusMark tone="bad" word={t("Suspended")} />}
        <StatusMark
          tone={router.isOnline ? "good" : "bad"}
          word={router.isOnline ? t("Online") : t("Offline")}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {siteSentence(router.statusText)}
      </Text>
    </Stack>
  );
}

function LastSeen({ router }: { router: AssignedRouter }): ReactElement {
  return <When iso={router.lastSeen} otherwise={t("Never")} relative />;
}

function RouterCard({ router }: { router: AssignedRouter }): ReactElement {
  return (
    <Stack gap="xs">
      <Name router={router} />
      <Status router={router} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {hostOf(router)}
        </Text>
        <Text size="sm">
          {t("Last Seen")}: <LastSeen router={router} />
        </Text>
      </Group>
    </Stack>
  );
}
