import { t } from "../../console/language.ts";
import { polled, useRead } from "../api.ts";

/** What a provider has sold. */
export const useProviderRevenue = (id: string) =>
  useRead("providerRevenue", { params: { id } }, polled(30_000));

export const revenueFailure = () => ({
  title: t("Error Loading Revenue"),
  text: t("Failed to load revenue. Please check your connection and try again."),
});
