import { Alert, Button, Center, Group, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import { t } from "./language.ts";

// The four states of anything that is read: loading, empty, failed, stale. They never look alike.

/** Nothing there yet, and the next step. */
export function Empty(props: {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
}): ReactElement {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={360} ta="center">
        <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
          {props.icon}
        </ThemeIcon>
        <Text fw={600}>{props.title}</Text>
        {props.text ? (
          <Text size="sm" c="dimmed">
            {props.text}
          </Text>
        ) : null}
        {props.action}
      </Stack>
    </Center>
  );
}

/** It could not be read; says so and offers to try again. */
export function Failed(props: { title: string; text: string; onRetry: () => void }): ReactElement {
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
        <Button
          size="sm"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={props.onRetry}
        >
          {t("Try again")}
        </Button>
      </Group>
    </Alert>
  );
}

/** Stands exactly where `rows` lines will be. */
export function LoadingRows(props: { rows: number; height?: number; label: string }): ReactElement {
  return (
    <Stack gap="xs" role="status" aria-label={props.label}>
      {Array.from({ length: props.rows }, (_, row) => `row ${row}`).map((row) => (
        <Skeleton key={row} height={props.height ?? 56} radius="md" />
      ))}
    </Stack>
  );
}
