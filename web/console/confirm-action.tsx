import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import type { ReactNode } from "react";
import { t } from "./language.ts";

/** Asks before something that cannot be undone. The button says what will happen ("Delete plan"). */
export function confirmAction(question: {
  title: string;
  text: ReactNode;
  action: string;
  onYes: () => void;
}): void {
  modals.openConfirmModal({
    title: question.title,
    children: <Text size="sm">{question.text}</Text>,
    labels: { confirm: question.action, cancel: t("Cancel") },
    confirmProps: { color: "red" },
    onConfirm: question.onYes,
  });
}
