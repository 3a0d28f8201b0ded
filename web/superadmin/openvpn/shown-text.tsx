import { Code, Group, ScrollArea, Stack, Title } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { CopyText } from "./copy-text.tsx";

/** A long text as it is, in a box that scrolls, with what one can do with it. */
export function ShownText(props: { title: string; text: string; children?: ReactNode }): ReactElement {
  const { title, text, children } = props;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          {title}
        </Title>
        <Group gap="xs">
          {children}
          <CopyText text={text} what={title} labelled />
        </Group>
      </Group>
      <ScrollArea.Autosize
        mah="16rem"
        type="auto"
        viewportProps={{ tabIndex: 0, "aria-label": title, role: "region" }}
      >
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Code>
      </ScrollArea.Autosize>
    </Stack>
  );
}
