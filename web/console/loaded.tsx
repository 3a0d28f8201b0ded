import { Alert, Button, Center, Group, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff, IconRefresh } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ago } from "./format.ts";
import { Hint, SecondaryButton, useMinute } from "./kit.tsx";
import { t } from "./language.ts";
import { errorText } from "./toast.tsx";

/** `children` decides what an empty answer shows. */
export function Loaded<T>(props: {
  query: UseQueryResult<T>;
  loading: ReactNode;
  /** "Error Loading Routers" and, where the server says nothing better, its sentence. */
  failed: { title: string; text: string };
  children: (data: T) => ReactNode;
}) {
  const { query, loading, failed } = props;
  if (query.data !== undefined)
    return (
      <>
        <StaleMark query={query} />
        {props.children(query.data)}
      </>
    );
  if (query.isError)
    return (
      <Failed
        title={failed.title}
        text={errorText(query.error, failed.text)}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.fetchStatus === "paused")
    return (
      <Failed
        title={failed.title}
        text={t("No connection. Check your internet and try again.")}
        onRetry={() => void query.refetch()}
      />
    );
  return <>{loading}</>;
}

// The four states of anything that is read: loading, empty, failed, stale. They never look alike.

export function Empty(props: { icon: ReactNode; title: string; text?: string; action?: ReactNode }) {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={360} ta="center">
        <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
          {props.icon}
        </ThemeIcon>
        <Text fw={600}>{props.title}</Text>
        {props.text ? <Hint>{props.text}</Hint> : null}
        {props.action}
      </Stack>
    </Center>
  );
}

/** It could not be read; says so and offers to try again. */
export function Failed(props: { title: string; text: string; onRetry: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={props.title}
      role="alert"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{props.text}</Text>
        <SecondaryButton
          size="sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={props.onRetry}
        >
          {t("Try again")}
        </SecondaryButton>
      </Group>
    </Alert>
  );
}

/** Stands exactly where `rows` lines will be. */
export function LoadingRows(props: { rows: number; height?: number; label: string }) {
  return (
    <Stack gap="xs" role="status" aria-label={props.label}>
      {Array.from({ length: props.rows }, (_, row) => `row ${row}`).map((row) => (
        <Skeleton key={row} height={props.height ?? 56} radius="md" />
      ))}
    </Stack>
  );
}

/** Says how old the figures are when they could not be read afresh; otherwise it takes no place. */
export function StaleMark(props: { query: UseQueryResult<unknown> }) {
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
