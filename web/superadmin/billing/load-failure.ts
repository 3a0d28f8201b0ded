import { t } from "../../console/language.ts";

/** Texts of the specification, super admin console 2: the same for every list of the page. */
export const loadFailure = () => ({
  title: t("Error Loading Data"),
  text: t("Failed to load billing information. Please try refreshing the page."),
});
