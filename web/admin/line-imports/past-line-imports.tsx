import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LineImport } from "#contract/line-imports";
import { confirmAction } from "../../console/confirm-action.tsx";
import { kes } from "../../console/format.ts";
import { Hint, PlainList, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { callApi, refresh, useRead } from "../api.ts";
import { linesPath, packagesPath } from "../lines/format-line.ts";
import { lineImportsPath } from "./import-lines.tsx";

/** Nothing where no file was ever brought in. */
export function PastLineImports() {
  const { data: imports = [] } = useRead("listLineImports", {}, { staleTime: 0 });
  if (imports.length === 0) return null;
  return (
    <Stack maw={720}>
      <Title order={2} size="h4">
        {t("Brought in so far")}
      </Title>
      <PlainList gap="sm" aria-label={t("Brought in so far")}>
        {imports.map((one) => (
          <PastImport key={one.id} one={one} />
        ))}
      </PlainList>
    </Stack>
  );
}

/** Call by call, until nothing is left. */
async function takenBack(id: string): Promise<{ undone: number; leftAlone: number }> {
  for (let undone = 0; ; ) {
    const answer = await callApi("undoLineImport", { params: { id } });
    undone += answer.undone;
    // One that takes nothing back would be asked for ever.
    if (answer.left === 0 || answer.undone === 0)
      return { undone, leftAlone: answer.leftAlone + answer.left };
  }
}

function PastImport({ one }: { one: LineImport }) {
  const { id, fileName, router, lines, balance, isComplete, madeBy, createdAt, undoneAt, isUndoable } = one;
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const undo = async () => {
    setBusy(true);
    try {
      const { undone, leftAlone } = await takenBack(id);
      toastSuccess(
        t("Undone"),
        leftAlone === 0
          ? t("{undone, plural, one {# line taken back} other {# lines taken back}}", { undone })
          : t("{undone} taken back. {leftAlone} stay: they were paid already.", { undone, leftAlone }),
      );
    } catch (cause) {
      toastFailure(t("Not undone"), t("Please try again."))(cause);
    }
    setBusy(false);
    void refresh(client, [lineImportsPath, linesPath, packagesPath]);
  };
  const ask = () =>
    confirmAction({
      title: t("Undo what {fileName} brought?", { fileName }),
      text: t(
        "Lines that nobody paid for are given up, or the router's own again as they were; balances that came along go. Who has paid stays.",
      ),
      action: t("Undo"),
      onYes: () => void undo(),
    });
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
        <Text size="sm">
          {t("{count, plural, one {# line} other {# lines}} at {router}", {
            count: lines,
            router: router.name,
          })}
          {balance > 0 ? ` · ${t("{amount} of balances", { amount: kes(balance) })}` : null}
        </Text>
        <Hint>
          {t("Made by {name}", { name: madeBy })}, <When iso={createdAt} />
        </Hint>
      </Stack>
      {isUndoable ? (
        <SecondaryButton
          mt="xs"
          busy={busy}
          onClick={ask}
          aria-label={t("Undo what {fileName} brought", { fileName })}
        >
          {t("Undo")}
        </SecondaryButton>
      ) : null}
    </Card>
  );
}
