import { Button, Group, Stack, Text } from "@mantine/core";
import { IconRouter } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import type { AssignedRouter } from "#contract/routers";
import { type Column, DataList } from "../../console/data-list.tsx";
import { Hint, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { FindingMark, findingsOf, onlineMark } from "../../console/preflight/finding-mark.tsx";
import { polled, useRead } from "../api.ts";
import { checkAddress, routersForAddress, TextLink } from "../links.tsx";
import { addresses } from "../navigation.ts";

export function ProviderRouters({ provider }: { provider: Provider }) {
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
      empty={
        <Empty
          icon={<IconRouter aria-hidden />}
          title={t("No routers assigned")}
          text={t("A router is assigned on the page of all routers.")}
          action={
            <Button component={Link} to={routersForAddress(provider.id)}>
              {t("Assign a router")}
            </Button>
          }
        />
      }
    >
      {(rows) => (
        <Stack>
          <DataList
            label={t("Routers")}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns()}
            card={(router) => <RouterCard router={router} />}
          />
          <Group>
            <SecondaryButton
              component={Link}
              to={`${addresses.routers}?provider=${encodeURIComponent(provider.id)}`}
            >
              {t("Manage these routers")}
            </SecondaryButton>
          </Group>
        </Stack>
      )}
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

function Name({ router }: { router: AssignedRouter }) {
  return (
    <div>
      <Text fw={600}>{router.name}</Text>
      <Hint>{router.location ?? t("No location")}</Hint>
    </div>
  );
}

function Status({ router }: { router: AssignedRouter }) {
  return (
    <Stack gap={4} align="flex-start">
      <Group gap={4}>
        {router.isActive ? null : <StatusMark tone="wait" word={t("Suspended")} />}
        <StatusMark {...onlineMark(router)} />
      </Group>
      <Hint>{router.statusText}</Hint>
      {findingsOf(router) === null ? null : (
        <TextLink to={checkAddress(router.id)}>
          <FindingMark router={router} isPlain />
        </TextLink>
      )}
    </Stack>
  );
}

function LastSeen({ router }: { router: AssignedRouter }) {
  return <When iso={router.lastSeen} otherwise={t("Never")} relative />;
}

function RouterCard({ router }: { router: AssignedRouter }) {
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
