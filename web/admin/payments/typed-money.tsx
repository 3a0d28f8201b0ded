import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { lazy, type ReactElement, Suspense, useState } from "react";
import type { TypedPayment } from "#contract/typed";
import { Money, When } from "../../console/cells.tsx";
import { Pages } from "../../console/data-list.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { StaleMark } from "../../console/stale-mark.tsx";
import { Failed } from "../../console/states.tsx";
import { reason } from "../../console/toast.tsx";
import { noteInWords, paidBy } from "../../console/typed/typed-words.ts";
import { useList } from "../api.ts";

const AttributeOwn = lazy(async () => ({ default: (await import("./attribute-own.tsx")).AttributeOwn }));

/** What was typed at the provider's pay bill and paid nothing: there while somebody has to decide, and else not at all. */
export function TypedMoney(): ReactElement | null {
  const [page, go] = useState(1);
  const [opened, open] = useState<TypedPayment | null>(null);
  const list = useList("listOwnTyped", { query: { status: "unmatched", page, pageSize } }, polled(30_000));
  useLastPage(list.data, page, go);
  const { data } = list;
  if (data === undefined)
    return list.isError ? (
      <Card mb="lg">
        <Failed
          title={t("Error Loading Money Without a Purchase")}
          text={reason(list.error, t("Failed to load it. Please check your connection and try again."))}
          onRetry={() => void list.refetch()}
        />
      </Card>
    ) : null;
  if (data.total === 0 && opened === null) return null;
  return (
    <Card mb="lg" component="section" aria-labelledby="typed-money">
      <Title order={2} size="h4" mb="xs" id="typed-money">
        {t("Money without a purchase")}
      </Title>
      <StaleMark query={list} />
      <Alert color="yellow" variant="light" mb="sm">
        {t(
          "Somebody paid your pay bill by hand, and the account number named nothing that could be paid. Give it to the purchase that it was meant for.",
        )}
      </Alert>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {data.rows.map((row) => (
          <li key={row.id}>
            <TypedRow row={row} onOpen={open} />
          </li>
        ))}
      </Stack>
      {data.total > pageSize ? <Pages number={page} size={pageSize} total={data.total} go={go} wide /> : null}
      {opened ? (
        <Suspense fallback={null}>
          <AttributeOwn key={opened.id} money={opened} onClose={() => open(null)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

function TypedRow(props: { row: TypedPayment; onOpen: (row: TypedPayment) => void }): ReactElement {
  const { row, onOpen } = props;
  const { amount, account, receipt, paidAt } = row;
  return (
    <Group justify="space-between" gap="sm" py="xs">
      <Stack gap={2} miw={0} style={{ flex: "1 1 220px", overflowWrap: "anywhere" }}>
        <Text component="div">
          <Money amount={amount} strong /> · {paidBy(row)}
        </Text>
        <Text size="sm">{t("Account typed: {account}", { account: account || "–" })}</Text>
        <Text component="div" size="sm" c="dimmed">
          {receipt} · <When iso={paidAt} />
        </Text>
        {row.note === null ? null : <Text size="sm">{noteInWords(row.note)}</Text>}
      </Stack>
      <Button
        variant="default"
        mih={44}
        // What could not be read has no amount to give: the platform looks at it.
        disabled={amount === 0}
        onClick={() => onOpen(row)}
        aria-label={t("Give to a purchase: {receipt}", { receipt })}
      >
        {t("Give to a purchase")}
      </Button>
    </Group>
  );
}
