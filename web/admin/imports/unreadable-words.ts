import { t } from "../../console/language.ts";

/** Why a row of any file can't be read. */
export const unreadableWords = (ends: string) => ({
  end_unreadable: t("The end {ends} can't be read. Write it as 2026-12-25, or 25/12/2026", { ends }),
  cells: t("Not as many cells as headings: a comma too many, or too few"),
  open_quote: t("A quotation mark is not closed, so that the rows below run into this one"),
});
