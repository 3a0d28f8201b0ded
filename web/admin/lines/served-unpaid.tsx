import { Card, Group, Text, Title } from "@mantine/core";
import { useId } from "react";
import { hoursMinutes } from "../../console/format.ts";
import { Hint, PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { keptFor, may, useRead } from "../api.ts";

/** Lines that were on after their time, by name and how long. Nothing where there was none. */
export function ServedUnpaidCard() {
  const id = useId();
  const isSeen = may("listServedUnpaid");
  const lines = useRead("listServedUnpaid", {}, { ...keptFor(60_000), enabled: isSeen }).data ?? [];
  if (lines.length === 0) return null;
  return (
    <Card component="section" aria-labelledby={id} mt="md">
      <Title order={2} size="h4" id={id}>
        {t("Served unpaid: router away")}
      </Title>
      <Hint mb="sm">
        {t(
          "Their time was over while the router or its bridge was away, so they stayed on. In the last 31 days; nobody is charged for it.",
        )}
      </Hint>
      <PlainList gap="xs">
        {lines.map(({ lineId, name, login, minutes, isNow }) => (
          <li key={lineId}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {name} · {login}
              </Text>
              <Text size="sm" ta="right" style={{ flexShrink: 0 }}>
                {isNow
                  ? t("{length}, and still on", { length: hoursMinutes(minutes * 60) })
                  : hoursMinutes(minutes * 60)}
              </Text>
            </Group>
          </li>
        ))}
      </PlainList>
    </Card>
  );
}
