import { Button, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { GeneratedOvpn } from "#contract/openvpn";
import { saveFile } from "../../console/csv.ts";
import { t } from "../../console/language.ts";
import { toastError, toastSuccess } from "../../console/toast.tsx";
import { type FileKey, ovpnFiles } from "./ovpn-files.ts";

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

export function OvpnDownloads({ generated }: { generated: GeneratedOvpn }): ReactElement {
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
      <SimpleGrid
        component="ul"
        cols={{ base: 1, sm: 2 }}
        spacing="xs"
        p={0}
        m={0}
        style={{ listStyle: "none" }}
      >
        {(Object.keys(names) as FileKey[]).map((key) => (
          <li key={key}>
            <Button
              variant="default"
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
            </Button>
          </li>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
