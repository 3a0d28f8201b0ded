import { ActionIcon, Code, Group, ScrollArea, Stack, Title, Tooltip } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastError, toastSuccess } from "../../console/toast.tsx";

export function ShownText(props: { title: string; text: string; children?: ReactNode }) {
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

async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(t("Copied"), what);
  } catch (cause) {
    console.warn("copying was refused", cause);
    toastError(t("Not copied"), t("Press the text for long and choose Copy."));
  }
}

export function CopyText(props: { text: string; what: string; labelled?: boolean }) {
  const { text, what, labelled = false } = props;
  const name = t("Copy {what}", { what });
  const icon = <IconCopy size={18} aria-hidden />;
  const press = () => void copy(text, what);
  if (labelled)
    return (
      <SecondaryButton mih={44} leftSection={icon} onClick={press}>
        {name}
      </SecondaryButton>
    );
  return (
    <Tooltip label={name}>
      <ActionIcon size={44} variant="subtle" color="gray" aria-label={name} onClick={press}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
