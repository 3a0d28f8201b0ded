import { Badge, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import { useState } from "react";
import type { SwitchTransaction } from "#contract/switch";
import { type Column, DataList } from "../../console/data-list.tsx";
import { Window } from "../../console/form-modal.tsx";
import { Hint, Money, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { polled, useList } from "../api.ts";
import { ProviderLink } from "../links.tsx";

const pageSize = 50;

export function SwitchHistory({ onClose }: { onClose: () => void }) {
  const [page, go] = useState(1);
  const transactions = useList(
    "switchTransactions",
    { query: { page, pageSize } },
    { staleTime: 0, ...polled(30_000) },
  );
  return (
    <Window onClose={onClose} title={t("Switch Transaction History")} size="xl">
      <Loaded
        query={transactions}
        loading={<LoadingRows rows={4} label={t("Loading transactions …")} />}
        failed={{
          title: t("Error Loading Transactions"),
          text: t("Failed to load switch transactions. Please try again."),
        }}
        empty={
          <Empty
            icon={<IconArrowsSplit2 size={28} aria-hidden />}
            title={t("No switch transactions found")}
          />
        }
      >
        {({ rows, total }) => (
          <ScrollArea.Autosize mah="24rem" viewportProps={{ tabIndex: 0 }}>
            <DataList
              label={t("Switch Transaction History")}
              rows={rows}
              rowKey={({ id }) => id}
              columns={columnsOf()}
              card={(row) => <TransactionCard row={row} />}
              page={{ number: page, size: pageSize, total, go }}
              busy={transactions.isPlaceholderData}
            />
          </ScrollArea.Autosize>
        )}
      </Loaded>
    </Window>
  );
}

function columnsOf(): Column<SwitchTransaction>[] {
  return [
    { key: "at", title: t("Date and time"), render: ({ createdAt }) => <When iso={createdAt} /> },
    { key: "amount", title: t("Amount"), right: true, render: ({ amount }) => <Money amount={amount} /> },
    { key: "provider", title: t("Provider"), render: (row) => <Whose row={row} /> },
    { key: "account", title: t("Central Account"), render: (row) => row.centralAccountNumberSnapshot },
    { key: "status", title: t("Status"), render: (row) => <Status row={row} /> },
  ];
}

function Whose({ row: { providerId, businessName } }: { row: SwitchTransaction }) {
  return <ProviderLink id={providerId}>{businessName}</ProviderLink>;
}

function Status({ row }: { row: SwitchTransaction }) {
  return (
    <Group gap={4} wrap="nowrap">
      <StatusMark tone="wait" word={t("Diverted")} />
      {row.late ? <Badge variant="default">{t("Late")}</Badge> : null}
    </Group>
  );
}

function TransactionCard({ row }: { row: SwitchTransaction }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Money amount={row.amount} strong />
        <Status row={row} />
      </Group>
      <Text size="sm">
        <Whose row={row} />
      </Text>
      <Hint>
        {row.centralAccountNumberSnapshot} · <When iso={row.createdAt} />
      </Hint>
    </Stack>
  );
}
