import { Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { PlatformRouter } from "#contract/platform-routers";
import { Hint, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useIsPhone } from "../../console/media.ts";
import { connectionOf, hostOf } from "./format-router.ts";

export function RouterDetails(props: { router: PlatformRouter; onClose: () => void }) {
  const { router, onClose } = props;
  const phone = useIsPhone();
  const tunnel = router.connectionType === "ovpn_client";
  const server = [router.ovpnServerHost, router.ovpnServerPort].filter(Boolean).join(":");
  const state = [
    router.status === "active" ? t("Active") : t("Suspended"),
    router.isOnline ? t("Online") : t("Offline"),
  ].join(", ");
  const rows: [string, ReactNode][] = [
    [t("Name"), router.name],
    [t("Status"), `${state} – ${router.statusText}`],
    [t("Connection type"), connectionOf(router)],
    [t("RouterOS version"), router.routerosVersion],
    [t("Host"), hostOf(router)],
    [t("Username"), router.username],
    [t("Password"), router.hasPassword ? t("Set") : t("Not set")],
    ...(tunnel
      ? ([
          [t("OpenVPN server"), server || "–"],
          [t("Tunnel IP"), router.ovpnTunnelIp ?? "–"],
          [t("OpenVPN username"), router.ovpnUsername ?? "–"],
          [t("OpenVPN password"), router.hasOvpnPassword ? t("Set") : t("Not set")],
        ] as [string, ReactNode][])
      : []),
    [t("Location"), router.location ?? "–"],
    [t("Last Seen"), <When key="seen" iso={router.lastSeen} otherwise={t("Never")} relative />],
    [t("Assigned provider"), router.provider?.businessName ?? t("Unassigned")],
    [t("Bridge"), router.bridgeName ?? t("No bridge")],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("Details of {name}", { name: router.name })}
      size="lg"
      fullScreen={phone}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      <Stack component="dl" gap="xs" m={0}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <Hint component="dt">{name}</Hint>
            <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
              {value}
            </Text>
          </div>
        ))}
      </Stack>
    </Modal>
  );
}
