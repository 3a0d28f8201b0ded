import { Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconRefresh, IconServerCog } from "@tabler/icons-react";
import { useState } from "react";
import type { VpnHost as Host, VpnFile } from "#contract/openvpn";
import { confirmAction } from "../../console/confirm-action.tsx";
import { saveFile } from "../../console/csv.ts";
import { Window } from "../../console/form-modal.tsx";
import { Button, Hint, SecondaryButton, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { callApi, polled, useAct, useRead } from "../api.ts";
import { CopyText, ShownText } from "./shown-text.tsx";
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

type Made = { archive: string; files: VpnFile[]; guide: string; withKeys: boolean };

export function HostFiles() {
  const [made, setMade] = useState<Made | null>(null);
  const [reading, setReading] = useState(false);
  const make = useAct("makeServerFiles", ["/api/superadmin/openvpn"]);
  const fault = toastFailure(t("Error"), t("Failed to make the files"));
  const makeAll = () =>
    void make
      .mutateAsync({})
      .then((answer) => setMade({ ...answer, archive: "mlango-vpn-server.tar", withKeys: true }), fault);
  const askAll = () =>
    confirmAction({
      title: t("Make new server files?"),
      text: t(
        "New keys for the OpenVPN server, shown once. A server that runs with former ones goes on working, and no router needs anything new.",
      ),
      action: t("Make server files"),
      onYes: makeAll,
    });
  const readChanges = () => {
    setReading(true);
    callApi("vpnClientFiles")
      .then((answer) => setMade({ ...answer, archive: "mlango-vpn-clients.tar", withKeys: false }), fault)
      .finally(() => setReading(false));
  };
  return (
    <Group gap="xs">
      <SecondaryButton mih={44} icon={IconRefresh} loading={reading} onClick={readChanges}>
        {t("Files for a running host")}
      </SecondaryButton>
      <SecondaryButton mih={44} icon={IconServerCog} loading={make.isPending} onClick={askAll}>
        {t("Make server files")}
      </SecondaryButton>
      {made ? <Show made={made} onClose={() => setMade(null)} /> : null}
    </Group>
  );
}

function Show({ made, onClose }: { made: Made; onClose: () => void }) {
  const { archive, files, guide, withKeys } = made;
  const save = () => {
    saveFile(archive, tarOf(files, Date.now()));
    toastSuccess(t("File Downloaded"), archive);
  };
  return (
    <Window onClose={onClose} size="lg" title={withKeys ? t("Server files") : t("Files for a running host")}>
      <Stack>
        {withKeys ? (
          <Warning icon={<IconAlertTriangle aria-hidden />} title={t("The server's keys are shown only now")}>
            {t("They are kept nowhere. Download the archive before you close this window.")}
          </Warning>
        ) : null}
        <Button mih={44} icon={IconDownload} onClick={save}>
          {t("Download {name}", { name: archive })}
        </Button>
        <Hint>{t("{count, plural, one {# file} other {# files}}", { count: files.length })}</Hint>
        <ShownText title={t("What to do with it")} text={guide} />
      </Stack>
    </Window>
  );
}

const block = 512;

/** Files as one archive (ustar, POSIX.1-1988), owned by root, with the mode that each one needs. */
export function tarOf(files: readonly VpnFile[], nowMs: number): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const { name, mode, content } of files) {
    const bytes = encoder.encode(content);
    parts.push(header(encoder, { name, mode, size: bytes.length, nowMs }), bytes);
    parts.push(new Uint8Array((block - (bytes.length % block)) % block));
  }
  parts.push(new Uint8Array(2 * block));
  return new Blob(parts, { type: "application/x-tar" });
}

type Entry = { name: string; mode: string; size: number; nowMs: number };

function header(encoder: TextEncoder, { name, mode, size, nowMs }: Entry): Uint8Array<ArrayBuffer> {
  if (encoder.encode(name).length > 100) throw new Error(`the name is too long for an archive: ${name}`);
  const bytes = new Uint8Array(block);
  const write = (at: number, text: string) => bytes.set(encoder.encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  write(0, name);
  write(100, mode.padStart(7, "0"));
  write(108, octal(0, 7));
  write(116, octal(0, 7));
  write(124, octal(size, 11));
  write(136, octal(Math.floor(nowMs / 1_000), 11));
  // The sum is taken with spaces in its own place.
  write(148, "        ");
  write(156, "0");
  write(257, "ustar\u000000");
  write(265, "root");
  write(297, "root");
  write(
    148,
    `${octal(
      bytes.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\u0000 `,
  );
  return bytes;
}
