import type { RouterRevenue } from "#contract/platform-figures";
import { useRead } from "../api.ts";

const keptMs = 30_000;

/** `undefined`: not read yet; `null`: it could not be read. */
export type RevenueOf = (routerId: string) => RouterRevenue | null | undefined;

/** What the routers of a page sold: one call for all of them, kept 30 s. */
export function useRevenue(routerIds: readonly string[]): RevenueOf {
  const query = { ids: [...routerIds].sort().join(",") };
  const revenue = useRead(
    "routersRevenue",
    { query },
    {
      ...{ staleTime: keptMs, refetchInterval: keptMs, refetchIntervalInBackground: false },
      enabled: routerIds.length > 0,
    },
  );
  const known = new Map(revenue.data?.map((row) => [row.routerId, row.revenue]));
  return (routerId) => known.get(routerId) ?? (known.has(routerId) || revenue.isError ? null : undefined);
}
