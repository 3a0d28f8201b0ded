import { Box, Group, Stack, Text } from "@mantine/core";
import { IconReceiptRefund } from "@tabler/icons-react";
import { type ReactElement, useCallback } from "react";
import type { RefundLine } from "#contract/reconciliation";
import { Money, When } from "../../console/cells.tsx";
import { DataList } from "../../console/data-list.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { pageNumber, pageSize, useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { StatusMark, type Tone } from "../../console/status-mark.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { useList } from "../api.ts";

const firstPage = { page: "1" };

/** Money that goes back to payers; one whose outcome is unknown blocks any further refund of its payment. */
export function Refunds(): ReactElement {
  const [place, change] = useUrlState(firstPage);
  const page = pageNumber(place.page);
  const list = useList("listRefunds", { query: { page, pageSize } }, polled(30_000));
  const go = useCallback((to: number) => change({ page: String(to) }), [change]);
  useLastPage(list.data, page, go);
  return (
    <Loaded
      query={list}
      loading={<LoadingRows rows={5} height={72} label={t("Loading …")} />}
      failed={{
        title: t("Error Loading Refunds"),
        text: t("Failed to load refunds. Please check your connection and try again."),
      }}
    >
      {({ rows, total }) =>
        total === 0 ? (
          <Empty
            icon={<IconReceiptRefund size={28} aria-hidden />}
            title={t("No refunds yet")}
            text={t("Money that is given back is listed here until it has arrived.")}
          />
        ) : (
          <DataList<RefundLine>
            rows={rows}
            rowKey={({ providerId, id }) => `${providerId} ${id}`}
            label={t("Refunds")}
            page={{ number: page, size: pageSize, total, go }}
            busy={list.isPlaceholderData}
            columns={[
              {
                key: "at",
                title: t("When"),
                render: ({ createdAt }) => <When iso={createdAt} />,
                width: 180,
              },
              { key: "provider", title: t("Provider"), render: ({ provider }) => provider },
              { key: "why", title: t("Reason"), render: (row) => <Why row={row} /> },
              {
                key: "amount",
                title: t("Amount"),
                render: ({ amount }) => <Money amount={amount} />,
                right: true,
              },
              { key: "status", title: t("Status"), render: (row) => <Status row={row} />, width: 170 },
            ]}
            card={(row) => (
              <Stack gap={4}>
                <Group justify="space-between" wrap="nowrap">
                  <Text fw={600}>{row.provider}</Text>
                  <Money amount={row.amount} strong />
                </Group>
                <Why row={row} />
                <Group justify="space-between" gap="xs">
                  <Status row={row} />
                  <Text size="sm" c="dimmed">
                    <When iso={row.createdAt} />
                  </Text>
                </Group>
              </Stack>
            )}
          />
        )
      }
    </Loaded>
  );
}

function Why({ row: { reason, detail, transactionId, receipt } }: { row: RefundLine }): ReactElement {
  return (
    <Box style={{ whiteSpace: "normal", overflowWrap: "anywhere" }} maw={420}>
      <Text size="sm">{reason}</Text>
      {detail ? (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed">
        {receipt ? `${t("Receipt")} ${receipt} · ` : null}
        {t("Transaction {id}", { id: transactionId })}
      </Text>
    </Box>
  );
}

function Status({ row: { status } }: { row: RefundLine }): ReactElement {
  const shown: Record<RefundLine["status"], [Tone, string]> = {
    requested: ["wait", t("On its way")],
    submitting: ["wait", t("On its way")],
    pending: ["wait", t("On its way")],
    done: ["good", t("Given back")],
    failed: ["bad", t("Failed")],
    unknown: ["bad", t("Outcome unknown")],
  };
  const [tone, word] = shown[status];
  return <StatusMark tone={tone} word={word} />;
}
