import { Card, Group, Skeleton, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { ago } from "./format.ts";
import { Hint } from "./kit.tsx";
import { t } from "./language.ts";
import classes from "./stat-card.module.css";

/** Beneath a figure that could not be read afresh: how old it is; otherwise undefined. */
export function ageOf(query: UseQueryResult<unknown>): string | undefined {
  const { data, isError, fetchStatus, dataUpdatedAt } = query;
  if (data === undefined || !(isError || fetchStatus === "paused")) return undefined;
  return t("Updated {when}", { when: ago(new Date(dataUpdatedAt).toISOString(), Date.now()) });
}

/** One figure and what it counts; it opens the rows behind it. `value` undefined = still loading, null = unknown. */
export function StatCard(props: {
  name: string;
  value: ReactNode | undefined;
  note?: ReactNode;
  icon?: ReactNode;
  to?: string;
}) {
  const { name, value, note, icon, to } = props;
  const body = (
    <div className={classes.body}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Hint>{name}</Hint>
        {icon ? <span className={classes.icon ?? ""}>{icon}</span> : null}
      </Group>
      <Text
        component="div"
        className={classes.figure ?? ""}
        style={{ "--letters": typeof value === "string" ? value.length : 10 } as CSSProperties}
      >
        {value === undefined ? <Skeleton height={28} width="70%" mt={4} mb={4} /> : (value ?? "–")}
      </Text>
      {note === undefined ? null : (
        <Text component="div" size="xs" c="dimmed" mih={18}>
          {note}
        </Text>
      )}
    </div>
  );
  return to ? (
    <Card component={Link} to={to}>
      {body}
    </Card>
  ) : (
    <Card>{body}</Card>
  );
}
