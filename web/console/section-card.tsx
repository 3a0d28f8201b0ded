import { Card, Group, Stack, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Hint } from "./kit.tsx";

/** A part of a page with a heading, what it is about, and its button. @param children a window, where one is open */
export function SectionCard(props: { title: string; text: string; action: ReactNode; children?: ReactNode }) {
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading}>
      <Stack>
        <Title order={2} size="h4" id={heading}>
          {props.title}
        </Title>
        <Hint>{props.text}</Hint>
        <Group>{props.action}</Group>
      </Stack>
      {props.children}
    </Card>
  );
}
