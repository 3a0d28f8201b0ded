import { t } from "../../console/language.ts";
import { type Chosen, FileChoice } from "../imports/file-choice.tsx";
import { type ReadFile, readFile } from "./read-file.ts";

export type ChosenFile = Chosen<ReadFile>;

/** Vouchers and hotspot users. */
export function ChooseFile({ onChosen }: { onChosen: (file: ChosenFile) => void }) {
  return (
    <FileChoice
      onChosen={onChosen}
      kind={{
        text: t(
          "Choose a file: the users that Mikhmon or the router exports (CSV or script), the vouchers or recharges of PHPNuxBill, vouchers of UniFi, or a sheet of your own as CSV.",
        ),
        hint: t(
          "A sheet of your own has headings: code, and if need be plan, expires, phone, mac. 10,000 rows at most.",
        ),
        read: readFile,
        unknown: t(
          "No column of this file is known. Write a line above its rows that names them: code, plan, expires.",
        ),
        mostRows: 10_000,
        tooLarge: t("This file is too large. Split it into files of 10,000 rows."),
        tooMany: t("This file has more than 10,000 rows. Split it, and import the parts one after another."),
      }}
    />
  );
}
