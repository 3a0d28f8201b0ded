import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { Trial } from "#contract/trials";
import { Hint, PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

/** What was given since midnight, router by router. */
export function TrialToday({ trial: { today, perDay, codesPerDay } }: { trial: Trial }) {
  return (
    <Card>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t("Today")}
        </Title>
        {today.length === 0 ? (
          <Hint>{t("Nobody has asked for a trial today.")}</Hint>
        ) : (
          <PlainList gap="xs" aria-label={t("Today")}>
            {today.map(({ routerId, name, given, codes }) => (
              <Group key={routerId} component="li" justify="space-between" gap="xs">
                <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
                  {name || t("Former router")}
                </Text>
                <Text size="sm">
                  {t("{given} of {perDay} trials, {codes} of {codesPerDay} codes", {
                    given,
                    perDay,
                    codes,
                    codesPerDay,
                  })}
                </Text>
              </Group>
            ))}
          </PlainList>
        )}
      </Stack>
    </Card>
  );
}
