import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { PaybillPayment } from "#contract/paybill";
import { platformBooks } from "#contract/values/platform-books";
import { DataList } from "../../console/data-list.tsx";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { Hint, Money, SecondaryButton, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { formatNote, paidBy } from "../../console/paybill/format-paybill.ts";
import { polled, useList } from "../api.ts";
import { ProviderLink } from "../links.tsx";
import { ProviderFilter } from "../routers/provider-select.tsx";
import { paybillPaymentStatus } from "./format-paybill.ts";
import { RefundDialog } from "./refund-dialog.tsx";

const AttributeMoney = lazy(async () => ({
  default: (await import("./attribute-money.tsx")).AttributeMoney,
}));

const everything = { q: "", providerId: "", state: "waiting", page: "1" };

type Opened = { act: "give" | "back"; money: PaybillPayment } | null;

export function PaybillPayments() {
  const { filter, page, go, narrow } = useListParams(everything);
  const [opened, open] = useState<Opened>(null);
  const isWaiting = filter.state !== "all";
  const query = {
    page,
    pageSize,
    ...(isWaiting ? ({ status: "unmatched" } as const) : {}),
    ...(filter.q ? { q: filter.q } : {}),
    ...(filter.providerId ? { providerId: filter.providerId } : {}),
  };
  const list = useList("listPaybillPayments", { query }, polled(30_000));
  useLastPage(list.data, page, go);
  const hasFilter = filter.q !== "" || filter.providerId !== "";
  const close = () => open(null);
  return (
    <>
      <Stack gap="sm" mb="md">
        <SegmentedControl
          aria-label={t("Which typed payments")}
          value={isWaiting ? "waiting" : "all"}
          onChange={(state) => narrow({ state })}
          data={[
            { value: "waiting", label: t("Still open") },
            { value: "all", label: t("All") },
          ]}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <SearchField
            value={filter.q}
            onSearch={(q) => narrow({ q })}
            label={t("Search typed payments")}
            placeholder={t("Receipt, account or payer")}
          />
          <ProviderFilter value={filter.providerId} onChange={(providerId) => narrow({ providerId })} />
        </SimpleGrid>
      </Stack>
      <Loaded
        query={list}
        loading={<LoadingRows rows={4} height={88} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Money Without a Purchase"),
          text: t("Failed to load it. Please check your connection and try again."),
        }}
        empty={
          <EmptyList
            icon={<IconCircleCheck size={28} aria-hidden />}
            isFiltered={hasFilter}
            onClear={() => narrow({ ...everything, state: filter.state })}
            filtered={{ title: t("Nothing matches your filters"), show: t("Show everything") }}
            title={isWaiting ? t("All typed money has its purchase") : t("Nothing was typed by hand yet")}
            text={t("Money lands here when its account number names no purchase that can be paid.")}
          />
        }
      >
        {({ rows, total }) => (
          <>
            {isWaiting ? (
              <Warning mb="sm">
                {t(
                  "Somebody paid a pay bill by hand, and the account number named nothing that could be paid. Give it to its purchase, or back to its payer.",
                )}
              </Warning>
            ) : null}
            <DataList<PaybillPayment>
              rows={rows}
              rowKey={({ id }) => id}
              label={t("Typed payments")}
              page={{ number: page, size: pageSize, total, go }}
              busy={list.isPlaceholderData}
              columns={[
                { key: "at", title: t("When"), render: ({ paidAt }) => <When iso={paidAt} />, width: 170 },
                { key: "what", title: t("What"), render: (row) => <What row={row} /> },
                {
                  key: "amount",
                  title: t("Amount"),
                  render: ({ amount }) => <Money amount={amount} />,
                  right: true,
                },
                {
                  key: "acts",
                  title: t("Actions"),
                  render: (row) => <Acts row={row} onOpen={open} />,
                  width: 300,
                },
              ]}
              card={(row) => (
                <Stack gap="xs">
                  <Group justify="space-between" wrap="nowrap">
                    <Hint component="div">
                      <When iso={row.paidAt} />
                    </Hint>
                    <Money amount={row.amount} strong />
                  </Group>
                  <What row={row} />
                  <Acts row={row} onOpen={open} />
                </Stack>
              )}
            />
          </>
        )}
      </Loaded>
      <Suspense fallback={null}>
        {opened?.act === "give" ? (
          <AttributeMoney key={opened.money.id} money={opened.money} onClose={close} />
        ) : null}
        {opened?.act === "back" ? (
          <RefundDialog target={{ kind: "paybill", id: opened.money.id }} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function What({ row }: { row: PaybillPayment }) {
  return (
    <Stack gap={2} style={{ whiteSpace: "normal", overflowWrap: "anywhere" }} maw={460}>
      <Text fw={600}>
        {row.providerId === platformBooks ? (
          t("The platform")
        ) : (
          <ProviderLink id={row.providerId}>{row.provider ?? row.providerId}</ProviderLink>
        )}
      </Text>
      <Text size="sm">
        {t("Pay bill {paybill}, account typed: {account}", {
          paybill: row.paybill,
          account: row.account || "–",
        })}
      </Text>
      <Hint>
        {row.receipt} · {paidBy(row)}
      </Hint>
      {row.note === null ? null : <Text size="sm">{formatNote(row)}</Text>}
    </Stack>
  );
}

function Acts(props: { row: PaybillPayment; onOpen: (opened: Opened) => void }) {
  const { row, onOpen } = props;
  if (row.status !== "unmatched") {
    const [tone, word] = paybillPaymentStatus(row);
    return <StatusMark tone={tone} word={word} />;
  }
  const { receipt } = row;
  // What could not be read has no amount to give or to send.
  const isUnreadable = row.amount === 0;
  return (
    <Group gap="xs">
      <Button
        size="sm"
        mih={44}
        disabled={isUnreadable}
        onClick={() => onOpen({ act: "give", money: row })}
        aria-label={t("Give to a purchase: {receipt}", { receipt })}
      >
        {t("Give to a purchase")}
      </Button>
      <SecondaryButton
        size="sm"
        mih={44}
        disabled={isUnreadable}
        onClick={() => onOpen({ act: "back", money: row })}
        aria-label={t("Give back: {receipt}", { receipt })}
      >
        {t("Give back")}
      </SecondaryButton>
    </Group>
  );
}
