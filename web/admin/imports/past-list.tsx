import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Hint, PlainList, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { refresh } from "../api.ts";

/** Nothing where nothing was ever imported. */
export function PastList({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Stack maw={720}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <PlainList gap="sm" aria-label={title}>
        {children}
      </PlainList>
    </Stack>
  );
}

type Past = {
  fileName: string;
  isComplete: boolean;
  madeBy: string;
  createdAt: string;
  undoneAt: string | null;
};

/** @param figures what it brought @param children what can be done with it */
export function PastCard({ one, figures, children }: { one: Past; figures: string; children: ReactNode }) {
  const { fileName, isComplete, madeBy, createdAt, undoneAt } = one;
  return (
    <Card component="li" padding="sm">
      <Stack gap={4} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600}>{fileName}</Text>
          {undoneAt !== null ? (
            <StatusMark tone="off" word={t("Undone")} />
          ) : isComplete ? null : (
            <StatusMark tone="wait" word={t("Not complete: choose the file again to go on")} />
          )}
        </Group>
        <Text size="sm">{figures}</Text>
        <Hint>
          {t("Made by {name}", { name: madeBy })}, <When iso={createdAt} />
        </Hint>
      </Stack>
      {children}
    </Card>
  );
}

type Undone = { undone: number; leftAlone: number };

/** Takes an import back after a question. */
export function UndoButton(props: {
  label: string;
  question: { title: string; text: string; action: string };
  undo: () => Promise<Undone>;
  /** What came of it, in words. */
  told: (undone: Undone) => string;
  /** Paths that are read afresh then. */
  refreshes: readonly string[];
  mt?: "xs";
}) {
  const { label, question, undo, told, refreshes, mt } = props;
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const go = async () => {
    setBusy(true);
    try {
      const undone = await undo();
      await refresh(client, refreshes);
      toastSuccess(t("Undone"), told(undone));
    } catch (cause) {
      toastFailure(t("Not undone"), t("Please try again."))(cause);
      // Some of it may be undone.
      await refresh(client, refreshes);
    }
    setBusy(false);
  };
  return (
    <SecondaryButton
      {...(mt === undefined ? {} : { mt })}
      busy={busy}
      onClick={() => confirmAction({ ...question, onYes: () => void go() })}
      aria-label={label}
    >
      {t("Undo")}
    </SecondaryButton>
  );
}
