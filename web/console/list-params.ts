import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { pageNumber } from "./paging.ts";
import { readState, useUrlState } from "./url-state.ts";

/**
 * Where one is in a list: its filters and its page, kept in the address. `narrow` sets filters, and as another filter means
 * another list, shows its first page; `change` sets what does not narrow the list, such as the row that is open.
 */
export function useListParams<Key extends string>(defaults: Record<Key | "page", string>) {
  const [search] = useSearchParams();
  const filter = readState(search, defaults);
  // By any key: of a `Key` that is still open the compiler does not see that `page` is beside it.
  const [, change] = useUrlState<string>(defaults);
  const go = useCallback((page: number) => change({ page: String(page) }), [change]);
  const narrow = (wanted: Partial<Record<Key, string>>) => change({ ...wanted, page: "1" });
  return {
    filter,
    page: pageNumber(filter.page),
    go,
    change: (wanted: Partial<Record<Key, string>>) => change(wanted),
    narrow,
  };
}
