import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { plain } from "#contract/values/pasted";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { refresh } from "../api.ts";
import { hashOf, sendInChunks, type Told } from "./send-in-chunks.ts";

type Run = { kind: "check" | "import"; done: number; total: number; isBusy: boolean; fault: string | null };

type Begun = { fileName: string; fileHash: string; rows: number; lastRow: number };

/** How far a file is. */
export type RunState = {
  run: Run | null;
  isBusy: boolean;
  isChecked: boolean;
  isIn: boolean;
  go: (kind: Run["kind"]) => Promise<void>;
};

/** How rows of one kind are tried and brought in. */
type ImportCalls<Row, Verdict> = {
  /** The rows of the file that can be sent. */
  asked: readonly Row[];
  /** In one call; without it as many as of vouchers. */
  atOnce?: number;
  /** @param before what was told of rows before these */
  check: (rows: Row[], before: Iterable<Verdict>) => Told<Verdict>;
  isGood: (verdict: Verdict) => boolean;
  /** All that is chosen for the file: the same of the same file is one import. */
  chosen: readonly unknown[];
  begin: (file: Begun) => Promise<{ id: string }>;
  bring: (id: string, rows: Row[]) => Told<Verdict>;
  /** Paths that are read afresh after each run. */
  refreshes: readonly string[];
  /** What is said once all is in. */
  done: string;
};

/** A file is tried, then its good rows are brought in; what broke off goes on where it was. */
export function useImportRun<Row extends { row: number }, Verdict extends { row: number }>(
  file: { name: string; hash: string },
  calls: ImportCalls<Row, Verdict>,
): RunState & { verdicts: ReadonlyMap<number, Verdict>; change: (act: () => void) => void } {
  const { asked } = calls;
  const [run, setRun] = useState<Run | null>(null);
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, Verdict>>(new Map());
  const [isIn, setIn] = useState(false);
  const sent = useRef(new Map<number, Verdict>());
  const client = useQueryClient();

  /** What was checked is not so any more. */
  const change = (act: () => void) => {
    act();
    setRun(null);
    setVerdicts(new Map());
    sent.current = new Map();
  };

  const go = async (kind: Run["kind"]) => {
    const rows = kind === "check" ? asked : asked.filter(isGood);
    if (run?.kind !== kind) sent.current = new Map();
    const tell = (more: Partial<Run>) =>
      setRun({ kind, done: sent.current.size, total: rows.length, isBusy: true, fault: null, ...more });
    tell({});
    try {
      const send = kind === "check" ? tryOut : await bringing(rows.length, rows.at(-1)?.row ?? 1);
      await sendInChunks(rows, sent.current, send, (done) => tell({ done }), calls.atOnce);
      if (kind === "import") finish();
      else setVerdicts(new Map(sent.current));
      tell({ isBusy: false });
    } catch (cause) {
      tell({ isBusy: false, fault: errorText(cause, t("Please try again.")) });
    }
    void refresh(client, calls.refreshes);
  };
  const isGood = ({ row }: Row) => {
    const verdict = verdicts.get(row);
    return verdict !== undefined && calls.isGood(verdict);
  };
  const tryOut = (rows: Row[]) => calls.check(rows, sent.current.values());
  /** The same file with the same choices goes on where it broke off, in another window, too. */
  const bringing = async (rows: number, lastRow: number) => {
    const fileHash = await hashOf(JSON.stringify([file.hash, ...calls.chosen]));
    const { id } = await calls.begin({ fileName: shownName(file.name), fileHash, rows, lastRow });
    return (some: Row[]) => calls.bring(id, some);
  };
  const finish = () => {
    setVerdicts(new Map([...verdicts, ...sent.current]));
    setIn(true);
    toastSuccess(calls.done, file.name);
  };

  const isChecked = run?.kind === "check" && !run.isBusy && run.fault === null;
  return { run, verdicts, isChecked, isIn, isBusy: run?.isBusy ?? false, change, go };
}

/** A file's name is any text; it stands in one line where it is listed. */
const shownName = (name: string) => plain(name).slice(0, 200).trim() || "csv";
