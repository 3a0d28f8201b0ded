import { Card, Stack, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Pages } from "../../console/data-list.tsx";
import type { Listed } from "../../console/request.ts";
import { StaleMark } from "../../console/stale-mark.tsx";
import { Failed } from "../../console/states.tsx";
import { errorText } from "../../console/toast.tsx";

/** Few: the payments themselves stand below. */
export const moneyRows = 5;

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
  const wide = useMediaQuery("(min-width: 640px)", true, { getInitialValueInEffect: false });
  if (data === undefined)
    return list.isError ? (
      <Card mb="lg">
        <Failed
          title={failed.title}
          text={errorText(list.error, failed.text)}
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
      <Pages
        name={props.title}
        number={page.number}
        size={moneyRows}
        total={data.total}
        go={page.go}
        wide={wide ?? true}
      />
      {dialog}
    </Card>
  );
}
