import { Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import { IconCertificate } from "@tabler/icons-react";
import type { VpnClient } from "#contract/openvpn";
import { dayMs } from "#contract/values/time";
import { confirmAction } from "../../console/confirm-action.tsx";
import { type Column, DataList } from "../../console/data-list.tsx";
import { SearchField } from "../../console/filter-bar.tsx";
import { Hint, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageNumber, useLastPage, useUrlState } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList, useRead } from "../api.ts";
import { noHostYet } from "./ovpn-config.tsx";

const pageSize = 10;
/** Time enough to give a router another one. */
const soonMs = 30 * dayMs;
// The routers of the first tab have `q`, `page` and `status` for themselves.
const defaults = { vpn: "", vpnShow: "valid", vpnPage: "1" };

/** Certificates of routers that come in by a generated configuration. */
export function VpnClients() {
  const [url, change] = useUrlState(defaults);
  const page = pageNumber(url.vpnPage);
  const status = url.vpnShow === "valid" || url.vpnShow === "revoked" ? url.vpnShow : undefined;
  const clients = useList(
    "listVpnClients",
    { query: { page, pageSize, q: url.vpn, status } },
    polled(60_000),
  );
  const hosts = useRead("listTunnelHosts", {}, polled(30_000));
  const go = (to: number) => change({ vpnPage: String(to) });
  useLastPage(clients.data, page, go, pageSize);
  return (
    <Stack component="section" gap="sm" aria-labelledby="openvpn">
      <div>
        <Title order={2} size="h3" id="openvpn">
          {t("OpenVPN")}
        </Title>
        <Hint>{t("Routers that dial in to a host with a configuration of their own.")}</Hint>
      </div>
      <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
        <SearchField
          label={t("Search certificates")}
          value={url.vpn}
          onSearch={(vpn) => change({ vpn, vpnPage: "1" })}
        />
        <Select
          aria-label={t("Show")}
          allowDeselect={false}
          value={status ?? "all"}
          data={[
            { value: "valid", label: t("Valid") },
            { value: "revoked", label: t("Revoked") },
            { value: "all", label: t("All") },
          ]}
          onChange={(vpnShow) => change({ vpnShow: vpnShow ?? "valid", vpnPage: "1" })}
        />
      </Group>
      <Loaded
        query={clients}
        loading={<LoadingRows rows={3} height={64} label={t("Loading certificates …")} />}
        failed={{ title: t("Error Loading Certificates"), text: t("Failed to load certificates.") }}
        empty={
          <Empty
            icon={<IconCertificate aria-hidden />}
            title={url.vpn === "" ? t("No certificates") : t("No certificate matches")}
            text={
              hosts.data?.length === 0
                ? noHostYet()
                : t("A router gets one in its form, under OpenVPN Config.")
            }
          />
        }
      >
        {({ rows, total }) => (
          <DataList
            label={t("Certificates")}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns()}
            card={(client) => <ClientCard client={client} />}
            page={{ number: page, size: pageSize, total, go }}
            busy={clients.isPlaceholderData}
          />
        )}
      </Loaded>
    </Stack>
  );
}

function columns(): Column<VpnClient>[] {
  return [
    { key: "router", title: t("Router"), render: (client) => <Named client={client} /> },
    { key: "tunnelIp", title: t("Tunnel IP"), render: ({ tunnelIp }) => tunnelIp },
    { key: "status", title: t("Status"), render: (client) => <Status client={client} /> },
    { key: "expires", title: t("Expires"), render: ({ expiresAt }) => <When iso={expiresAt} /> },
    { key: "actions", title: t("Actions"), right: true, render: (client) => <Revoke client={client} /> },
  ];
}

function Named({ client }: { client: VpnClient }) {
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {client.routerName}
      </Text>
      <Hint>
        {client.username} · RouterOS {client.routerosVersion}
      </Hint>
    </div>
  );
}

function Status({ client }: { client: VpnClient }) {
  if (client.revokedAt !== null) return <StatusMark tone="off" word={t("Revoked")} />;
  if (Date.parse(client.expiresAt) <= Date.now()) return <StatusMark tone="bad" word={t("Expired")} />;
  if (Date.parse(client.expiresAt) <= Date.now() + soonMs)
    return <StatusMark tone="wait" word={t("Expires soon")} />;
  if (client.routerId === null) return <StatusMark tone="wait" word={t("Not used yet")} />;
  return <StatusMark tone="good" word={t("Valid")} />;
}

function ClientCard({ client }: { client: VpnClient }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Named client={client} />
        <Status client={client} />
      </Group>
      <Text size="sm">
        {client.tunnelIp} · {t("Expires")}: <When iso={client.expiresAt} />
      </Text>
      <Revoke client={client} />
    </Stack>
  );
}

function Revoke({ client }: { client: VpnClient }) {
  const { id, username, routerName } = client;
  const revoke = useAct("revokeVpnClient", ["/api/superadmin/openvpn"]);
  if (client.revokedAt !== null) return null;
  const run = () =>
    revoke
      .mutateAsync({ params: { id } })
      .then(
        ({ message }) => toastSuccess(t("Certificate revoked"), message),
        toastFailure(t("Revoke Failed"), t("Failed to revoke the certificate")),
      );
  const ask = () =>
    confirmAction({
      title: t("Revoke the certificate of {name}?", { name: routerName }),
      text: t(
        "Hosts end the connection of {username} at once. The router is reached no more until it gets a new configuration. This cannot be undone.",
        { username },
      ),
      action: t("Revoke certificate"),
      onYes: () => void run(),
    });
  return (
    <Button
      variant="light"
      color="red"
      mih={44}
      loading={revoke.isPending}
      aria-label={t("Revoke {name}", { name: username })}
      onClick={ask}
    >
      {t("Revoke")}
    </Button>
  );
}
