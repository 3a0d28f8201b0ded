import { Group, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import { Pages } from "../../console/data-list.tsx";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { t } from "../../console/language.ts";
import { pageNumber, useLastPage } from "../../console/list-params.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";

export type ListPlace = { q: string; page: string; status: string };
export type ChangePlace = (wanted: Partial<ListPlace & { tab: string; providerId: string }>) => void;

export const rowsPerPage = 12;

/** What a change of money in billing shows elsewhere: lists, counters, and how the provider stands. */
export const billingReads = [
  "/api/superadmin/payment-confirmations",
  "/api/superadmin/billing-",
  "/api/superadmin/provider-billing",
  "/api/superadmin/providers",
  "/api/superadmin/reconciliation/counts",
  "/api/superadmin/revenue/providers",
  "/api/superadmin/stats",
];

/** What the lists of this page share: search, states and pages. `filtered` says whether the address narrows the list. */
export function ListFrame<Row>(props: {
  list: UseQueryResult<{ rows: Row[]; total: number }>;
  url: ListPlace;
  change: ChangePlace;
  search: string;
  filter?: ReactNode;
  filtered: boolean;
  onClear: () => void;
  empty: { icon: ReactNode; title: string; text: string };
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { list, url, change, empty, filtered } = props;
  const wide = useIsWide();
  const page = pageNumber(url.page);
  const go = useCallback((to: number) => change({ page: String(to) }), [change]);
  useLastPage(list.data, page, go, rowsPerPage);
  return (
    <Stack>
      <Group gap="sm" align="flex-end">
        <div style={{ flex: "1 1 240px" }}>
          <SearchField value={url.q} onSearch={(q) => change({ q, page: "1" })} label={props.search} />
        </div>
        {props.filter}
      </Group>
      <Loaded
        query={list}
        loading={<LoadingRows rows={4} height={140} label={t("Loading billing …")} />}
        failed={loadFailure()}
        empty={
          <EmptyList
            {...empty}
            isFiltered={filtered}
            onClear={props.onClear}
            filtered={{ title: t("Nothing matches your search"), show: t("Show all") }}
          />
        }
      >
        {({ rows, total }) => (
          <>
            {props.children(rows)}
            <Pages number={page} size={rowsPerPage} total={total} go={go} wide={wide} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

/** The same for every list of the page (docs/behaviour/operator-console-money.md, OM-38). */
export const loadFailure = () => ({
  title: t("Error Loading Data"),
  text: t("Failed to load billing information. Please try refreshing the page."),
});
