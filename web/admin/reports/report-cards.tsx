import { Button, Card, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconChartBar, IconCoins, IconUsersGroup } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { ReportKind } from "#contract/reports";
import { t } from "../../console/language.ts";
import { reportNames } from "./report-names.ts";
import { kinds } from "./report-range.ts";

const icons = { revenue: IconCoins, usage: IconChartBar, customers: IconUsersGroup };

/** What can be made, each with its button. */
export function ReportCards({ onGenerate }: { onGenerate: (kind: ReportKind) => void }): ReactElement {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mb="lg">
      {kinds.map((kind) => {
        const { card, text } = reportNames(kind);
        const Icon = icons[kind];
        return (
          <Card key={kind}>
            <Stack h="100%" justify="space-between">
              <div>
                <Group gap="sm" wrap="nowrap" mb="xs">
                  <ThemeIcon size={40} variant="light" aria-hidden>
                    <Icon size={22} />
                  </ThemeIcon>
                  <Title order={2} size="h4" id={`report-${kind}`}>
                    {card}
                  </Title>
                </Group>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
              <Button fullWidth aria-describedby={`report-${kind}`} onClick={() => onGenerate(kind)}>
                {t("Generate Report")}
              </Button>
            </Stack>
          </Card>
        );
      })}
    </SimpleGrid>
  );
}
