import { ActionIcon, Card, Group, Stack, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { GatewayConfiguration } from "#contract/gateways";
import { askFirst } from "../../console/ask-first.tsx";
import { t } from "../../console/language.ts";
import { StatusMark } from "../../console/status-mark.tsx";
import { failed, reason, said } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { environmentName, kindName } from "./gateway-fields.ts";
import type { GatewayOwner } from "./provider-gateways.tsx";

export function GatewayList(props: {
  gateways: readonly GatewayConfiguration[];
  provider: GatewayOwner;
}): ReactElement {
  const { gateways, provider } = props;
  if (gateways.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("{name} takes no money yet: set its first gateway below.", { name: provider.businessName })}
      </Text>
    );
  return (
    <Stack
      component="ul"
      gap="xs"
      p={0}
      m={0}
      aria-label={t("Payment gateways")}
      style={{ listStyle: "none" }}
    >
      {gateways.map((gateway) => (
        <Gateway key={gateway.id} gateway={gateway} provider={provider} />
      ))}
    </Stack>
  );
}

function Gateway(props: { gateway: GatewayConfiguration; provider: GatewayOwner }): ReactElement {
  const { gateway, provider } = props;
  const name = `${kindName(gateway.paymentGatewayId)} ${gateway.accountNumber}`;
  const remove = useAct("deleteProviderGateway", ["/api/superadmin/providers/"]);
  const deleteIt = () =>
    remove.mutate(
      { params: { id: provider.id, configId: gateway.id } },
      {
        onSuccess: () => said(t("Payment Gateway Deleted"), name),
        onError: (cause) => failed(t("Delete Failed"), reason(cause, t("Failed to delete payment gateway."))),
      },
    );
  const ask = () =>
    askFirst({
      title: t("Delete {name}?", { name }),
      text: t(
        "Visitors of {business} can no longer pay this way. Payments that have begun are finished. This cannot be undone.",
        { business: provider.businessName },
      ),
      action: t("Delete {name}", { name }),
      onYes: deleteIt,
    });
  return (
    <Card component="li" padding="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={4} miw={0}>
          <Text fw={600} style={{ overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" }}>
            {name}
          </Text>
          <Group gap={4}>
            <StatusMark
              tone={gateway.isActive ? "good" : "off"}
              word={gateway.isActive ? t("Active") : t("Inactive")}
            />
            <StatusMark
              tone={gateway.environment === "sandbox" ? "wait" : "good"}
              word={environmentName(gateway.environment)}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {gateway.routerId === null ? t("All routers") : t("One router only")}
          </Text>
          <Credentials gateway={gateway} />
        </Stack>
        <ActionIcon
          color="red"
          aria-label={t("Delete {name}", { name })}
          disabled={remove.isPending}
          onClick={ask}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </Group>
    </Card>
  );
}

/** Which credentials are set, by their ends: nobody reads them back. */
function Credentials({ gateway }: { gateway: GatewayConfiguration }): ReactElement {
  const { useAutoApi, configuration } = gateway;
  if (useAutoApi)
    return (
      <Text size="sm" c="dimmed">
        {t("Auto API: the platform's own app collects")}
      </Text>
    );
  const named = [
    [t("Consumer Key"), configuration.consumerKey],
    [t("Consumer Secret"), configuration.consumerSecret],
    [t("Business Short Code"), configuration.businessShortCode],
    [t("Passkey"), configuration.passkey],
  ] as const;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {named.flatMap(([name, value]) => (value ? [`${name} ${value}`] : [])).join(" · ")}
    </Text>
  );
}
