import { Button, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { AuditLine } from "#contract/audit";
import { t } from "../../console/language.ts";
import { useListParams } from "../../console/list-params.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { pageSize, useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { Sheet } from "../../console/sheet.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useList } from "../api.ts";
import { AuditDetails } from "../audit/audit-details.tsx";
import { filtersSet, noFilter, queryOf } from "../audit/audit-filter.ts";
import { AuditFilters } from "../audit/audit-filters.tsx";
import { AuditList } from "../audit/audit-list.tsx";

/** Who did what, when and from where. */
export function AuditPage(): ReactElement {
  const { filter, page, go, narrow } = useListParams(noFilter);
  const [opened, setOpened] = useState<AuditLine | null>(null);
  const lines = useList("listAudit", { query: { ...queryOf(filter), page, pageSize } }, polled(30_000));
  useLastPage(lines.data, page, go);
  const hasFilter = filter.q !== "" || filtersSet(filter) > 0;
  return (
    <>
      <PageHead title={t("Audit")} text={t("Who did what, when and from where.")} />
      <AuditFilters filter={filter} narrow={narrow} />
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
                  <Button variant="default" onClick={() => narrow(noFilter)}>
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
