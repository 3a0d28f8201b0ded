import { ActionIcon, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect } from "react";
import { SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { toastError } from "./toast.tsx";

/** Copies a text and says that it did. @param name what it copies: "Copy voucher code" */
export function CopyButton(props: { text: string; name: string; labelled?: boolean; size?: number }) {
  const { text, name, labelled = false, size = 44 } = props;
  const clipboard = useClipboard({ timeout: 2_000 });
  const { error } = clipboard;
  useEffect(() => {
    if (error) toastError(t("Not copied"), t("Press the text for long and choose Copy."));
  }, [error]);
  const said = clipboard.copied ? t("Copied") : name;
  const icon = clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />;
  const copy = () => clipboard.copy(text);
  if (labelled)
    return (
      <SecondaryButton leftSection={icon} onClick={copy}>
        {said}
      </SecondaryButton>
    );
  return (
    <Tooltip label={said}>
      <ActionIcon size={size} aria-label={said} color={clipboard.copied ? "teal" : "gray"} onClick={copy}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
