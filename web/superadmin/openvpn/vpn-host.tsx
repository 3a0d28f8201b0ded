import { Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { VpnHost as Host } from "#contract/openvpn";
import { polled } from "../../console/calls.ts";
import { Hint, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useRead } from "../api.ts";
import { HostFiles } from "./host-files.tsx";
import { CopyText } from "./shown-text.tsx";
import { VpnClients } from "./vpn-clients.tsx";

export function VpnHost() {
  const host = useRead("vpnHost", {}, polled(60_000));
  return (
    <Stack component="section" gap="sm" aria-labelledby="vpn-host">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" id="vpn-host">
            {t("VPN host")}
          </Title>
          <Hint>
            {t(
              "Routers without a public address dial in here. After a router was set up or a certificate was revoked, bring its files over.",
            )}
          </Hint>
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

function ListenerCard({ listener, serverHost }: ListenerProps) {
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
          <Hint>{t("Its certificate authority is made with the first use.")}</Hint>
        ) : (
          <Group gap={4} wrap="nowrap" align="flex-start" justify="space-between">
            <Hint style={{ overflowWrap: "anywhere" }}>
              {t("CA certificate")}: {fingerprint} · {t("Expires")} <When iso={expiresAt} />
            </Hint>
            <CopyText text={fingerprint} what={t("CA fingerprint")} />
          </Group>
        )}
      </Stack>
    </Card>
  );
}
