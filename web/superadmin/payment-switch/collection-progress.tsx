import { Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { When } from "../../console/cells.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { progressOf } from "./switch-reading.ts";

export function CollectionProgress({ one }: { one: PaymentSwitch }): ReactElement {
  const { percent, remaining } = progressOf(one);
  const done = t("{percent}% completed", { percent: percent.toFixed(1) });
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t("Collection Progress")}
        </Title>
        <Group justify="space-between" align="flex-end" gap="xs">
          <div>
            <Text size="xs" c="dimmed">
              {t("Current Amount")}
            </Text>
            <Text fz={28} fw={700} lh={1.2} style={{ fontVariantNumeric: "tabular-nums" }}>
              {kes(one.currentAmount)}
            </Text>
          </div>
          <Text ta="right">
            <Text span size="xs" c="dimmed" display="block">
              {t("Target Amount")}
            </Text>
            <Text span fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
              {kes(one.targetAmount)}
            </Text>
          </Text>
        </Group>
        <Progress.Root size="lg">
          <Progress.Section value={percent} aria-label={t("Collection Progress")} aria-valuetext={done} />
        </Progress.Root>
        <Group justify="space-between" gap="xs">
          <Text size="sm">{done}</Text>
          <Text size="sm">{t("{amount} remaining", { amount: kes(remaining) })}</Text>
        </Group>
        {one.reservedAmount > 0 ? (
          <Text size="sm" c="dimmed">
            {t("{amount} in prompts that may still be paid", { amount: kes(one.reservedAmount) })}
          </Text>
        ) : null}
        <Text size="sm">
          {t("Last target reached:")} <When iso={one.lastTargetReached} otherwise={t("Never")} />
        </Text>
      </Stack>
    </Card>
  );
}
