import { Alert, Box, Button, Center, Group, Skeleton, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconAlertTriangle, IconCloudOff, IconRefresh } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import type { HelpTopic } from "#contract/values/help";
import { ago } from "./format.ts";
import { HelpLink } from "./help-link.tsx";
import { Hint, SecondaryButton, useMinute } from "./kit.tsx";
import { t } from "./language.ts";
import { RequestError } from "./request.ts";
import { errorText } from "./toast.tsx";

/** What is read, once it is there. */
export function Loaded<T>(props: {
  query: UseQueryResult<T>;
  loading: ReactNode;
  /** Shown where the list that is read has no rows at all. */
  empty?: ReactNode;
  /** "Error Loading Routers" and, where the server says nothing better, its sentence. */
  failed: { title: string; text: string };
  children: (data: T) => ReactNode;
}) {
  const { query, loading, failed, empty } = props;
  const { data } = query;
  if (data !== undefined)
    return (
      <>
        <StaleMark query={query} />
        {empty !== undefined && isEmpty(data) ? empty : props.children(data)}
      </>
    );
  return isMissing(query) ? <Missing query={query} failed={failed} /> : loading;
}

/** Whether it is not there, and does not come by itself. */
export const isMissing = ({ data, isError, fetchStatus }: UseQueryResult<unknown>): boolean =>
  data === undefined && (isError || fetchStatus === "paused");

/** In place of what is missing. @param props.failed as of `Loaded` */
export function Missing(props: { query: UseQueryResult<unknown>; failed: { title: string; text: string } }) {
  const { isError, error, refetch } = props.query;
  const { title, text } = props.failed;
  const why = isError ? errorText(error, text) : t("No connection. Check your internet and try again.");
  return <Failed title={title} text={why} onRetry={() => void refetch()} />;
}

const isEmpty = (data: unknown) =>
  Array.isArray(data) ? data.length === 0 : (data as { total?: number }).total === 0;

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

/** It could not be read; says so and, where that may help, offers to try again. */
export function Failed(props: { title: string; text: string; onRetry?: () => void }) {
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
        {props.onRetry ? (
          <SecondaryButton
            size="sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={props.onRetry}
          >
            {t("Try again")}
          </SecondaryButton>
        ) : null}
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
  const { data, isError, error, isFetching, fetchStatus, dataUpdatedAt, refetch } = props.query;
  const now = useMinute();
  if (data === undefined || !(isError || fetchStatus === "paused")) return null;
  const when = ago(new Date(dataUpdatedAt).toISOString(), now);
  const why = error instanceof RequestError ? error.sentence : isError ? errorText(error, "") : "";
  return (
    <Group gap="xs" role="status" mb="sm">
      <IconCloudOff size={18} aria-hidden />
      <Text size="sm" style={{ flex: "1 1 12rem" }}>
        {t("Not up to date: updated {when}", { when })}
        {why === "" ? null : <> · {why}</>}
      </Text>
      <Button size="compact-md" variant="subtle" disabled={isFetching} onClick={() => void refetch()}>
        {t("Try again")}
      </Button>
    </Group>
  );
}

/** Page whose heading was focused last: filters and languages do not move the focus. */
let announced = "";

/** The heading of a page. It takes the focus when the page comes, so that readers hear where they are. */
export function PageHead(props: {
  title: string;
  mark?: ReactNode;
  /** Where a handbook says more of what is done here. */
  help?: HelpTopic;
  text?: ReactNode;
  actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const came = useNavigationType();
  useDocumentTitle(props.title);
  useEffect(() => {
    if (announced === pathname) return;
    announced = pathname;
    // Not while typing: the page's file may arrive late.
    const typing = document.activeElement?.matches("input, textarea, select") ?? false;
    if (!typing) heading.current?.focus({ preventScroll: true });
    // Going back, the browser knows where one was.
    if (came !== "POP") window.scrollTo(0, 0);
  }, [pathname, came]);
  return (
    <Box mb={{ base: 6, sm: "md" }}>
      <Group justify="space-between" gap="xs">
        {/* Beside the buttons a long heading takes two lines; buttons that are wide on a phone go below. */}
        <Group gap="xs" style={{ flex: 1, minWidth: "min(100%, 9rem)" }}>
          <Title
            order={1}
            fz={{ base: "1.25rem", sm: "1.5rem" }}
            ref={heading}
            tabIndex={-1}
            style={{ outline: "none" }}
          >
            {props.title}
          </Title>
          {props.mark}
          {props.help && !props.text ? <HelpLink topic={props.help} /> : null}
        </Group>
        {props.actions ? <Group gap={4}>{props.actions}</Group> : null}
      </Group>
      {props.text ? (
        <Text c="dimmed" fz={{ base: "xs", sm: "md" }} lh={1.4} mt={{ base: 0, sm: props.actions ? 4 : 0 }}>
          {props.text}
          {props.help ? (
            <>
              {" "}
              <HelpLink topic={props.help} />
            </>
          ) : null}
        </Text>
      ) : null}
    </Box>
  );
}
