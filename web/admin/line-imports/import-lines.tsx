import { useState } from "react";
import { Link } from "react-router";
import type { LineImportRow, LineImportVerdict } from "#contract/line-imports";
import { Button } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { callApi, useRead } from "../api.ts";
import { ImportCard } from "../imports/import-card.tsx";
import { mappingOf } from "../imports/mapping.ts";
import { useImportRun } from "../imports/use-import-run.ts";
import { linesPath, packagesPath } from "../lines/format-line.ts";
import { addresses } from "../navigation.ts";
import { useChosenRouter } from "../use-chosen-router.ts";
import type { ChosenLineFile } from "./choose-line-file.tsx";
import { LineChoices } from "./line-choices.tsx";
import { type Choices, judgedLines, lineRowsToSend, needsUntil, proposed, rowsAtOnce } from "./line-rows.ts";
import { LineVerdicts, saveLineVerdicts } from "./line-verdicts.tsx";

/** What an import of lines changes, and its undoing. */
export const refreshedPaths = ["/api/admin/line-imports", linesPath, packagesPath];

/** From a file that was read to what came of it: its packages are matched, then it is tried, then it is brought in. */
export function ImportLines({ file, onAnother }: { file: ChosenLineFile; onAnother: () => void }) {
  const { rows: lines, profiles } = file.content;
  const packages = useRead("listPackages", {}).data ?? [];
  const { routers, routerId, setRouter } = useChosenRouter();
  const [chosen, setChosen] = useState<Choices>({ mapping: {}, until: "", hasBalances: true });
  const mapping = mappingOf(profiles, chosen.mapping, (profile) => proposed(profile, packages));
  const choices: Choices = { ...chosen, mapping };
  const asked = lineRowsToSend(lines, choices);
  const { verdicts, change, ...state } = useImportRun<LineImportRow, LineImportVerdict>(file, {
    asked,
    atOnce: rowsAtOnce,
    check: (rows) => callApi("checkLineImport", { body: { routerId, rows } }),
    isGood: ({ reason }) => reason === null,
    chosen: [choices, routerId],
    begin: ({ fileName, fileHash, rows, lastRow }) =>
      callApi("beginLineImport", { body: { fileName, fileHash, routerId, rows, lastRow } }),
    bring: (id, rows) => callApi("importLineRows", { params: { id }, body: { rows } }),
    refreshes: refreshedPaths,
    done: t("Brought in"),
  });
  const judged = judgedLines(lines, choices, packages, verdicts);
  const good = judged.filter(({ isGood }) => isGood).length;
  return (
    <ImportCard
      file={file}
      state={state}
      choices={
        <LineChoices
          content={file.content}
          choices={choices}
          packages={packages}
          routers={routers}
          routerId={routerId}
          onChange={(changes) => change(() => setChosen((before) => ({ ...before, ...changes })))}
          onRouter={(id) => change(() => setRouter(id))}
          disabled={state.isBusy}
        />
      }
      table={<LineVerdicts judged={judged} choices={choices} isIn={state.isIn} />}
      good={good}
      lacks={lacking(routerId, asked.length, lines.some(needsUntil) && choices.until === "")}
      words={{
        progress: (progress) => t("Brought in {done} of {total}", progress),
        bring: t("{count, plural, one {Bring in # line} other {Bring in # lines}}", { count: good }),
        beforeIt: t(
          "Nothing is changed before you press it. Rows that are left out can be mended and come later.",
        ),
      }}
      next={
        <Button component={Link} to={addresses.lines}>
          {t("See the lines")}
        </Button>
      }
      onSave={() => void saveLineVerdicts(file.name, judged)}
      onAnother={onAnother}
    />
  );
}

function lacking(routerId: string, asked: number, isUntilOpen: boolean): string | null {
  if (routerId === "") return t("Choose the router above.");
  if (asked === 0) return t("Choose a package above, or make one.");
  return isUntilOpen ? t("Say until when they are paid.") : null;
}
