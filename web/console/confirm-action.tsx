import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import type { ReactNode } from "react";
import { useBackCloses } from "./back-closes.ts";
import { t } from "./language.ts";

/** Asks before something that cannot be undone. The button says what will happen ("Delete plan"). */
export function confirmAction(question: {
  title: string;
  text: ReactNode;
  action: string;
  onYes: () => void;
  /** Asked about a step in history: Back is not taken for its answer. */
  isOfHistory?: boolean;
}): void {
  const id = modals.openConfirmModal({
    title: question.title,
    children: (
      <>
        {question.isOfHistory ? null : <BackCloses close={() => modals.close(id)} />}
        <Text size="sm">{question.text}</Text>
      </>
    ),
    labels: { confirm: question.action, cancel: t("Cancel") },
    confirmProps: { color: "red" },
    onConfirm: question.onYes,
  });
}

function BackCloses({ close }: { close: () => void }) {
  useBackCloses(true, close);
  return null;
}
