import { Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconKey, IconRefresh } from "@tabler/icons-react";
import type { GeneratedOvpn } from "#contract/openvpn";
import { fileStem } from "#contract/values/file-stem";
import { saveFile } from "../../console/csv.ts";
import { Button, PlainGrid, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty } from "../../console/loaded.tsx";
import { toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { CopyText, ShownText } from "./shown-text.tsx";

type Version = "7.x" | "6.x";

export const noHostYet = () =>
  t("No host is set up yet at which a router could come in. Set one up under Hosts first.");

/** Shown once and kept by the open form; saved with the router. */
export function OvpnConfig(props: {
  routerName: string;
  routerosVersion: Version;
  generated: GeneratedOvpn | null;
  onGenerated: (config: GeneratedOvpn) => void;
}) {
  const { generated } = props;
  const { generate, busy } = useGenerate(props);
  const hosts = useRead("listTunnelHosts", {});
  const host = hosts.data?.find(({ address }) => address === generated?.serverHost);
  if (!generated)
    return (
      <Empty
        icon={<IconKey aria-hidden />}
        title={t("No OpenVPN configuration yet")}
        text={
          hosts.data?.length === 0
            ? noHostYet()
            : t("It gives this router a certificate, an address in the tunnel and a script to paste.")
        }
        action={
          <Button mih={44} onClick={generate} busy={busy}>
            {busy ? t("Generating...") : t("Generate Configuration")}
          </Button>
        }
      />
    );
  return (
    <Stack>
      <Warning icon={<IconAlertTriangle aria-hidden />} title={t("The private key is shown only now")}>
        {t(
          "Download or copy what the router needs before you leave this form: private key and password are kept nowhere. Then save the router; a configuration that no router was saved with ends after 24 hours.",
        )}
      </Warning>
      {host?.bridgeId === null ? (
        <Warning title={t("{name} is not set up yet", { name: host.name })}>
          {t(
            "The line that sets it up was not run on its machine. Set it up under the same name, then choose its bridge in this router's form.",
          )}
        </Warning>
      ) : null}
      <Facts generated={generated} />
      <ShownText title={t("Script")} text={generated.mikrotikScript}>
        <Regenerate {...props} generated={generated} />
      </ShownText>
      <OvpnDownloads generated={generated} />
      <ShownText title={t("Setup guide")} text={generated.setupGuide} />
      <Group justify="flex-end">
        <SecondaryButton mih={44} onClick={generate} busy={busy}>
          {busy ? t("Generating...") : t("Generate a new configuration")}
        </SecondaryButton>
      </Group>
    </Stack>
  );
}

type Wanted = { routerName: string; routerosVersion: Version; onGenerated: (config: GeneratedOvpn) => void };

function useGenerate({ routerName, routerosVersion, onGenerated }: Wanted) {
  const call = useAct("generateOvpn", ["/api/superadmin/openvpn"]);
  const generate = () => {
    if (routerName.trim() === "") {
      toastError(t("Missing Router Name"), t("Please enter a router name first"));
      return;
    }
    // By promise: callbacks of `mutate` are dropped when the tab unmounts.
    call.mutateAsync({ body: { routerName, routerosVersion } }).then(
      (made) => {
        onGenerated(made);
        toastSuccess(
          t("OpenVPN Configuration Generated"),
          t("Download what the router needs, then save the router."),
        );
      },
      toastFailure(t("Error"), t("Failed to generate OpenVPN configuration")),
    );
  };
  return { generate, busy: call.isPending };
}

/** For the name and the version that the form says now. */
function Regenerate(props: Wanted & { generated: GeneratedOvpn }) {
  const { generated, routerosVersion, onGenerated } = props;
  const call = useAct("regenerateScript");
  const routerName = props.routerName.trim() || generated.routerName;
  const run = () => {
    const { mikrotikScript: _script, setupGuide: _guide, ovpnFile: _file, ...config } = generated;
    call.mutateAsync({ body: { config: { ...config, routerName }, routerosVersion } }).then(
      (answer) => {
        onGenerated({ ...generated, routerName, ...answer });
        toastSuccess(
          t("Script Regenerated"),
          t("It is for RouterOS {version}.", { version: routerosVersion }),
        );
      },
      toastFailure(t("Error"), t("Failed to regenerate script")),
    );
  };
  return (
    <SecondaryButton mih={44} icon={IconRefresh} onClick={run} busy={call.isPending}>
      {call.isPending ? t("Regenerating...") : t("Regenerate Script")}
    </SecondaryButton>
  );
}

function Facts({ generated }: { generated: GeneratedOvpn }) {
  const facts: readonly [string, string][] = [
    [t("Server"), `${generated.serverHost}:${generated.serverPort}`],
    [t("Tunnel IP"), generated.tunnelIp],
    [t("Username"), generated.username],
    [t("Password"), generated.password],
  ];
  return (
    <Table variant="vertical" layout="fixed">
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w="7rem">{name}</Table.Th>
            <Table.Td>
              <Group justify="space-between" gap={4} wrap="nowrap">
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {value}
                </Text>
                <CopyText text={value} what={name} />
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What is said where a configuration lacks the file. */
function missing(key: FileKey): [string, string] {
  if (key === "certificate")
    return [
      t("Certificate Not Available"),
      t("This configuration has no client certificate. Generate it again."),
    ];
  if (key === "ca")
    return [
      t("CA Certificate Not Available"),
      t("This configuration has no CA certificate. Generate it again."),
    ];
  if (key === "key")
    return [
      t("Private Key Not Available"),
      t("The private key is shown only once. Generate the configuration again for a new one."),
    ];
  return [t("File Not Available"), t("This configuration has no such file. Generate it again.")];
}

export function OvpnDownloads({ generated }: { generated: GeneratedOvpn }) {
  const files = ovpnFiles(generated);
  const names: Record<FileKey, string> = {
    script: t("MikroTik script"),
    config: t("Configuration (JSON)"),
    guide: t("Setup guide"),
    certificate: t("Client certificate"),
    key: t("Private key"),
    ca: t("CA certificate"),
    ovpn: t("OpenVPN file"),
  };
  const save = (key: FileKey) => {
    const { name, content, type } = files[key];
    if (content.trim() === "") {
      toastError(...missing(key));
      return;
    }
    saveFile(name, new Blob([content], { type: `${type};charset=utf-8` }));
    toastSuccess(t("File Downloaded"), name);
  };
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t("Downloads")}
      </Title>
      <PlainGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {(Object.keys(names) as FileKey[]).map((key) => (
          <li key={key}>
            <SecondaryButton
              fullWidth
              h="auto"
              mih={52}
              py={6}
              justify="flex-start"
              icon={IconDownload}
              onClick={() => save(key)}
            >
              <Stack gap={0} align="flex-start">
                <Text size="sm" fw={600}>
                  {names[key]}
                </Text>
                <Text
                  size="xs"
                  c="dimmed"
                  ta="left"
                  style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}
                >
                  {files[key].name}
                </Text>
              </Stack>
            </SecondaryButton>
          </li>
        ))}
      </PlainGrid>
    </Stack>
  );
}

export type OvpnFile = {
  /** `{router}` and what stands behind it for each file. */
  name: string;
  content: string;
  type: string;
};

export type FileKey = "script" | "config" | "guide" | "certificate" | "key" | "ca" | "ovpn";

/** The seven downloads of a configuration (docs/behaviour/operator-console.md, OC-66). */
export function ovpnFiles(generated: GeneratedOvpn): Record<FileKey, OvpnFile> {
  const { mikrotikScript, setupGuide, ovpnFile, ...config } = generated;
  const stem = fileStem(config.routerName);
  const file = (end: string, content: string, type = "text/plain"): OvpnFile => ({
    name: `${stem}${end}`,
    content,
    type,
  });
  return {
    script: file("_mikrotik_config.rsc", mikrotikScript),
    config: file("_openvpn_config.json", `${JSON.stringify(config, null, 2)}\n`, "application/json"),
    guide: file("_setup_guide.md", setupGuide, "text/markdown"),
    certificate: file("-client.crt", config.clientCertificate, "application/x-x509-user-cert"),
    key: file("-client.key", config.clientPrivateKey),
    ca: file("-ca.crt", config.caCertificate, "application/x-x509-ca-cert"),
    ovpn: file(".ovpn", ovpnFile, "application/x-openvpn-profile"),
  };
}
