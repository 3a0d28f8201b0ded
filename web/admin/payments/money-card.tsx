import { Card, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Pages } from "../../console/data-list.tsx";
import { PlainList } from "../../console/kit.tsx";
import { Failed, StaleMark } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";
import type { Listed } from "../../console/request.ts";
import { errorText } from "../../console/toast.tsx";

/** Few: the payments themselves stand below. */
export const moneyRows = 5;

/** A card with its own pages; nothing while there are no rows. */
export function MoneyCard<Row extends { id: string }>(props: {
  id: string;
  title: string;
  list: UseQueryResult<Listed<Row[]>>;
  page: { number: number; go: (page: number) => void };
  failed: { title: string; text: string };
  lead: ReactNode;
  row: (row: Row) => ReactNode;
  /** Of one row; while it is open the card stays. */
  dialog?: ReactNode;
}) {
  const { id, list, page, failed, row, dialog = null } = props;
  const { data } = list;
  const wide = useIsWide();
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
      <PlainList gap="sm">
        {data.rows.map((one) => (
          <li key={one.id}>{row(one)}</li>
        ))}
      </PlainList>
      <Pages
        name={props.title}
        number={page.number}
        size={moneyRows}
        total={data.total}
        go={page.go}
        wide={wide}
      />
      {dialog}
    </Card>
  );
}
