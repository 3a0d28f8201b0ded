import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconKey, IconRefresh } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { GeneratedOvpn } from "#contract/openvpn";
import { t } from "../../console/language.ts";
import { Empty } from "../../console/states.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { CopyText } from "./copy-text.tsx";
import { OvpnDownloads } from "./ovpn-downloads.tsx";
import { ShownText } from "./shown-text.tsx";

type Version = "7.x" | "6.x";

/**
 * A router's way into the platform's VPN: generated here, shown once, kept by whoever holds the form. The router that is
 * saved with it is the one that may use it.
 */
export function OvpnConfig(props: {
  routerName: string;
  routerosVersion: Version;
  generated: GeneratedOvpn | null;
  onGenerated: (config: GeneratedOvpn) => void;
}): ReactElement {
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
      <Alert
        color="yellow"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={t("The private key is shown only now")}
      >
        {t(
          "Download or copy what the router needs before you leave this form: private key and password are kept nowhere. Then save the router; a configuration that no router was saved with ends after 24 hours.",
        )}
      </Alert>
      <Facts generated={generated} />
      <ShownText title={t("Script")} text={generated.mikrotikScript}>
        <Regenerate {...props} generated={generated} />
      </ShownText>
      <OvpnDownloads generated={generated} />
      <ShownText title={t("Setup guide")} text={generated.setupGuide} />
      <Group justify="flex-end">
        <Button variant="default" mih={44} onClick={generate} disabled={busy} aria-busy={busy}>
          {busy ? t("Generating...") : t("Generate a new configuration")}
        </Button>
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
    // Not by callbacks of the call: another tab of the form may be open by then.
    call.mutateAsync({ body: { routerName, routerosVersion } }).then(
      (made) => {
        onGenerated(made);
        toastSuccess(
          t("OpenVPN Configuration Generated"),
          t("Download what the router needs, then save the router."),
        );
      },
      (error: unknown) =>
        toastError(t("Error"), errorText(error, t("Failed to generate OpenVPN configuration"))),
    );
  };
  return { generate, busy: call.isPending };
}

/** For the name and the version that the form says now. */
function Regenerate(props: Wanted & { generated: GeneratedOvpn }): ReactElement {
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
      (error: unknown) => toastError(t("Error"), errorText(error, t("Failed to regenerate script"))),
    );
  };
  return (
    <Button
      variant="default"
      mih={44}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={run}
      disabled={call.isPending}
      aria-busy={call.isPending}
    >
      {call.isPending ? t("Regenerating...") : t("Regenerate Script")}
    </Button>
  );
}

function Facts({ generated }: { generated: GeneratedOvpn }): ReactElement {
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
