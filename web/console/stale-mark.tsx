import { Button, Group, Text } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMinute } from "./cells.tsx";
import { ago } from "./format.ts";
import { t } from "./language.ts";

/** Says how old the figures are when they could not be read afresh; otherwise it takes no place. */
export function StaleMark(props: { query: UseQueryResult<unknown> }): ReactElement | null {
  const { data, isError, isFetching, fetchStatus, dataUpdatedAt, refetch } = props.query;
  const now = useMinute();
  if (data === undefined || !(isError || fetchStatus === "paused")) return null;
  const when = ago(new Date(dataUpdatedAt).toISOString(), now);
  return (
    <Group gap="xs" role="status" mb="sm">
      <IconCloudOff size={18} aria-hidden />
      <Text size="sm">{t("Not up to date: updated {when}", { when })}</Text>
      <Button size="compact-md" variant="subtle" disabled={isFetching} onClick={() => void refetch()}>
        {t("Try again")}
      </Button>
    </Group>
  );
}
