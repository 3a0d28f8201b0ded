import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * Filters and page live in the address: they survive a reload and can be sent to a colleague. Keys are those of the call
 * that they filter (`q`, `page`, `status`, `routerId`, `from`, `to`), so that other pages and the palette can lead to them.
 */
export function useUrlState<Key extends string>(
  defaults: Record<Key, string>,
): [Record<Key, string>, (change: Partial<Record<Key, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const state = Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => [key, search.get(key) ?? value]),
  ) as Record<Key, string>;
  const change = useCallback(
    (wanted: Partial<Record<Key, string>>) => {
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries<string | undefined>(wanted)) {
            if (value === undefined || value === defaults[key as Key]) next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setSearch, defaults],
  );
  return [state, change];
}
