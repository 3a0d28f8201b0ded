import { IconDownload, IconFileText } from "@tabler/icons-react";
import { useState } from "react";
import type { AccountStatement as Statement } from "#contract/customer-accounts";
import { formatAccountCode } from "#contract/values/account-code";
import { downloadCsv, moment } from "../../console/csv.ts";
import { dayOf } from "../../console/days.ts";
import { date, kes } from "../../console/format.ts";
import { SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { PrintSheet } from "../../console/print-sheet.tsx";
import { errorText, toastError } from "../../console/toast.tsx";
import { callApi, keptFor, useRead } from "../api.ts";
import classes from "./account-statement.module.css";
import { entryWord } from "./format-line.ts";

type Line = Statement["lines"][number];

/** The whole account by one press: as a file, or on paper for who asks what was paid. */
export function StatementActs({ customerId }: { customerId: string }) {
  const [busy, setBusy] = useState<"file" | "paper" | null>(null);
  const [printed, print] = useState<Statement | null>(null);
  const read = async (to: "file" | "paper") => {
    setBusy(to);
    try {
      const statement = await callApi("customerStatement", { params: { id: customerId } });
      if (to === "file") await saveStatement(statement);
      else print(statement);
    } catch (cause) {
      toastError(t("No statement"), errorText(cause, t("Failed to read the account. Please try again.")));
    }
    setBusy(null);
  };
  return (
    <>
      <SecondaryButton icon={IconDownload} busy={busy === "file"} onClick={() => void read("file")}>
        {t("Statement as CSV")}
      </SecondaryButton>
      <SecondaryButton icon={IconFileText} busy={busy === "paper"} onClick={() => void read("paper")}>
        {t("Print the statement")}
      </SecondaryButton>
      {printed ? <StatementSheet statement={printed} onDone={() => print(null)} /> : null}
    </>
  );
}

/** What an entry is, and who took or gave cash and why. */
function wordOf(line: Line): string {
  const { cash, kind } = line;
  const word = entryWord({ ...line, transactionId: null });
  if (cash === null) return word;
  const undone = kind === "cash-undone" ? cash.undone : null;
  return [word, undone?.by ?? cash.by, undone?.why ?? cash.note].filter((part) => part !== "").join(" · ");
}

export function saveStatement({ number, before, balance, lines }: Statement): Promise<void> {
  return downloadCsv(
    `account-${number}-${dayOf()}.csv`,
    [t("Time"), t("What"), t("In (KES)"), t("Out (KES)"), t("Balance (KES)")],
    [
      ["", t("Balance before"), "", "", before],
      ...lines.map((line) => [
        ...[moment(line.at), wordOf(line)],
        ...[line.amount > 0 ? line.amount : "", line.amount < 0 ? -line.amount : "", line.balance],
      ]),
      ["", t("Balance now"), "", "", balance],
    ],
  );
}

function StatementSheet({ statement, onDone }: { statement: Statement; onDone: () => void }) {
  const { name, number, before, balance, lines } = statement;
  const business = useRead("getSettings", {}, keptFor(30_000)).data?.provider?.businessName ?? "";
  const today = date(dayOf(), language());
  return (
    <PrintSheet paper="a4" onDone={onDone}>
      <h1>{business}</h1>
      <p>
        {name} · {t("Account number")}: <strong>{formatAccountCode(number)}</strong>
      </p>
      <p>{t("Statement of {day}", { day: today })}</p>
      <table className={classes.table ?? ""}>
        <thead>
          <tr>
            <th>{t("Day")}</th>
            <th>{t("What")}</th>
            <th className={classes.figure ?? ""}>{t("In")}</th>
            <th className={classes.figure ?? ""}>{t("Out")}</th>
            <th className={classes.figure ?? ""}>{t("Balance")}</th>
          </tr>
        </thead>
        <tbody>
          {before === 0 ? null : <End word={t("Balance before")} amount={before} />}
          {lines.map((line) => (
            <tr key={`${line.at} ${line.kind} ${line.amount} ${line.balance}`}>
              <td>{date(line.at, language())}</td>
              <td>{wordOf(line)}</td>
              <td className={classes.figure ?? ""}>{line.amount > 0 ? kes(line.amount) : ""}</td>
              <td className={classes.figure ?? ""}>{line.amount < 0 ? kes(-line.amount) : ""}</td>
              <td className={classes.figure ?? ""}>{kes(line.balance)}</td>
            </tr>
          ))}
          <End word={t("Balance now")} amount={balance} />
        </tbody>
      </table>
    </PrintSheet>
  );
}

function End({ word, amount }: { word: string; amount: number }) {
  return (
    <tr>
      <td />
      <td>
        <strong>{word}</strong>
      </td>
      <td />
      <td />
      <td className={classes.figure ?? ""}>
        <strong>{kes(amount)}</strong>
      </td>
    </tr>
  );
}
