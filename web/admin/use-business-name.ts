import { originOf, type PageData } from "../console/page-data.ts";
import { keptFor, useRead } from "./api.ts";

export function useBusinessName({ businessName }: PageData): string {
  const settings = useRead("getSettings", {}, { ...keptFor(30_000), enabled: businessName === null });
  return businessName ?? settings.data?.provider?.businessName ?? "";
}

/** Origin of the provider's portal; on the main domain known once the settings are read. */
export function usePortalOrigin({ subdomain, mainOrigin }: PageData): string {
  const settings = useRead("getSettings", {}, { ...keptFor(30_000), enabled: subdomain === null });
  return originOf(mainOrigin, subdomain ?? settings.data?.provider?.subdomain ?? null);
}
