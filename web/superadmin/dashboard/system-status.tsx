import { Button, Group, Paper, Progress, Skeleton, Text, Title } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { PlatformStats } from "#contract/platform-figures";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { addresses } from "../navigation.ts";

/** How many routers their bridges reach right now. */
export function SystemStatus({ stats }: { stats: UseQueryResult<PlatformStats> }): ReactElement {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="system-status">
      <Title order={2} fz="md" mb="sm" id="system-status">
        {t("System Status")}
      </Title>
      <Loaded
        query={stats}
        loading={<Skeleton height={76} radius="md" role="status" aria-label={t("Loading figures …")} />}
        failed={{
          title: t("Error Loading Figures"),
          text: t("Failed to load the platform's figures. Please check your connection and try again."),
        }}
      >
        {({ onlineRouters: online, totalRouters: total }) => (
          <>
            <Group justify="space-between" mb={8} id="router-connections">
              <Text>{t("Router Connections")}</Text>
              <Text fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
                {online}/{total}
              </Text>
            </Group>
            <Progress
              value={total === 0 ? 0 : (100 * online) / total}
              color={online === total ? "teal" : "yellow"}
              aria-label={t("Router Connections")}
            />
            <Text size="sm" c="dimmed" mt="xs">
              {sentence(online, total)}
            </Text>
          </>
        )}
      </Loaded>
      <Button
        component={Link}
        to={addresses.revenue}
        variant="default"
        fullWidth
        mt="md"
        leftSection={<IconChartBar size={18} aria-hidden />}
      >
        {t("Revenue Analytics")}
      </Button>
    </Paper>
  );
}

function sentence(online: number, total: number): string {
  if (total === 0) return t("There is no router yet.");
  if (online === total) return t("Every router is reached.");
  return t("{count, plural, one {# router is} other {# routers are}} not reached right now.", {
    count: total - online,
  });
}
