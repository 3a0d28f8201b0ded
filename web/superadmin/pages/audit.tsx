import { Button, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { type ReactElement, useCallback, useState } from "react";
import type { AuditLine } from "#contract/audit";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { pageNumber, pageSize, useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { Sheet } from "../../console/sheet.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { useList } from "../api.ts";
import { AuditDetails } from "../audit/audit-details.tsx";
import { filtersSet, noFilter, queryOf } from "../audit/audit-filter.ts";
import { AuditFilters } from "../audit/audit-filters.tsx";
import { AuditList } from "../audit/audit-list.tsx";

/** Who did what, when and from where. */
export function AuditPage(): ReactElement {
  const [filter, change] = useUrlState(noFilter);
  const [opened, setOpened] = useState<AuditLine | null>(null);
  const page = pageNumber(filter.page);
  const lines = useList("listAudit", { query: { ...queryOf(filter), page, pageSize } }, polled(30_000));
  const go = useCallback((to: number) => change({ page: String(to) }), [change]);
  useLastPage(lines.data, page, go);
  const hasFilter = filter.q !== "" || filtersSet(filter) > 0;
  return (
    <>
      <PageHead title={t("Audit")} text={t("Who did what, when and from where.")} />
      <AuditFilters filter={filter} change={change} />
      <Loaded
        query={lines}
        loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Audit"),
          text: t("Failed to load the audit trail. Please check your connection and try again."),
        }}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <Empty
              icon={<IconHistory size={28} aria-hidden />}
              title={hasFilter ? t("Nothing matches your filters") : t("Nothing was done yet")}
              action={
                hasFilter ? (
                  <Button variant="default" onClick={() => change(noFilter)}>
                    {t("Show everything")}
                  </Button>
                ) : null
              }
            />
          ) : (
            <>
              <Text size="sm" c="dimmed" mb="xs" role="status">
                {t("{count, plural, one {# line} other {# lines}}", { count: total })}
              </Text>
              <AuditList
                rows={rows}
                page={{ number: page, size: pageSize, total, go }}
                busy={lines.isPlaceholderData}
                onOpen={setOpened}
              />
            </>
          )
        }
      </Loaded>
      <Sheet opened={opened !== null} onClose={() => setOpened(null)} title={t("Details")}>
        {opened ? <AuditDetails line={opened} /> : null}
      </Sheet>
    </>
  );
}
