import { Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import type { VpnHost as Host } from "#contract/openvpn";
import { When } from "../../console/cells.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { polled } from "../../console/query.ts";
import { LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { CopyText } from "./copy-text.tsx";
import { HostFiles } from "./host-files.tsx";
import { VpnClients } from "./vpn-clients.tsx";

/** The platform's OpenVPN server: how routers reach it, its files, and who may come in. */
export function VpnHost(): ReactElement {
  const host = useRead("vpnHost", {}, polled(60_000));
  return (
    <Stack component="section" gap="sm" aria-labelledby="vpn-host">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" id="vpn-host">
            {t("VPN host")}
          </Title>
          <Text size="sm" c="dimmed">
            {t(
              "Routers without a public address dial in here. After a router was set up or a certificate was revoked, bring its files over.",
            )}
          </Text>
        </div>
        <HostFiles />
      </Group>
      <Loaded
        query={host}
        loading={<LoadingRows rows={2} height={120} label={t("Loading the VPN host …")} />}
        failed={{ title: t("Error Loading the VPN Host"), text: t("Failed to load the VPN host.") }}
      >
        {({ serverHost, listeners }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {listeners.map((listener) => (
              <ListenerCard key={listener.kind} listener={listener} serverHost={serverHost} />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      <VpnClients />
    </Stack>
  );
}

type ListenerProps = { listener: Host["listeners"][number]; serverHost: string };

function ListenerCard({ listener, serverHost }: ListenerProps): ReactElement {
  const { kind, protocol, port, network, used, addresses, fingerprint, expiresAt } = listener;
  return (
    <Card padding="sm">
      <Stack gap={4}>
        <Text fw={600}>{kind === "ec" ? "RouterOS 7.x" : "RouterOS 6.x"}</Text>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {serverHost}:{port} · {protocol}
        </Text>
        <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
          {t("{used} of {addresses} addresses of {network}", { used, addresses, network })}
        </Text>
        {fingerprint === null ? (
          <Text size="sm" c="dimmed">
            {t("Its certificate authority is made with the first use.")}
          </Text>
        ) : (
          <Group gap={4} wrap="nowrap" align="flex-start" justify="space-between">
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {t("CA certificate")}: {fingerprint} · {t("Expires")} <When iso={expiresAt} />
            </Text>
            <CopyText text={fingerprint} what={t("CA fingerprint")} />
          </Group>
        )}
      </Stack>
    </Card>
  );
}
