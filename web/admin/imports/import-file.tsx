import { Alert, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ImportVerdict } from "#contract/imports";
import { Button, Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { callApi, refresh, useRead } from "../api.ts";
import { usePlans } from "../vouchers/use-vouchers.ts";
import type { ChosenFile } from "./choose-file.tsx";
import { codesKept, hashOf, judgedRows, type Mapping, rowsToSend, sendInChunks } from "./import-rows.ts";
import { MapPlans } from "./map-plans.tsx";
import { saveVerdicts, Verdicts } from "./verdicts.tsx";

type Run = { kind: "check" | "import"; done: number; total: number; isBusy: boolean; fault: string | null };

/** From a file that was read to what came of it: its plans are matched, then it is tried, then it is brought in. */
export function ImportFile({ file, onAnother }: { file: ChosenFile; onAnother: () => void }) {
  const { rows: lines, profiles, program } = file.content;
  const plans = usePlans();
  const routers = useRead("listRouters", {}).data ?? [];
  const [chosen, setChosen] = useState<Mapping>({});
  const [routerChosen, setRouter] = useState("");
  const [run, setRun] = useState<Run | null>(null);
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, ImportVerdict>>(new Map());
  const [isIn, setIn] = useState(false);
  const sent = useRef(new Map<number, ImportVerdict>());
  const client = useQueryClient();

  const sameName = (name: string) =>
    plans.find((plan) => plan.name.trim().toLowerCase() === name.trim().toLowerCase())?.id ?? "";
  const mapping: Mapping = Object.fromEntries(
    profiles.map(({ name }) => [name, chosen[name] ?? sameName(name)]),
  );
  const routerId = routerChosen || (routers.length === 1 ? (routers[0]?.id ?? "") : "");
  const place = routerId === "" ? {} : { routerId };
  const asked = rowsToSend(lines, mapping);
  const judged = judgedRows(lines, mapping, verdicts);
  const isChecked = run?.kind === "check" && !run.isBusy && run.fault === null;
  const good = judged.filter(({ verdict, fault }) => verdict && fault === null);

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
  const tryOut = (rows: Parameters<typeof sendInChunks>[0] & object) => {
    const before = codesKept(sent.current.values());
    return callApi("checkImport", {
      body: { rows: [...rows], ...place, ...(before.length === 0 ? {} : { before }) },
    });
  };
  /** The same file with the same choices goes on where it broke off, in another window, too. */
  const bringing = async (count: number, lastRow: number) => {
    const fileHash = await hashOf(JSON.stringify([file.hash, mapping, routerId]));
    const body = { fileName: file.name, fileHash, rows: count, lastRow };
    const { id } = await callApi("beginImport", { body });
    return (rows: Parameters<typeof sendInChunks>[0] & object) =>
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
          <Hint>
            {t("{count, plural, one {# row} other {# rows}}", { count: lines.length })}
            {program ? ` · ${program}` : null}
          </Hint>
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
        {isChecked || isIn ? <Verdicts judged={judged} plans={plans} isIn={isIn} /> : null}
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
          {isChecked || isIn ? (
            <SecondaryButton icon={IconDownload} onClick={() => void saveVerdicts(file.name, judged, plans)}>
              {t("Download the table")}
            </SecondaryButton>
          ) : null}
          <SecondaryButton disabled={run?.isBusy ?? false} onClick={onAnother}>
            {t("Another file")}
          </SecondaryButton>
        </Group>
        {isChecked && !isIn ? <Hint>{t("Nothing is changed before you press Import.")}</Hint> : null}
      </Stack>
    </Card>
  );
}
