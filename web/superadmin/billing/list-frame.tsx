import { Button, Group, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useCallback } from "react";
import { Pages } from "../../console/data-list.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { pageNumber, useLastPage } from "../../console/paging.ts";
import { SearchField } from "../../console/search-field.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { loadFailure } from "./load-failure.ts";

export type ListPlace = { q: string; page: string; status: string };
export type ChangePlace = (wanted: Partial<ListPlace & { tab: string; providerId: string }>) => void;

export const rowsPerPage = 12;

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
}): ReactElement {
  const { list, url, change, empty, filtered } = props;
  const wide = useMediaQuery("(min-width: 640px)", true, { getInitialValueInEffect: false });
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
      >
        {({ rows, total }) =>
          total > 0 ? (
            <>
              {props.children(rows)}
              <Pages number={page} size={rowsPerPage} total={total} go={go} wide={wide ?? true} />
            </>
          ) : filtered ? (
            <Empty
              icon={empty.icon}
              title={t("Nothing matches your search")}
              action={
                <Button variant="default" onClick={props.onClear}>
                  {t("Show all")}
                </Button>
              }
            />
          ) : (
            <Empty {...empty} />
          )
        }
      </Loaded>
    </Stack>
  );
}
