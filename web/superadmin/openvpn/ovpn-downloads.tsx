import { Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { GeneratedOvpn } from "#contract/openvpn";
import { fileStem } from "#contract/values/file-stem";
import { saveFile } from "../../console/csv.ts";
import { PlainGrid, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastError, toastSuccess } from "../../console/toast.tsx";

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
              leftSection={<IconDownload size={18} aria-hidden />}
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
