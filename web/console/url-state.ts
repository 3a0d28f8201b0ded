import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** What an address says, or the default where it is silent. */
export function readState<Key extends string>(
  search: URLSearchParams,
  defaults: Record<Key, string>,
): Record<Key, string> {
  return Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => [key, search.get(key) ?? value]),
  ) as Record<Key, string>;
}

/** The address after a change. Defaults are left out, everything else in it stays. */
export function changedSearch<Key extends string>(
  before: URLSearchParams,
  defaults: Record<Key, string>,
  wanted: Partial<Record<Key, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [key, value] of Object.entries<string | undefined>(wanted)) {
    if (value === undefined || value === defaults[key as Key]) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/**
 * Filters and page live in the address: they survive a reload and can be sent to a colleague. Keys are those of the call
 * that they filter (`q`, `page`, `status`, `routerId`, `from`, `to`), so that other pages and the palette can lead to them.
 */
export function useUrlState<Key extends string>(
  defaults: Record<Key, string>,
): [Record<Key, string>, (change: Partial<Record<Key, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (wanted: Partial<Record<Key, string>>) =>
      setSearch((before) => changedSearch(before, defaults, wanted), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch, defaults],
  );
  return [readState(search, defaults), change];
}
