import { Alert, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ImportRow, ImportVerdict } from "#contract/imports";
import type { Plan } from "#contract/plans";
import { plain } from "#contract/values/pasted";
import { Button, Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { callApi, refresh, useRead } from "../api.ts";
import { usePlans } from "../vouchers/use-vouchers.ts";
import type { ChosenFile } from "./choose-file.tsx";
import { FileFacts } from "./file-facts.tsx";
import {
  codesKept,
  hashOf,
  judgedRows,
  type Mapping,
  planOf,
  rowsToSend,
  sendInChunks,
} from "./import-rows.ts";
import { MapPlans } from "./map-plans.tsx";
import { saveVerdicts, Verdicts } from "./verdicts.tsx";

type Run = { kind: "check" | "import"; done: number; total: number; isBusy: boolean; fault: string | null };

/** From a file that was read to what came of it: its plans are matched, then it is tried, then it is brought in. */
export function ImportFile({ file, onAnother }: { file: ChosenFile; onAnother: () => void }) {
  const { rows: lines, profiles } = file.content;
  const plans = usePlans();
  const routers = useRead("listRouters", {}).data ?? [];
  const [chosen, setChosen] = useState<Mapping>({});
  const [routerChosen, setRouter] = useState("");
  const [run, setRun] = useState<Run | null>(null);
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, ImportVerdict>>(new Map());
  const [isIn, setIn] = useState(false);
  const sent = useRef(new Map<number, ImportVerdict>());
  const client = useQueryClient();

  const mapping: Mapping = Object.fromEntries(
    profiles.map(({ name }) => [
      name,
      Object.hasOwn(chosen, name) ? planOf(chosen, name) : sameName(plans, name),
    ]),
  );
  const routerId = routerChosen || (routers.length === 1 ? (routers[0]?.id ?? "") : "");
  const place = routerId === "" ? {} : { routerId };
  const asked = rowsToSend(lines, mapping);
  const judged = judgedRows(lines, mapping, verdicts);
  const isChecked = run?.kind === "check" && !run.isBusy && run.fault === null;
  const good = judged.filter(({ verdict, fault }) => verdict && fault === null);
  /** Nothing that could be chosen would bring a row in. */
  const isLost = lines.every(({ fault }) => fault !== null);

  /** What was checked is not so any more. */
  const change = (act: () => void) => {
    act();
    setRun(null);
    setVerdicts(new Map());
    sent.current = new Map();
  };

  const go = async (kind: Run["kind"]) => {
    const rows = kind === "check" ? asked : asked.filter(({ row }) => isGood(row));
    if (run?.kind !== kind) sent.current = new Map();
    const tell = (more: Partial<Run>) =>
      setRun({ kind, done: sent.current.size, total: rows.length, isBusy: true, fault: null, ...more });
    tell({});
    try {
      const send = kind === "check" ? tryOut : await bringing(rows.length, rows.at(-1)?.row ?? 1);
      await sendInChunks(rows, sent.current, send, (done) => tell({ done }));
      if (kind === "import") finish();
      else setVerdicts(new Map(sent.current));
      tell({ isBusy: false });
    } catch (cause) {
      tell({ isBusy: false, fault: errorText(cause, t("Please try again.")) });
    }
    void refresh(client, ["/api/admin/imports"]);
  };
  const isGood = (row: number) => verdicts.get(row)?.fault === null;
  const tryOut = (rows: ImportRow[]) => {
    const before = codesKept(sent.current.values());
    return callApi("checkImport", {
      body: { rows: [...rows], ...place, ...(before.length === 0 ? {} : { before }) },
    });
  };
  /** The same file with the same choices goes on where it broke off, in another window, too. */
  const bringing = async (count: number, lastRow: number) => {
    const fileHash = await hashOf(JSON.stringify([file.hash, mapping, routerId]));
    const body = { fileName: shownName(file.name), fileHash, rows: count, lastRow };
    const { id } = await callApi("beginImport", { body });
    return (rows: ImportRow[]) =>
      callApi("importRows", { params: { id }, body: { rows: [...rows], ...place } });
  };
  const finish = () => {
    setVerdicts(new Map([...verdicts, ...sent.current]));
    setIn(true);
    void refresh(client, ["/api/admin/vouchers", "/api/admin/users"]);
    toastSuccess(t("Imported"), file.name);
  };

  const progress = { done: run?.done ?? 0, total: run?.total ?? 0 };
  const percent = run && run.total > 0 ? Math.round((100 * run.done) / run.total) : 0;
  return (
    <Card maw={960} mb="xl">
      <Stack>
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {file.name}
          </Title>
          <FileFacts content={file.content} />
        </div>
        {isIn ? null : (
          <MapPlans
            profiles={profiles}
            mapping={mapping}
            plans={plans}
            routers={lines.some(({ mac, fault }) => mac !== "" && fault === null) ? routers : []}
            routerId={routerId}
            onMap={(name, planId) => change(() => setChosen({ ...chosen, [name]: planId }))}
            onRouter={(id) => change(() => setRouter(id))}
            disabled={run?.isBusy ?? false}
          />
        )}
        {run?.isBusy ? (
          <Stack gap={4} role="status">
            <Text size="sm">
              {run.kind === "check"
                ? t("Checked {done} of {total}", progress)
                : t("Imported {done} of {total}", progress)}
            </Text>
            <Progress value={percent} aria-label={t("Progress")} />
          </Stack>
        ) : null}
        {run?.fault ? (
          <Alert color="red" variant="light" role="alert" title={t("Stopped at {done} of {total}", progress)}>
            {run.fault}
          </Alert>
        ) : null}
        {isChecked || isIn || isLost ? <Verdicts judged={judged} plans={plans} isIn={isIn} /> : null}
        {isIn || run?.isBusy || run?.fault ? null : <WhyNot {...{ isLost, isChecked, good, asked }} />}
        <Group>
          {isIn ? null : run?.fault ? (
            <Button onClick={() => void go(run.kind)}>{t("Go on")}</Button>
          ) : isChecked ? (
            <Button disabled={good.length === 0} onClick={() => void go("import")}>
              {t("{count, plural, one {Import # row} other {Import # rows}}", { count: good.length })}
            </Button>
          ) : (
            <Button
              busy={run?.isBusy ?? false}
              disabled={asked.length === 0}
              onClick={() => void go("check")}
            >
              {t("See what becomes of it")}
            </Button>
          )}
          {isChecked || isIn || isLost ? (
            <SecondaryButton icon={IconDownload} onClick={() => void saveVerdicts(file.name, judged, plans)}>
              {t("Download the table")}
            </SecondaryButton>
          ) : null}
          <SecondaryButton disabled={run?.isBusy ?? false} onClick={onAnother}>
            {t("Another file")}
          </SecondaryButton>
        </Group>
        {isChecked && !isIn && good.length > 0 ? (
          <Hint>{t("Nothing is changed before you press Import.")}</Hint>
        ) : null}
      </Stack>
    </Card>
  );
}

/** Why there is nothing to press, and what to do. */
function WhyNot(props: {
  isLost: boolean;
  isChecked: boolean;
  good: readonly unknown[];
  asked: readonly unknown[];
}) {
  const { isLost, isChecked, good, asked } = props;
  if (isLost)
    return (
      <Warning>
        {t("No row of this file can be brought in. Each says why. Mend the file, and choose it again.")}
      </Warning>
    );
  if (isChecked && good.length === 0)
    return (
      <Warning>{t("No row is left to bring in. Each says why. Choose otherwise, or mend the file.")}</Warning>
    );
  return isChecked || asked.length > 0 ? null : <Warning>{t("Choose a plan above, or make one.")}</Warning>;
}

const sameName = (plans: readonly Plan[], name: string): string =>
  plans.find((plan) => spelled(plan.name) === spelled(name))?.id ?? "";
const spelled = (name: string) => plain(name).toLowerCase();

/** A file's name is any text; it stands in one line where it is listed. */
const shownName = (name: string) => plain(name).slice(0, 200).trim() || "csv";
