import { Badge, Group, Modal, ScrollArea, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { SwitchTransaction } from "#contract/switch";
import { Money, When } from "../../console/cells.tsx";
import { type Column, DataList } from "../../console/data-list.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { polled } from "../../console/query.ts";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { StatusMark } from "../../console/status-mark.tsx";
import { useList } from "../api.ts";

const pageSize = 50;

/** Everything that was diverted, asked for only while this is open. */
export function SwitchHistory({ onClose }: { onClose: () => void }): ReactElement {
  const [page, go] = useState(1);
  const phone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  const transactions = useList(
    "switchTransactions",
    { query: { page, pageSize } },
    { staleTime: 0, ...polled(30_000) },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("Switch Transaction History")}
      size="xl"
      fullScreen={phone ?? false}
      radius={phone ? 0 : "lg"}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      <Loaded
        query={transactions}
        loading={<LoadingRows rows={4} label={t("Loading transactions …")} />}
        failed={{
          title: t("Error Loading Transactions"),
          text: t("Failed to load switch transactions. Please try again."),
        }}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <Empty
              icon={<IconArrowsSplit2 size={28} aria-hidden />}
              title={t("No switch transactions found")}
            />
          ) : (
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
          )
        }
      </Loaded>
    </Modal>
  );
}

function columnsOf(): Column<SwitchTransaction>[] {
  return [
    { key: "at", title: t("Date and time"), render: ({ createdAt }) => <When iso={createdAt} /> },
    { key: "amount", title: t("Amount"), right: true, render: ({ amount }) => <Money amount={amount} /> },
    { key: "provider", title: t("Provider"), render: ({ businessName }) => businessName },
    { key: "account", title: t("Central Account"), render: (row) => row.centralAccountNumberSnapshot },
    { key: "status", title: t("Status"), render: (row) => <Status row={row} /> },
  ];
}

function Status({ row }: { row: SwitchTransaction }): ReactElement {
  return (
    <Group gap={4} wrap="nowrap">
      <StatusMark tone="wait" word={t("Diverted")} />
      {row.late ? <Badge variant="default">{t("Late")}</Badge> : null}
    </Group>
  );
}

function TransactionCard({ row }: { row: SwitchTransaction }): ReactElement {
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Money amount={row.amount} strong />
        <Status row={row} />
      </Group>
      <Text size="sm">{row.businessName}</Text>
      <Text size="sm" c="dimmed">
        {row.centralAccountNumberSnapshot} · <When iso={row.createdAt} />
      </Text>
    </Stack>
  );
}
