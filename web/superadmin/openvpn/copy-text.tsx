import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { toastError, toastSuccess } from "../../console/toast.tsx";

async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(t("Copied"), what);
  } catch (cause) {
    console.warn("copying was refused", cause);
    toastError(t("Not copied"), t("Press the text for long and choose Copy."));
  }
}

/** Copies a text and says so. @param what it is: "Script" */
export function CopyText(props: { text: string; what: string; labelled?: boolean }): ReactElement {
  const { text, what, labelled = false } = props;
  const name = t("Copy {what}", { what });
  const icon = <IconCopy size={18} aria-hidden />;
  const press = () => void copy(text, what);
  if (labelled)
    return (
      <Button variant="default" mih={44} leftSection={icon} onClick={press}>
        {name}
      </Button>
    );
  return (
    <Tooltip label={name}>
      <ActionIcon size={44} variant="subtle" color="gray" aria-label={name} onClick={press}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
