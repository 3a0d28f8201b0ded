import { Badge, Card, Collapse, Title, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Pages } from "../../console/data-list.tsx";
import { PlainList } from "../../console/kit.tsx";
import { Failed, StaleMark } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";
import type { Listed } from "../../console/request.ts";
import { errorText } from "../../console/toast.tsx";
import classes from "./money-card.module.css";

/** Few: the payments themselves stand below. */
export const moneyRows = 5;

/** One line that opens a card with its own pages; nothing while there are no rows. */
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
  const [isOpen, setOpen] = useState(false);
  if (data === undefined)
    return list.isError ? (
      <Card mb="sm">
        <Failed
          title={failed.title}
          text={errorText(list.error, failed.text)}
          onRetry={() => void list.refetch()}
        />
      </Card>
    ) : null;
  if (data.total === 0 && dialog === null) return null;
  return (
    <Card mb={8} px="sm" py={0} component="section" aria-labelledby={id}>
      <Title order={2} fz="sm">
        <UnstyledButton
          id={id}
          className={classes.head ?? ""}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {props.title}
          <Badge variant="light" color="yellow">
            {data.total}
          </Badge>
          <IconChevronDown size={18} aria-hidden className={classes.chevron ?? ""} />
        </UnstyledButton>
      </Title>
      <Collapse expanded={isOpen}>
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
      </Collapse>
      {dialog}
    </Card>
  );
}
