import { t } from "../../console/language.ts";
import { type Chosen, FileChoice } from "../imports/file-choice.tsx";
import { type ReadLineFile, readLineFile } from "./read-line-file.ts";

export type ChosenLineFile = Chosen<ReadLineFile>;

/** Customers with lines. */
export function ChooseLineFile({ onChosen }: { onChosen: (file: ChosenLineFile) => void }) {
  const split = t(
    "This file is too large: 5 MB and 2,000 rows at most. Split it, and bring the parts in one after another.",
  );
  return (
    <FileChoice
      onChosen={onChosen}
      kind={{
        text: t(
          "Choose a file of your home and office customers: what Splynx, UISP or PHPNuxBill exports, or a sheet of your own as CSV.",
        ),
        hint: t(
          "A sheet of your own has headings: name, phone, PPPoE name, password, package, paid until, and if need be balance, status, account number. 2,000 rows at most.",
        ),
        read: readLineFile,
        unknown: t(
          "No column of this file is known. Write a line above its rows that names them: name, phone, PPPoE name, password, package, paid until.",
        ),
        mostRows: 2_000,
        tooLarge: split,
        tooMany: split,
      }}
    />
  );
}
