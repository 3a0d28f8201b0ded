import { Box, Group, SegmentedControl, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconReceiptRefund } from "@tabler/icons-react";
import { useState } from "react";
import type { RefundLine } from "#contract/reconciliation";
import { DataList } from "../../console/data-list.tsx";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { Hint, Money, SecondaryButton, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams, useUrlState } from "../../console/list-params.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { polled, useList } from "../api.ts";
import { ProviderLink, paymentAddress, TextLink } from "../links.tsx";
import { PaymentList } from "../pages/payments.tsx";
import { ProviderFilter } from "../routers/provider-select.tsx";
import { shortId } from "./format-difference.ts";
import { formatStatus } from "./format-refund.ts";
import { RefundActs } from "./refund-facts.tsx";
import { SettleDialog } from "./settle-dialog.tsx";

const firstView = { view: "list", q: "", status: "", providerId: "", page: "1" };

export function Refunds() {
  const [place, change] = useUrlState(firstView);
  const view = place.view === "find" ? "find" : "list";
  return (
    <>
      <SegmentedControl
        mb="md"
        fullWidth
        maw={400}
        size="sm"
        aria-label={t("Refunds")}
        value={view}
        onChange={(to) => change({ ...firstView, view: to })}
        data={[
          { value: "list", label: t("All refunds") },
          { value: "find", label: t("Give a payment back") },
        ]}
      />
      {view === "find" ? (
        <PaymentList completedOnly />
      ) : (
        <RefundList onBegin={() => change({ ...firstView, view: "find" })} />
      )}
    </>
  );
}

const everything = { q: "", status: "", providerId: "", page: "1" };
const statuses = ["unknown", "pending", "done", "failed"] as const;

/** Money that goes back to payers; one whose outcome is unknown blocks any further refund of its payment. */
export function RefundList({ onBegin }: { onBegin: () => void }) {
  const { filter, page, go, narrow } = useListParams(everything);
  const [settled, settle] = useState<RefundLine | null>(null);
  const status = statuses.find((one) => one === filter.status);
  const { q, providerId } = filter;
  const query = {
    page,
    pageSize,
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(providerId ? { providerId } : {}),
  };
  // Results arrive within seconds.
  const list = useList("listRefunds", { query }, polled(10_000));
  useLastPage(list.data, page, go);
  const hasFilter = q !== "" || status !== undefined || providerId !== "";
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mb="md">
        <SearchField
          value={q}
          onSearch={(text) => narrow({ q: text })}
          label={t("Search refunds")}
          placeholder={t("Receipt, transaction or reason")}
        />
        <Select
          aria-label={t("Status")}
          placeholder={t("All statuses")}
          clearable
          clearButtonProps={{ "aria-label": t("All statuses") }}
          value={status ?? null}
          onChange={(value) => narrow({ status: value ?? "" })}
          data={statuses.map((value) => ({ value, label: formatStatus(value)[1] }))}
        />
        <ProviderFilter value={providerId} onChange={(id) => narrow({ providerId: id })} />
      </SimpleGrid>
      <Loaded
        query={list}
        loading={<LoadingRows rows={5} height={72} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Refunds"),
          text: t("Failed to load refunds. Please check your connection and try again."),
        }}
        empty={
          <EmptyList
            icon={<IconReceiptRefund size={28} aria-hidden />}
            isFiltered={hasFilter}
            onClear={() => narrow(everything)}
            filtered={{ title: t("Nothing matches your filters"), show: t("Show everything") }}
            title={t("No refunds yet")}
            text={t("Money that is given back is listed here until it has arrived.")}
            action={<SecondaryButton onClick={onBegin}>{t("Give a payment back")}</SecondaryButton>}
          />
        }
      >
        {({ rows, total }) => (
          <>
            {rows.some((row) => row.status === "unknown") ? <Blocked /> : null}
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
                {
                  key: "provider",
                  title: t("Provider"),
                  render: (row) => <ProviderLink id={row.providerId}>{row.provider}</ProviderLink>,
                },
                { key: "why", title: t("Reason"), render: (row) => <Why row={row} /> },
                {
                  key: "amount",
                  title: t("Amount"),
                  render: ({ amount }) => <Money amount={amount} />,
                  right: true,
                },
                { key: "status", title: t("Status"), render: (row) => <Status row={row} />, width: 170 },
                {
                  key: "acts",
                  title: t("Actions"),
                  render: (row) => <RefundActs row={row} onSettle={settle} />,
                  width: 260,
                },
              ]}
              card={(row) => (
                <Stack gap={4}>
                  <Group justify="space-between" wrap="nowrap">
                    <Text fw={600}>
                      <ProviderLink id={row.providerId}>{row.provider}</ProviderLink>
                    </Text>
                    <Money amount={row.amount} strong />
                  </Group>
                  <Why row={row} />
                  <Group justify="space-between" gap="xs">
                    <Status row={row} />
                    <Hint>
                      <When iso={row.createdAt} />
                    </Hint>
                  </Group>
                  <RefundActs row={row} onSettle={settle} />
                </Stack>
              )}
            />
          </>
        )}
      </Loaded>
      {settled ? <SettleDialog row={settled} onClose={() => settle(null)} /> : null}
    </>
  );
}

/** Nobody repeats a refund whose outcome is unknown, and this says why. */
function Blocked() {
  return (
    <Warning mb="sm" title={t("Some refunds wait for a person")}>
      {t(
        "Their gateway did not say whether the money went back. Nothing more of these payments is given back until it does, or until somebody with the statement settles them by hand.",
      )}
    </Warning>
  );
}

function Why({ row }: { row: RefundLine }) {
  const { reason, transactionId, receipt, paidReceipt, paybill } = row;
  const said = saidOf(row);
  return (
    <Box style={{ whiteSpace: "normal", overflowWrap: "anywhere" }} maw={420}>
      <Text size="sm">{reason}</Text>
      {said ? <Hint>{said}</Hint> : null}
      <Text size="xs" c="dimmed">
        {transactionId ? (
          <TextLink to={paymentAddress(transactionId)}>
            {paidReceipt
              ? t("Paid with receipt {receipt}", { receipt: paidReceipt })
              : t("Transaction {id}", { id: shortId(transactionId) })}
          </TextLink>
        ) : paidReceipt ? (
          t("Paid with receipt {receipt}", { receipt: paidReceipt })
        ) : null}
        {(transactionId || paidReceipt) && (receipt || paybill) ? " · " : null}
        {[
          receipt && t("Went back with {receipt}", { receipt }),
          paybill && t("Typed at {paybill}, without a purchase", { paybill }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </Box>
  );
}

/** Our own words first; those of a gateway, or of who settled it, stand behind them where nothing went back. */
function saidOf({ status, detail }: RefundLine): string | null {
  if (status === "unknown") return t("The gateway did not say whether the money went back.");
  if (status !== "failed") return null;
  return detail
    ? t("Nothing was given back. What was said: {words}", { words: detail })
    : t("Nothing was given back.");
}

function Status({ row: { status } }: { row: RefundLine }) {
  const [tone, word] = formatStatus(status);
  return <StatusMark tone={tone} word={word} />;
}
