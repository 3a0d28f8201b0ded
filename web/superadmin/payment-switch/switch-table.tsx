import { Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconAlertOctagon, IconPencil, IconTrash } from "@tabler/icons-react";
import type { PaymentSwitch } from "#contract/switch";
import { type Column, DataList } from "../../console/data-list.tsx";
import { IconButton } from "../../console/icon-button.tsx";
import { Hint, Money, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { accountOf } from "./switch-reading.ts";

type SwitchOpeners = {
  busy: boolean;
  onEdit: (one: PaymentSwitch) => void;
  onStop: (one: PaymentSwitch) => void;
  onDelete: (one: PaymentSwitch) => void;
};

export function SwitchTable(props: SwitchOpeners & { switches: readonly PaymentSwitch[] }) {
  const { switches, ...openers } = props;
  const columns: Column<PaymentSwitch>[] = [
    { key: "name", title: t("Switch Name"), render: ({ name }) => <Text fw={600}>{name}</Text> },
    { key: "account", title: t("Account Number"), render: accountOf },
    { key: "status", title: t("Status"), render: (one) => <Status one={one} /> },
    {
      key: "target",
      title: t("Target Amount"),
      right: true,
      render: (one) => <Money amount={one.targetAmount} />,
    },
    {
      key: "current",
      title: t("Current Amount"),
      right: true,
      render: (one) => <Money amount={one.currentAmount} />,
    },
    { key: "mode", title: t("Mode"), render: modeOf },
    { key: "actions", title: t("Actions"), right: true, render: (one) => <Actions one={one} {...openers} /> },
  ];
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t("All Configured Switches")}
        </Title>
        <DataList
          label={t("All Configured Switches")}
          rows={switches}
          rowKey={({ id }) => id}
          columns={columns}
          card={(one) => <SwitchCard one={one} {...openers} />}
        />
      </Stack>
    </Card>
  );
}

function modeOf({ switchMode, isRecurring }: PaymentSwitch): string {
  const mode = switchMode === "manual" ? t("Manual") : t("Automatic");
  return isRecurring ? `${mode} · ${t("Recurring")}` : mode;
}

function Status({ one }: { one: PaymentSwitch }) {
  return (
    <Group gap={4}>
      {one.isActive ? (
        <StatusMark tone="wait" word={t("Active")} />
      ) : one.suspendedAt === null ? (
        <StatusMark tone="off" word={t("Inactive")} />
      ) : (
        <StatusMark tone="bad" word={t("Suspended")} />
      )}
      {one.isRunning ? <StatusMark tone="good" word={t("Running")} /> : null}
    </Group>
  );
}

function Actions({ one, busy, onEdit, onStop, onDelete }: SwitchOpeners & { one: PaymentSwitch }) {
  const { name } = one;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <IconButton
        icon={IconPencil}
        name={t("Edit {name}", { name })}
        tip={t("Edit")}
        disabled={busy}
        onClick={() => onEdit(one)}
      />
      {one.isActive && one.allowEmergencyDeactivate ? (
        <IconButton
          icon={IconAlertOctagon}
          name={t("Emergency Stop: {name}", { name })}
          tip={t("Emergency Stop")}
          color="red"
          disabled={busy}
          onClick={() => onStop(one)}
        />
      ) : null}
      <IconButton
        icon={IconTrash}
        name={t("Delete {name}", { name })}
        tip={one.isActive ? t("Deactivate it before you delete it") : t("Delete")}
        color="red"
        disabled={busy || one.isActive}
        onClick={() => onDelete(one)}
      />
    </Group>
  );
}

function SwitchCard({ one, ...openers }: SwitchOpeners & { one: PaymentSwitch }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{one.name}</Text>
        <Status one={one} />
      </Group>
      <Hint>
        {accountOf(one)} · {modeOf(one)}
      </Hint>
      <SimpleGrid cols={2} spacing="xs">
        <div>
          <Text size="xs" c="dimmed">
            {t("Target Amount")}
          </Text>
          <Money amount={one.targetAmount} strong />
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t("Current Amount")}
          </Text>
          <Money amount={one.currentAmount} strong />
        </div>
      </SimpleGrid>
      <Actions one={one} {...openers} />
    </Stack>
  );
}
