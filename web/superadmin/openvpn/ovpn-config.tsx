import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconKey, IconRefresh } from "@tabler/icons-react";
import type { GeneratedOvpn } from "#contract/openvpn";
import { SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty } from "../../console/loaded.tsx";
import { toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { OvpnDownloads } from "./ovpn-downloads.tsx";
import { CopyText, ShownText } from "./shown-text.tsx";

type Version = "7.x" | "6.x";

/** Shown once and kept by the open form; saved with the router. */
export function OvpnConfig(props: {
  routerName: string;
  routerosVersion: Version;
  generated: GeneratedOvpn | null;
  onGenerated: (config: GeneratedOvpn) => void;
}) {
  const { generated } = props;
  const { generate, busy } = useGenerate(props);
  if (!generated)
    return (
      <Empty
        icon={<IconKey aria-hidden />}
        title={t("No OpenVPN configuration yet")}
        text={t("It gives this router a certificate, an address in the tunnel and a script to paste.")}
        action={
          <Button mih={44} onClick={generate} disabled={busy} aria-busy={busy}>
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
      <Facts generated={generated} />
      <ShownText title={t("Script")} text={generated.mikrotikScript}>
        <Regenerate {...props} generated={generated} />
      </ShownText>
      <OvpnDownloads generated={generated} />
      <ShownText title={t("Setup guide")} text={generated.setupGuide} />
      <Group justify="flex-end">
        <SecondaryButton mih={44} onClick={generate} disabled={busy} aria-busy={busy}>
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
    <SecondaryButton
      mih={44}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={run}
      disabled={call.isPending}
      aria-busy={call.isPending}
    >
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
