import type { LineImport } from "#contract/line-imports";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { callApi, useRead } from "../api.ts";
import { PastCard, PastList, UndoButton } from "../imports/past-list.tsx";
import { refreshedPaths } from "./import-lines.tsx";

export function PastLineImports() {
  const { data: imports = [] } = useRead("listLineImports", {}, { staleTime: 0 });
  return (
    <PastList title={t("Brought in so far")}>
      {imports.map((one) => (
        <PastImport key={one.id} one={one} />
      ))}
    </PastList>
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
  const { id, fileName, router, lines, balance, isUndoable } = one;
  const brought = t("{count, plural, one {# line} other {# lines}} at {router}", {
    count: lines,
    router: router.name,
  });
  const balances = balance > 0 ? ` · ${t("{amount} of balances", { amount: kes(balance) })}` : "";
  return (
    <PastCard one={one} figures={brought + balances}>
      {isUndoable ? (
        <UndoButton
          mt="xs"
          label={t("Undo what {fileName} brought", { fileName })}
          question={{
            title: t("Undo what {fileName} brought?", { fileName }),
            text: t(
              "Lines that nobody paid for are given up, or the router's own again as they were; balances that came along go. Who has paid stays.",
            ),
            action: t("Undo"),
          }}
          undo={() => takenBack(id)}
          told={({ undone, leftAlone }) =>
            leftAlone === 0
              ? t("{undone, plural, one {# line taken back} other {# lines taken back}}", { undone })
              : t("{undone} taken back. {leftAlone} stay: they were paid already.", { undone, leftAlone })
          }
          refreshes={refreshedPaths}
        />
      ) : null}
    </PastCard>
  );
}
