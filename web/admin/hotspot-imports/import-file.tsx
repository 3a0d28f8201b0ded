import { useState } from "react";
import type { ImportRow, ImportVerdict } from "#contract/imports";
import type { Plan } from "#contract/plans";
import { plain } from "#contract/values/pasted";
import { t } from "../../console/language.ts";
import { callApi } from "../api.ts";
import { ImportCard } from "../imports/import-card.tsx";
import { type Mapping, mappingOf } from "../imports/mapping.ts";
import { useImportRun } from "../imports/use-import-run.ts";
import { useChosenRouter } from "../use-chosen-router.ts";
import { usePlans } from "../vouchers/use-vouchers.ts";
import type { ChosenFile } from "./choose-file.tsx";
import { codesKept, judgedRows, rowsToSend } from "./import-rows.ts";
import { MapPlans } from "./map-plans.tsx";
import { saveVerdicts, Verdicts } from "./verdicts.tsx";

/** What an import of vouchers and customers changes, and its undoing. */
export const refreshedPaths = ["/api/admin/imports", "/api/admin/vouchers", "/api/admin/users"];

/** From a file that was read to what came of it: its plans are matched, then it is tried, then it is brought in. */
export function ImportFile({ file, onAnother }: { file: ChosenFile; onAnother: () => void }) {
  const { rows: lines, profiles } = file.content;
  const plans = usePlans();
  const { routers, routerId, setRouter } = useChosenRouter();
  const [chosen, setChosen] = useState<Mapping>({});
  const mapping = mappingOf(profiles, chosen, ({ name }) => sameName(plans, name));
  const place = routerId === "" ? {} : { routerId };
  const asked = rowsToSend(lines, mapping);
  const { verdicts, change, ...state } = useImportRun<ImportRow, ImportVerdict>(file, {
    asked,
    check: (rows, told) => {
      const before = codesKept(told);
      return callApi("checkImport", {
        body: { rows, ...place, ...(before.length === 0 ? {} : { before }) },
      });
    },
    isGood: ({ fault }) => fault === null,
    chosen: [mapping, routerId],
    begin: (body) => callApi("beginImport", { body }),
    bring: (id, rows) => callApi("importRows", { params: { id }, body: { rows, ...place } }),
    refreshes: refreshedPaths,
    done: t("Imported"),
  });
  const judged = judgedRows(lines, mapping, verdicts);
  const good = judged.filter(({ verdict, fault }) => verdict && fault === null).length;
  return (
    <ImportCard
      file={file}
      state={state}
      choices={
        <MapPlans
          profiles={profiles}
          mapping={mapping}
          plans={plans}
          routers={lines.some(({ mac, fault }) => mac !== "" && fault === null) ? routers : []}
          routerId={routerId}
          onMap={(name, planId) => change(() => setChosen({ ...chosen, [name]: planId }))}
          onRouter={(id) => change(() => setRouter(id))}
          disabled={state.isBusy}
        />
      }
      table={<Verdicts judged={judged} plans={plans} isIn={state.isIn} />}
      good={good}
      lacks={asked.length === 0 ? t("Choose a plan above, or make one.") : null}
      words={{
        progress: (progress) => t("Imported {done} of {total}", progress),
        bring: t("{count, plural, one {Import # row} other {Import # rows}}", { count: good }),
        beforeIt: t("Nothing is changed before you press Import."),
      }}
      onSave={() => void saveVerdicts(file.name, judged, plans)}
      onAnother={onAnother}
    />
  );
}

const sameName = (plans: readonly Plan[], name: string): string =>
  plans.find((plan) => spelled(plan.name) === spelled(name))?.id ?? "";
const spelled = (name: string) => plain(name).toLowerCase();
