import type { PageData } from "../console/page-data.ts";
import { keptFor } from "../console/query.ts";
import { useRead } from "./api.ts";

/** The signed-in provider's name: of its own host, or on the main domain as the server knows it. */
export function useBusinessName({ businessName }: PageData): string {
  const settings = useRead("getSettings", {}, { ...keptFor(30_000), enabled: businessName === null });
  return businessName ?? settings.data?.provider?.businessName ?? "";
}
