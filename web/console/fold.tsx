import { Collapse, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { Hint } from "./kit.tsx";

/** Fields that few need, under a title; folded, a line says what of them is used. */
export function Fold(props: {
  title: string;
  summary: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const { title, summary, isOpen, onToggle, children } = props;
  const id = useId();
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <div style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
      <UnstyledButton
        w="100%"
        mih={48}
        py={6}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={`${id}-used`}
        onClick={onToggle}
      >
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Chevron size={18} aria-hidden />
        </Group>
      </UnstyledButton>
      {/* Beside the button, whose name it is no part of. */}
      <Hint size="xs" id={`${id}-used`} {...(summary ? { pb: 8 } : {})}>
        {summary}
      </Hint>
      <Collapse expanded={isOpen} keepMountedMode="display-none" id={id}>
        <Stack pb="md">{children}</Stack>
      </Collapse>
    </div>
  );
}
