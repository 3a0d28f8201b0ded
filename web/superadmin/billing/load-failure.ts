import { t } from "../../console/language.ts";

/** The same for every list of the page (docs/behaviour/operator-console-money.md, OM-38). */
export const loadFailure = () => ({
  title: t("Error Loading Data"),
  text: t("Failed to load billing information. Please try refreshing the page."),
});
