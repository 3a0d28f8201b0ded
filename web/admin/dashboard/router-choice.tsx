import { Group, Select, Text } from "@mantine/core";
import { IconRouter } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { AssignedRouter } from "#contract/routers";
import { t } from "../../console/language.ts";
import { StatusMark } from "../../console/status-mark.tsx";

function Standing({ isOnline }: Pick<AssignedRouter, "isOnline">): ReactElement {
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
}): ReactElement {
  const { routers, router, onChoose } = props;
  const online = new Map(routers.map(({ id, isOnline }) => [id, isOnline]));
  return (
    <Group gap="sm" align="center" wrap="nowrap">
      <Select
        aria-label={t("Select Router")}
        placeholder={t("Select Router")}
        leftSection={<IconRouter size={18} aria-hidden />}
        data={routers.map(({ id, name }) => ({ value: id, label: name }))}
        value={router.id}
        onChange={(id) => id && onChoose(id)}
        allowDeselect={false}
        flex={1}
        maw={360}
        renderOption={({ option }) => (
          <Group justify="space-between" flex={1} wrap="nowrap" mih={36}>
            <Text size="sm" truncate>
              {option.label}
            </Text>
            <Standing isOnline={online.get(option.value) ?? false} />
          </Group>
        )}
      />
      <Standing isOnline={router.isOnline} />
    </Group>
  );
}
