import { Code, Group, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { GatewayConfiguration } from "#contract/gateways";
import { CopyButton } from "../../console/copy-button.tsx";
import { t } from "../../console/language.ts";

/** What has to be entered, once, where the gateway's own portal asks for it. */
export function PortalNeeds({ gateway }: { gateway: GatewayConfiguration }): ReactElement | null {
  const { portalNeeds } = gateway;
  if (!portalNeeds) return null;
  const { what, address } = portalNeeds;
  const isCallback = what === "callback";
  return (
    <Stack gap={4} mt="xs">
      <Text size="sm">
        {isCallback
          ? t("Enter this callback address in Airtel's portal: results of payments are reported there.")
          : t("The bank is told where to report with each push. Where it wants to know our address before:")}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block style={{ flex: 1, minWidth: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {address}
        </Code>
        <CopyButton text={address} name={isCallback ? t("Copy callback address") : t("Copy address")} />
      </Group>
    </Stack>
  );
}
