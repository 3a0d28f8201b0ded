import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

/** True once all queries were answered, failed, or are paused; it stays true. What stands above a list must not push it down later. */
export function useKnownOnce(...queries: UseQueryResult[]): boolean {
  const [wasKnown, keep] = useState(false);
  const isKnown = wasKnown || queries.every(({ isLoading, failureCount }) => !isLoading || failureCount > 0);
  if (isKnown && !wasKnown) keep(true);
  return isKnown;
}
