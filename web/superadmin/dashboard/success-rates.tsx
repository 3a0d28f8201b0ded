import { Group, Stack, Text } from "@mantine/core";
import type { SuccessRate } from "#contract/gateway-alarms";
import { gatewayName } from "../../console/format.ts";
import { Hint, PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { polled, useRead } from "../api.ts";

/** Read by two parts of the page at once. */
export const everyMinute = polled(60_000);

/** How payments went in the last 15 minutes, by each way that took any. */
export function SuccessRates() {
  const { data } = useRead("listSuccessRates", {}, everyMinute);
  if (!data) return null;
  return (
    <Stack gap={6} mt="md">
      <Text id="success-rates">{t("Payments of the last 15 minutes")}</Text>
      {data.length === 0 ? (
        <Hint>{t("None was asked for.")}</Hint>
      ) : (
        <PlainList gap={4} aria-labelledby="success-rates">
          {data.map((rate) => (
            <li key={`${rate.what} ${rate.service} ${rate.environment} ${rate.id}`}>
              <Group justify="space-between" gap="xs">
                <Text size="sm">{wayName(rate)}</Text>
                <Text size="sm" fw={600} {...(rate.hasFallen ? { c: "red" } : {})}>
                  {formatRate(rate)}
                </Text>
              </Group>
            </li>
          ))}
        </PlainList>
      )}
    </Stack>
  );
}

export function wayName({ what, service, environment, name }: SuccessRate): string {
  if (what === "switch") return t("Switch {name}", { name: name ?? "" });
  const gateway = gatewayName(service ?? "bank");
  if (what === "gateway") return t("{gateway} of {business}", { gateway, business: name ?? "" });
  return environment === "sandbox" ? t("{gateway} (Sandbox)", { gateway }) : gateway;
}

export function formatRate({ paid, ended }: SuccessRate): string {
  return t("{paid} of {ended} paid ({percent} %)", {
    paid,
    ended,
    percent: Math.round((100 * paid) / ended),
  });
}
