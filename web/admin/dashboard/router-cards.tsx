import { Group, Paper, SimpleGrid, Text, TextInput } from "@mantine/core";
import { IconCalendar, IconCalendarMonth, IconRouter, IconSelector } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { AssignedRouter } from "#contract/routers";
import { presetRange } from "../../console/days.ts";
import { kes } from "../../console/format.ts";
import { Hint, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { ageOf, StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { rowsOf } from "../payments/payment-filter.ts";

const Select = lazy(async () => ({ default: (await import("../../console/select.ts")).Select }));

export function RouterCards({ router }: { router: AssignedRouter }) {
  const stats = useRead("routerStats", { params: { id: router.id } }, polled(15_000));
  // Another router's figures are never shown under this one's name.
  const { todaySales, monthlyRevenue } = (stats.isPlaceholderData ? undefined : stats.data) ?? {};
  const unknown = stats.isError ? null : undefined;
  const sold = { type: "payment", status: "completed", routerId: router.id };
  const rows = (preset: "today" | "thisMonth") =>
    rowsOf(addresses.payments, { ...sold, ...presetRange(preset) });
  return (
    <>
      <StatCard
        name={t("Today's Sales")}
        value={todaySales === undefined ? unknown : kes(todaySales)}
        note={ageOf(stats) ?? router.name}
        icon={<IconCalendar size={20} aria-hidden />}
        to={rows("today")}
      />
      <StatCard
        name={t("Monthly Revenue")}
        value={monthlyRevenue === undefined ? unknown : kes(monthlyRevenue)}
        note={ageOf(stats) ?? router.name}
        icon={<IconCalendarMonth size={20} aria-hidden />}
        to={rows("thisMonth")}
      />
    </>
  );
}

export function RouterDetails({ router }: { router: AssignedRouter }) {
  return (
    <Paper component="section" withBorder px="md" py={4} aria-label={router.name}>
      {router.isOnline ? null : <Hint mt="sm">{router.statusText}</Hint>}
      <details>
        <Text component="summary" size="sm" py={12} style={{ cursor: "pointer" }}>
          {t("Details of {name}", { name: router.name })}
        </Text>
        <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} m={0} pb="sm">
          <Fact name={t("IP Address")}>{router.ovpnTunnelIp?.split("/")[0] || router.host}</Fact>
          <Fact name={t("Location")}>{router.location || t("Not set")}</Fact>
          <Fact name={t("Last Seen")}>
            <When iso={router.lastSeen} otherwise={t("Never")} relative />
          </Fact>
        </SimpleGrid>
      </details>
    </Paper>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Hint component="dt">{name}</Hint>
      <Text component="dd" m={0} fw={500} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}

function Standing({ isOnline }: Pick<AssignedRouter, "isOnline">) {
  return isOnline ? (
    <StatusMark tone="good" word={t("Online")} />
  ) : (
    <StatusMark tone="bad" word={t("Offline")} />
  );
}

/** Which router the figures are of, and how each stands. */
export function RouterChoice(props: {
  routers: readonly AssignedRouter[];
  router: AssignedRouter;
  onChoose: (id: string) => void;
}) {
  const { routers, router, onChoose } = props;
  const online = new Map(routers.map(({ id, isOnline }) => [id, isOnline]));
  const [isOpened, setOpened] = useState(false);
  const open = () => setOpened(true);
  const field = {
    "aria-label": t("Select Router"),
    placeholder: t("Select Router"),
    leftSection: <IconRouter size={18} aria-hidden />,
    flex: 1,
    maw: 360,
  };
  const closed = (
    <TextInput
      {...field}
      readOnly
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      pointer
      rightSection={<IconSelector size={18} aria-hidden />}
      value={router.name}
      onClick={open}
      onKeyDown={({ key }) => ["Enter", " ", "ArrowDown", "ArrowUp"].includes(key) && open()}
    />
  );
  return (
    <Group gap="sm" align="center" wrap="nowrap">
      {isOpened ? (
        <Suspense fallback={closed}>
          <Select
            {...field}
            data={routers.map(({ id, name }) => ({ value: id, label: name }))}
            value={router.id}
            onChange={(id) => typeof id === "string" && onChoose(id)}
            allowDeselect={false}
            autoFocus
            defaultDropdownOpened
            renderOption={({ option }) => (
              <Group justify="space-between" flex={1} wrap="nowrap" mih={36}>
                <Text size="sm" truncate>
                  {option.label}
                </Text>
                <Standing isOnline={online.get(String(option.value)) ?? false} />
              </Group>
            )}
          />
        </Suspense>
      ) : (
        closed
      )}
      <Standing isOnline={router.isOnline} />
    </Group>
  );
}
