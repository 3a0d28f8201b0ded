import { Alert, Anchor, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { GatewayAlarm } from "#contract/gateway-alarms";
import { polled } from "../../console/calls.ts";
import { PlainList, When } from "../../console/kit.tsx";
import { gatewayWords, t } from "../../console/language.ts";
import { useRead } from "../api.ts";
import { addresses, profileAddress } from "../navigation.ts";

export function GatewayAlarms() {
  const { data } = useRead("listGatewayAlarms", {}, polled(15_000));
  if (!data || data.length === 0) return null;
  return (
    <PlainList gap="sm" aria-label={t("Payments that fail")}>
      {data.map((alarm) => (
        <li key={`${alarm.what} ${alarm.service} ${alarm.environment} ${alarm.id} ${alarm.why}`}>
          <Alert
            color={alarm.level === "stopped" ? "red" : "yellow"}
            variant="light"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={titleOf(alarm)}
          >
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {gatewayWords(alarm.why)}
            </Text>
            <Text size="sm" mt={4}>
              {next(alarm)} {t("Since")} <When iso={alarm.since} />.
            </Text>
          </Alert>
        </li>
      ))}
    </PlainList>
  );
}

function titleOf({ what, level, name, service, environment, count }: GatewayAlarm): string {
  const gateway = nameOf(service);
  const where = environment === "sandbox" ? t("Sandbox") : t("Production");
  if (what === "relay") return t("The platform's relay does not answer: nothing is sold");
  if (what === "switch") return t("The switch {name} has suspended itself", { name: name ?? "" });
  if (what === "gateway") return t("{business} cannot take {gateway}", { business: name ?? "", gateway });
  if (what === "host")
    return t("{gateway} ({where}) failed {count, plural, one {# payment} other {# payments}} in a row", {
      ...{ gateway, where, count: count ?? 0 },
    });
  return level === "stopped"
    ? t("The platform's own {gateway} app ({where}) is stopped: providers that use it sell nothing", {
        ...{ gateway, where },
      })
    : t("The platform's own {gateway} app ({where}) is refused", { gateway, where });
}

function next({ what, level, id }: GatewayAlarm): ReactElement | string {
  if (what === "switch")
    return (
      <Anchor component={Link} to={addresses.paymentSwitch} underline="always">
        {t("Open the switch")}
      </Anchor>
    );
  if (what === "gateway" && id !== null)
    return (
      <Anchor component={Link} to={profileAddress(id)} underline="always">
        {t("Open the provider")}
      </Anchor>
    );
  return level === "stopped" ? t("It is tried every minute and comes back by itself.") : "";
}

function nameOf(service: GatewayAlarm["service"]): string {
  const names = {
    mpesa: "M-Pesa",
    airtel_money: "Airtel Money",
    kcb: "KCB",
    coop: "Co-op",
    equity: "Equity",
  };
  return service === null || service === "bank" ? t("Bank") : names[service];
}
