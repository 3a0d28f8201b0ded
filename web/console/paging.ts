import { useEffect } from "react";

/** Rows on a page of a list. */
export const pageSize = 25;

/** From the address; whatever is no page is the first. */
export function pageNumber(text: string): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 1 && number <= 100_000 ? number : 1;
}

/** A list that became shorter than the page in the address shows its last page. */
export function useLastPage(
  listed: { rows: readonly unknown[]; total: number } | undefined,
  page: number,
  go: (page: number) => void,
): void {
  const last = listed && listed.rows.length === 0 ? Math.ceil(listed.total / pageSize) : 0;
  useEffect(() => {
    if (last >= 1 && last < page) go(last);
  }, [last, page, go]);
}
