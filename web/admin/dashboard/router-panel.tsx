import { Group, Paper, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCalendar, IconCalendarMonth, IconRouter } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import type { AssignedRouter } from "#contract/routers";
import { When } from "../../console/cells.tsx";
import { presetRange } from "../../console/days.ts";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { StaleMark } from "../../console/stale-mark.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { StatusMark } from "../../console/status-mark.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../places.ts";

function Standing({ isOnline }: Pick<AssignedRouter, "isOnline">): ReactElement {
  return isOnline ? (
    <StatusMark tone="good" word={t("Online")} />
  ) : (
    <StatusMark tone="bad" word={t("Offline")} />
  );
}

/** Which router, what it sold, and how it stands. */
export function RouterPanel(props: {
  routers: readonly AssignedRouter[];
  router: AssignedRouter;
  onChoose: (id: string) => void;
}): ReactElement {
  const { routers, router, onChoose } = props;
  const stats = useRead("routerStats", { params: { id: router.id } }, polled(15_000));
  const { todaySales, monthlyRevenue } = (stats.isPlaceholderData ? undefined : stats.data) ?? {};
  const unknown = stats.isError ? null : undefined;
  const rows = (preset: "today" | "thisMonth") =>
    `${addresses.payments}?${new URLSearchParams({ status: "completed", routerId: router.id, ...presetRange(preset) })}`;
  return (
    <Stack component="section" gap="md" aria-label={t("Router")}>
      <Group gap="sm" align="center">
        <Select
          aria-label={t("Select Router")}
          placeholder={t("Select Router")}
          leftSection={<IconRouter size={18} aria-hidden />}
          data={routers.map(({ id, name }) => ({ value: id, label: name }))}
          value={router.id}
          onChange={(id) => id && onChoose(id)}
          allowDeselect={false}
          flex="1 1 220px"
          maw={360}
          renderOption={({ option }) => (
            <Group justify="space-between" flex={1} wrap="nowrap" mih={36}>
              <Text size="sm" truncate>
                {option.label}
              </Text>
              <Standing isOnline={routers.find(({ id }) => id === option.value)?.isOnline ?? false} />
            </Group>
          )}
        />
        <Standing isOnline={router.isOnline} />
      </Group>
      <StaleMark query={stats} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: "xs", sm: "md" }}>
        <StatCard
          name={t("Today's Sales")}
          value={todaySales === undefined ? unknown : kes(todaySales)}
          note={router.name}
          icon={<IconCalendar size={20} aria-hidden />}
          to={rows("today")}
        />
        <StatCard
          name={t("Monthly Revenue")}
          value={monthlyRevenue === undefined ? unknown : kes(monthlyRevenue)}
          note={router.name}
          icon={<IconCalendarMonth size={20} aria-hidden />}
          to={rows("thisMonth")}
        />
      </SimpleGrid>
      <Paper withBorder p="md">
        <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} m={0}>
          <Fact name={t("IP Address")}>{router.ovpnTunnelIp?.split("/")[0] || router.host}</Fact>
          <Fact name={t("Location")}>{router.location || t("Not set")}</Fact>
          <Fact name={t("Last Seen")}>
            <When iso={router.lastSeen} otherwise={t("Never")} relative />
          </Fact>
        </SimpleGrid>
        {router.isOnline ? null : (
          <Text size="sm" c="dimmed" mt="sm">
            {router.statusText}
          </Text>
        )}
      </Paper>
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={500} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}
