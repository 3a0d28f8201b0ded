import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Whether all of these were read, could not be read, or wait for a connection: there is nothing to wait for any more. It
 * stays so, whatever becomes of a later reading.
 */
export function useKnownOnce(...queries: UseQueryResult[]): boolean {
  const [wasKnown, keep] = useState(false);
  const isKnown = wasKnown || queries.every(({ isLoading, failureCount }) => !isLoading || failureCount > 0);
  if (isKnown && !wasKnown) keep(true);
  return isKnown;
}
