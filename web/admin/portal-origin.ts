import type { PageData } from "../console/page-data.ts";
import { originOf } from "../console/provider-origin.ts";
import { keptFor } from "../console/query.ts";
import { useRead } from "./api.ts";

/** Where this provider's visitors are, without a path; on the main domain first known when the settings are. */
export function usePortalOrigin({ subdomain, mainOrigin }: PageData): string {
  const settings = useRead("getSettings", {}, { ...keptFor(30_000), enabled: subdomain === null });
  return originOf(mainOrigin, subdomain ?? settings.data?.provider?.subdomain ?? null);
}
