import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { unreadableWords } from "../imports/verdict-table.tsx";
import { monthCents } from "../lines/month-money.ts";
import type { JudgedLine } from "./line-rows.ts";

/** Why a row is not brought in; "" where it is. */
export function refusalOf({ line, fault, verdict }: JudgedLine): string {
  if (fault === null) return verdict?.reason ?? "";
  const { status, ends, twin } = line;
  const row = twin ?? 0;
  const words: Record<NonNullable<JudgedLine["fault"]>, string> = {
    ...unreadableWords(ends),
    left: t("No customer any more in the other system ({status})", { status }),
    hotspot: t("Of a hotspot, which has no lines"),
    status_unknown: t("The status {status} is not known. Write active or blocked", { status }),
    balance_unreadable: t("Its balance is no amount. Write it as 1500"),
    balance_differs: t("Its customer has another balance in row {row}", { row }),
    duplicate: t("The same PPPoE name as row {row}", { row }),
    long: t("A cell is far too long"),
    no_package: t("No package chosen for it"),
  };
  return words[fault];
}

/** What of a row that is brought in does not come along, or comes otherwise. */
export function notesOf({ line, pack, verdict, isGood }: JudgedLine): string[] {
  if (!isGood) return [];
  const notes = [...(verdict?.notes ?? [])];
  if (line.balance < 0)
    notes.push(t("It owes {amount} there, which does not come along", { amount: kes(-line.balance / 100) }));
  if (
    pack &&
    line.price !== null &&
    line.price !== monthCents(pack) &&
    line.price !== Math.round(pack.price * 100)
  )
    notes.push(
      t("It pays {there} there, and {here} here", { there: kes(line.price / 100), here: kes(pack.price) }),
    );
  return notes;
}
