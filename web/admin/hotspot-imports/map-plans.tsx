import { Group, Select, Stack, Text, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Plan } from "#contract/plans";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { type Mapping, mapped } from "../imports/mapping.ts";
import { planPrice } from "../plans/format-plan.ts";

const PlanDialog = lazy(async () => ({ default: (await import("../plans/plan-dialog.tsx")).PlanDialog }));

/** Which of the own plans stands for each of the other system's. */
export function MapPlans(props: {
  profiles: readonly { name: string; count: number }[];
  mapping: Mapping;
  plans: readonly Plan[];
  /** To choose from, where the file names devices. */
  routers: readonly { id: string; name: string }[];
  routerId: string;
  onMap: (profile: string, planId: string) => void;
  onRouter: (id: string) => void;
  disabled: boolean;
}) {
  const { profiles, mapping, plans, routers, routerId, onMap, onRouter, disabled } = props;
  const [making, setMaking] = useState<string | null>(null);
  const data = [
    { value: "", label: t("Leave out") },
    ...plans.map(({ id, name, price }) => ({
      value: id,
      label: t("{name}, KSh {price}", { name, price: planPrice(price) }),
    })),
  ];
  const nameless = profiles.length === 1 ? t("All rows") : t("Rows without a plan");
  return (
    <Stack gap="sm">
      {profiles.length === 0 ? null : (
        <Title order={3} size="h5">
          {t("Which of your plans is it?")}
        </Title>
      )}
      {profiles.map(({ name, count }) => (
        <Group key={name} gap="xs" align="flex-end">
          <Select
            flex="1 1 220px"
            label={name || nameless}
            description={t("{count, plural, one {# row} other {# rows}}", { count })}
            data={data}
            value={mapped(mapping, name)}
            allowDeselect={false}
            disabled={disabled}
            onChange={(planId) => onMap(name, planId ?? "")}
          />
          <SecondaryButton
            disabled={disabled}
            aria-label={t("Make a plan from {name}", { name: name || nameless })}
            onClick={() => setMaking(name)}
          >
            {t("Make a plan")}
          </SecondaryButton>
        </Group>
      ))}
      {routers.length === 0 ? null : (
        <Select
          label={t("Router of the devices in the file")}
          data={routers.map(({ id, name }) => ({ value: id, label: name }))}
          value={routerId === "" ? null : routerId}
          allowDeselect={false}
          disabled={disabled}
          onChange={(id) => onRouter(id ?? "")}
        />
      )}
      {routers.length > 1 ? (
        <Text size="sm" c="dimmed">
          {t("Time that a device has left goes on at this router.")}
        </Text>
      ) : null}
      {making === null ? null : (
        <Suspense>
          <PlanDialog
            plan={null}
            start={{ name: making, isHidden: true }}
            onMade={({ id }) => onMap(making, id)}
            onClose={() => setMaking(null)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
