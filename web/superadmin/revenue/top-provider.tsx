import { Anchor, Box, Group, Paper, Text, Title } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { RevenueOfProvider } from "#contract/platform-figures";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { profileAddress } from "../navigation.ts";
import { shareOf } from "./revenue-range.ts";

/** The first of the list. */
export function TopProvider({ top, whole }: { top: RevenueOfProvider; whole: number }): ReactElement {
  const { providerId, provider, revenue, transactions } = top;
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-labelledby="top-provider">
      <Group gap="xs" mb={4} c="dimmed">
        <IconTrophy size={18} aria-hidden />
        <Title order={2} fz="sm" fw={500} id="top-provider">
          {t("Top Performing Provider")}
        </Title>
      </Group>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Box miw={0}>
          <Anchor
            component={Link}
            to={profileAddress(providerId)}
            fz="lg"
            fw={650}
            display="block"
            py={8}
            truncate
          >
            {provider}
          </Anchor>
          <Text size="sm" c="dimmed">
            {t("{count, plural, one {# transaction} other {# transactions}}", { count: transactions })} ·{" "}
            {t("{percent} % of all revenue", { percent: shareOf(revenue, whole) })}
          </Text>
        </Box>
        <Text fz={26} fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
          {kes(revenue)}
        </Text>
      </Group>
    </Paper>
  );
}
