import { Alert, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { LineImportRow, LineImportVerdict } from "#contract/line-imports";
import { plain } from "#contract/values/pasted";
import { Button, Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { callApi, refresh, useRead } from "../api.ts";
import { FileFacts } from "../imports/file-facts.tsx";
import { hashOf, sendInChunks } from "../imports/import-rows.ts";
import { linesPath, packagesPath } from "../lines/format-line.ts";
import { addresses } from "../navigation.ts";
import type { ChosenLineFile } from "./choose-line-file.tsx";
import { LineChoices } from "./line-choices.tsx";
import {
  type Choices,
  judgedLines,
  lineRowsToSend,
  needsUntil,
  outlookOf,
  packageOf,
  proposed,
  rowsAtOnce,
} from "./line-rows.ts";
import { LineVerdicts, saveLineVerdicts } from "./line-verdicts.tsx";

type Run = { kind: "check" | "import"; done: number; total: number; isBusy: boolean; fault: string | null };

export const lineImportsPath = "/api/admin/line-imports";

/** From a file that was read to what came of it: its packages are matched, then it is tried, then it is brought in. */
export function ImportLines({ file, onAnother }: { file: ChosenLineFile; onAnother: () => void }) {
  const { content } = file;
  const packages = useRead("listPackages", {}).data ?? [];
  const routers = useRead("listRouters", {}).data ?? [];
  const [chosen, setChosen] = useState<Choices>({ mapping: {}, until: "", hasBalances: true });
  const [routerChosen, setRouter] = useState("");
  const [run, setRun] = useState<Run | null>(null);
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, LineImportVerdict>>(new Map());
  const [isIn, setIn] = useState(false);
  const sent = useRef(new Map<number, LineImportVerdict>());
  const client = useQueryClient();

  const mapping = Object.fromEntries(
    content.profiles.map((profile) => [
      profile.name,
      Object.hasOwn(chosen.mapping, profile.name)
        ? packageOf(chosen, profile.name)
        : proposed(profile, packages),
    ]),
  );
  const choices: Choices = { ...chosen, mapping };
  const routerId = routerChosen || (routers.length === 1 ? (routers[0]?.id ?? "") : "");
  const asked = lineRowsToSend(content.rows, choices);
  const judged = judgedLines(content.rows, choices, packages, verdicts);
  const isChecked = run?.kind === "check" && !run.isBusy && run.fault === null;
  const good = judged.filter(({ isGood }) => isGood);
  /** Nothing that could be chosen would bring a row in. */
  const isLost = content.rows.every(({ fault }) => fault !== null);

  /** What was checked is not so any more. */
  const change = (act: () => void) => {
    act();
    setRun(null);
    setVerdicts(new Map());
    sent.current = new Map();
  };

  const go = async (kind: Run["kind"]) => {
    const isGood = new Set(good.map(({ line }) => line.row));
    const rows = kind === "check" ? asked : asked.filter(({ row }) => isGood.has(row));
    if (run?.kind !== kind) sent.current = new Map();
    const tell = (more: Partial<Run>) =>
      setRun({ kind, done: sent.current.size, total: rows.length, isBusy: true, fault: null, ...more });
    tell({});
    try {
      const send = kind === "check" ? tryOut : await bringing(rows.length, rows.at(-1)?.row ?? 1);
      await sendInChunks(rows, sent.current, send, (done) => tell({ done }), rowsAtOnce);
      if (kind === "import") finish();
      else setVerdicts(new Map(sent.current));
      tell({ isBusy: false });
    } catch (cause) {
      tell({ isBusy: false, fault: errorText(cause, t("Please try again.")) });
    }
    void refresh(client, [lineImportsPath, linesPath, packagesPath]);
  };
  const tryOut = (rows: LineImportRow[]) => callApi("checkLineImport", { body: { routerId, rows } });
  /** The same file with the same choices goes on where it broke off, in another window, too. */
  const bringing = async (count: number, lastRow: number) => {
    const fileHash = await hashOf(JSON.stringify([file.hash, choices, routerId]));
    const fileName = plain(file.name).slice(0, 200).trim() || "csv";
    const body = { fileName, fileHash, routerId, rows: count, lastRow };
    const { id } = await callApi("beginLineImport", { body });
    return (rows: LineImportRow[]) => callApi("importLineRows", { params: { id }, body: { rows } });
  };
  const finish = () => {
    setVerdicts(new Map([...verdicts, ...sent.current]));
    setIn(true);
    toastSuccess(t("Brought in"), file.name);
  };

  const progress = { done: run?.done ?? 0, total: run?.total ?? 0 };
  const isShown = isChecked || isIn || isLost;
  const lacks = content.rows.some(needsUntil) && choices.until === "";
  return (
    <Card maw={960} mb="xl">
      <Stack>
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {file.name}
          </Title>
          <FileFacts content={content} />
        </div>
        {isIn ? null : (
          <LineChoices
            content={content}
            choices={choices}
            packages={packages}
            routers={routers}
            routerId={routerId}
            onChange={(changes) => change(() => setChosen((before) => ({ ...before, ...changes })))}
            onRouter={(id) => change(() => setRouter(id))}
            disabled={run?.isBusy ?? false}
          />
        )}
        {run?.isBusy ? <Running kind={run.kind} progress={progress} /> : null}
        {run?.fault ? (
          <Alert color="red" variant="light" role="alert" title={t("Stopped at {done} of {total}", progress)}>
            {run.fault}
          </Alert>
        ) : null}
        {isShown ? <LineVerdicts judged={judged} outlook={outlookOf(judged, choices)} isIn={isIn} /> : null}
        {isIn || run?.isBusy || run?.fault ? null : (
          <Why {...{ isLost, isChecked, lacks, routerId, good: good.length, asked: asked.length }} />
        )}
        <Group>
          {isIn ? (
            <Button component={Link} to={addresses.lines}>
              {t("See the lines")}
            </Button>
          ) : run?.fault ? (
            <Button onClick={() => void go(run.kind)}>{t("Go on")}</Button>
          ) : isChecked ? (
            <Button disabled={good.length === 0} onClick={() => void go("import")}>
              {t("{count, plural, one {Bring in # line} other {Bring in # lines}}", { count: good.length })}
            </Button>
          ) : (
            <Button
              busy={run?.isBusy ?? false}
              disabled={asked.length === 0 || routerId === "" || lacks}
              onClick={() => void go("check")}
            >
              {t("See what becomes of it")}
            </Button>
          )}
          {isShown ? (
            <SecondaryButton icon={IconDownload} onClick={() => void saveLineVerdicts(file.name, judged)}>
              {t("Download the table")}
            </SecondaryButton>
          ) : null}
          <SecondaryButton disabled={run?.isBusy ?? false} onClick={onAnother}>
            {t("Another file")}
          </SecondaryButton>
        </Group>
        {isChecked && !isIn && good.length > 0 ? (
          <Hint>
            {t(
              "Nothing is changed before you press it. Rows that are left out can be mended and come later.",
            )}
          </Hint>
        ) : null}
      </Stack>
    </Card>
  );
}

function Running({ kind, progress }: { kind: Run["kind"]; progress: { done: number; total: number } }) {
  const { done, total } = progress;
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {kind === "check"
          ? t("Checked {done} of {total}", progress)
          : t("Brought in {done} of {total}", progress)}
      </Text>
      <Progress value={total > 0 ? Math.round((100 * done) / total) : 0} aria-label={t("Progress")} />
    </Stack>
  );
}

/** Why there is nothing to press, and what to do. */
function Why(props: {
  isLost: boolean;
  isChecked: boolean;
  lacks: boolean;
  routerId: string;
  good: number;
  asked: number;
}) {
  const { isLost, isChecked, lacks, routerId, good, asked } = props;
  if (isLost)
    return (
      <Warning>
        {t("No row of this file can be brought in. Each says why. Mend the file, and choose it again.")}
      </Warning>
    );
  if (isChecked && good === 0)
    return (
      <Warning>{t("No row is left to bring in. Each says why. Choose otherwise, or mend the file.")}</Warning>
    );
  if (isChecked) return null;
  if (routerId === "") return <Warning>{t("Choose the router above.")}</Warning>;
  if (asked === 0) return <Warning>{t("Choose a package above, or make one.")}</Warning>;
  return lacks ? <Warning>{t("Say until when they are paid.")}</Warning> : null;
}
