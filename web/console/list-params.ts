import { useCallback, useEffect } from "react";
import { useSearchParams } from "react-router";
import { oneWindowMore, windowsHere } from "./back-closes.ts";

/**
 * Filters and page of a list, kept in the address; each is a step of history. `narrow` sets filters and goes to page 1;
 * `change` sets what does not narrow the list, and is no step; `open` sets what opens a window.
 */
export function useListParams<Key extends string>(defaults: Record<Key | "page", string>) {
  const [search] = useSearchParams();
  const filter = readState(search, defaults);
  // By any key: while `Key` is generic the compiler does not know `page`.
  const [, change] = useUrlState<string>(defaults);
  const go = useCallback((page: number, how?: Step) => change({ page: String(page) }, how), [change]);
  const narrow = (wanted: Partial<Record<Key, string>>) => change({ ...wanted, page: "1" });
  return {
    filter,
    page: pageNumber(filter.page),
    go,
    change: (wanted: Partial<Record<Key, string>>) => change(wanted, "replace"),
    open: (wanted: Partial<Record<Key, string>>) => change(wanted, "open"),
    narrow,
  };
}

export const pageSize = 25;

/** Anything invalid is page 1. */
export function pageNumber(text: string): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 1 && number <= 100_000 ? number : 1;
}

/** A list that became shorter than the page in the address shows its last page. */
export function useLastPage(
  listed: { rows: readonly unknown[]; total: number } | undefined,
  page: number,
  go: (page: number, how?: Step) => void,
  size = pageSize,
): void {
  const last = listed && listed.rows.length === 0 ? Math.ceil(listed.total / size) : 0;
  useEffect(() => {
    if (last >= 1 && last < page) go(last, "replace");
  }, [last, page, go]);
}

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

/** Whether Back leads to what was before; `open`: it closes the window that the address opens. */
type Step = "push" | "replace" | "open";

/** Of a search only its first letters are a step, not each letter. */
export function stepFor(before: URLSearchParams, wanted: Partial<Record<string, string>>): Step {
  const { q, page: _page, ...others } = wanted;
  const isTyping = q !== undefined && Object.keys(others).length === 0;
  return isTyping && q !== "" && before.has("q") ? "replace" : "push";
}

/** Keys are those of the call that they filter, so that other pages and the palette can link to them. */
export function useUrlState<Key extends string>(
  defaults: Record<Key, string>,
): [Record<Key, string>, (change: Partial<Record<Key, string>>, how?: Step) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (wanted: Partial<Record<Key, string>>, how?: Step) => {
      const before = new URLSearchParams(window.location.search);
      const next = changedSearch(before, defaults, wanted);
      if (next.toString() === before.toString()) return;
      const step = how ?? stepFor(before, wanted);
      setSearch(next, {
        replace: step === "replace",
        preventScrollReset: true,
        ...(step === "push" ? {} : { state: step === "open" ? oneWindowMore() : windowsHere() }),
      });
    },
    [setSearch, defaults],
  );
  return [readState(search, defaults), change];
}
