import { Group, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Page whose heading was focused last: filters and languages do not move the focus. */
let announced = "";

/** The heading of a page. It takes the focus when the page comes, so that readers hear where they are. */
export function PageHead(props: { title: string; mark?: ReactNode; text?: ReactNode; actions?: ReactNode }) {
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
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <Stack gap={2}>
        <Group gap="xs">
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: "none" }}>
            {props.title}
          </Title>
          {props.mark}
        </Group>
        {props.text ? <Text c="dimmed">{props.text}</Text> : null}
      </Stack>
      {props.actions ? <Group gap="xs">{props.actions}</Group> : null}
    </Group>
  );
}
