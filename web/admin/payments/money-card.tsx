import { Card, Stack, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Pages } from "../../console/data-list.tsx";
import { pageSize } from "../../console/paging.ts";
import type { Listed } from "../../console/request.ts";
import { StaleMark } from "../../console/stale-mark.tsx";
import { Failed } from "../../console/states.tsx";
import { reason } from "../../console/toast.tsx";

/** Money that is not as it should be, among the payments: a card with pages of its own, and nothing at all while there is none. */
export function MoneyCard<Row extends { id: string }>(props: {
  /** Of the heading, by which the card is named. */
  id: string;
  title: string;
  list: UseQueryResult<Listed<Row[]>>;
  page: { number: number; go: (page: number) => void };
  failed: { title: string; text: string };
  /** What it means. */
  lead: ReactNode;
  row: (row: Row) => ReactNode;
  /** A dialog of one of the rows: while it is open the card stays, also without rows. */
  dialog?: ReactNode;
}): ReactElement | null {
  const { id, list, page, failed, row, dialog = null } = props;
  const { data } = list;
  if (data === undefined)
    return list.isError ? (
      <Card mb="lg">
        <Failed
          title={failed.title}
          text={reason(list.error, failed.text)}
          onRetry={() => void list.refetch()}
        />
      </Card>
    ) : null;
  if (data.total === 0 && dialog === null) return null;
  return (
    <Card mb="lg" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" mb="xs" id={id}>
        {props.title}
      </Title>
      <StaleMark query={list} />
      {props.lead}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {data.rows.map((one) => (
          <li key={one.id}>{row(one)}</li>
        ))}
      </Stack>
      {data.total > pageSize ? (
        <Pages number={page.number} size={pageSize} total={data.total} go={page.go} wide />
      ) : null}
      {dialog}
    </Card>
  );
}
