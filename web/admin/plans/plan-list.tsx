import { ActionIcon, Group, Stack, Text, Tooltip } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { Plan } from "#contract/plans";
import { DataList } from "../../console/data-list.tsx";
import { Hint, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { planDuration, planExtras, planPrice } from "./format-plan.ts";

type Acts = { onEdit: (plan: Plan) => void; onDelete: (plan: Plan) => void };

export function PlanList({ plans, ...acts }: { plans: readonly Plan[] } & Acts) {
  return (
    <DataList
      rows={plans}
      rowKey={({ id }) => id}
      label={t("Plans")}
      columns={[
        { key: "name", title: t("Plan Name"), render: (plan) => <Name plan={plan} /> },
        { key: "price", title: t("Price (KES)"), right: true, render: ({ price }) => planPrice(price) },
        { key: "duration", title: t("Duration"), render: ({ durationHours }) => planDuration(durationHours) },
        { key: "status", title: t("Status"), render: (plan) => <Status plan={plan} /> },
        {
          key: "actions",
          title: t("Actions"),
          right: true,
          width: 124,
          render: (plan) => <Actions plan={plan} {...acts} />,
        },
      ]}
      card={(plan) => (
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={4} miw={0}>
            <Name plan={plan} />
            <Text size="sm">
              {t("KES {price} for {duration}", {
                price: planPrice(plan.price),
                duration: planDuration(plan.durationHours),
              })}
            </Text>
            <Status plan={plan} />
          </Stack>
          <Actions plan={plan} {...acts} />
        </Group>
      )}
    />
  );
}

function Name({ plan }: { plan: Plan }) {
  const gives = [t("{speed} Mbps", { speed: plan.speedMbps }), ...planExtras(plan)];
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {plan.name}
      </Text>
      <Hint>{gives.join(" · ")}</Hint>
    </div>
  );
}

function Status({ plan }: { plan: Plan }) {
  return plan.isActive ? (
    <StatusMark tone="good" word={t("Active")} />
  ) : (
    <StatusMark tone="off" word={t("Inactive")} />
  );
}

function Actions({ plan, onEdit, onDelete }: { plan: Plan } & Acts) {
  const edit = t("Edit {name}", { name: plan.name });
  const remove = t("Delete {name}", { name: plan.name });
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={edit}>
        <ActionIcon aria-label={edit} onClick={() => onEdit(plan)}>
          <IconPencil size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={remove}>
        <ActionIcon aria-label={remove} color="red" onClick={() => onDelete(plan)}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
