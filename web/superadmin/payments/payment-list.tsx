import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { PaidLine } from "#contract/refunds";
import { DataList } from "../../console/data-list.tsx";
import { SearchField } from "../../console/filter-bar.tsx";
import { kes } from "../../console/format.ts";
import { Hint, Money, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useList } from "../api.ts";
import { formatNotDivertible } from "../payment-switch/not-divertible.tsx";
import { ProviderFilter } from "../routers/provider-select.tsx";
import { formatMethod } from "./format-refund.ts";
import { RefundDialog } from "./refund-dialog.tsx";

const nobody = { q: "", providerId: "", page: "1" };

/** Completed payments, to give one back: by its receipt over all providers, or among one provider's. */
export function FindPayment() {
  const { filter, page, go, narrow } = useListParams(nobody);
  const [chosen, choose] = useState<PaidLine | null>(null);
  const { q, providerId } = filter;
  const query = { page, pageSize, ...(q ? { q } : {}), ...(providerId ? { providerId } : {}) };
  const list = useList("listPaid", { query }, { staleTime: 0 });
  useLastPage(list.data, page, go);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mb="md">
        <SearchField
          value={q}
          onSearch={(text) => narrow({ q: text })}
          label={t("Search payments")}
          placeholder={providerId ? t("Receipt, phone or transaction") : t("Whole receipt or transaction")}
        />
        <ProviderFilter value={providerId} onChange={(id) => narrow({ providerId: id })} />
      </SimpleGrid>
      <Loaded
        query={list}
        loading={<LoadingRows rows={4} height={72} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Payments"),
          text: t("Failed to load payments. Please check your connection and try again."),
        }}
        empty={<Nobody isAsked={q !== "" || providerId !== ""} />}
      >
        {({ rows, total }) => (
          <DataList<PaidLine>
            rows={rows}
            rowKey={({ providerId: of, id }) => `${of} ${id}`}
            label={t("Completed payments")}
            page={{ number: page, size: pageSize, total, go }}
            busy={list.isPlaceholderData}
            columns={[
              { key: "at", title: t("When"), render: ({ paidAt }) => <When iso={paidAt} />, width: 180 },
              { key: "what", title: t("Payment"), render: (row) => <What row={row} /> },
              {
                key: "amount",
                title: t("Amount"),
                render: ({ amount }) => <Money amount={amount} />,
                right: true,
              },
              {
                key: "act",
                title: t("Actions"),
                render: (row) => <GiveBack row={row} onChoose={choose} />,
              },
            ]}
            card={(row) => (
              <Stack gap="xs">
                <Group justify="space-between" wrap="nowrap">
                  <Hint>
                    <When iso={row.paidAt} />
                  </Hint>
                  <Money amount={row.amount} strong />
                </Group>
                <What row={row} />
                <GiveBack row={row} onChoose={choose} />
              </Stack>
            )}
          />
        )}
      </Loaded>
      {chosen ? (
        <RefundDialog
          target={{ kind: "payment", id: chosen.id, providerId: chosen.providerId }}
          onClose={() => choose(null)}
        />
      ) : null}
    </>
  );
}

function What({ row }: { row: PaidLine }) {
  const { provider, planName, payer, method, receipt, refunded, notDivertible } = row;
  return (
    <div style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
      <Text fw={600} size="sm">
        {provider} · {planName}
      </Text>
      <Text size="sm">
        {formatMethod(method)} · {payer}
        {receipt ? ` · ${receipt}` : null}
      </Text>
      {refunded > 0 ? <Hint>{t("{amount} given back before", { amount: kes(refunded) })}</Hint> : null}
      {notDivertible ? (
        <>
          <StatusMark tone="off" word={t("Not divertible")} />
          <Hint>{formatNotDivertible(notDivertible)}</Hint>
        </>
      ) : null}
    </div>
  );
}

function GiveBack(props: { row: PaidLine; onChoose: (row: PaidLine) => void }) {
  const { row, onChoose } = props;
  if (row.refunded >= row.amount) return <Hint>{t("Given back")}</Hint>;
  return (
    <SecondaryButton
      size="sm"
      mih={44}
      onClick={() => onChoose(row)}
      aria-label={t("Give back {receipt} of {payer}", { receipt: row.receipt ?? row.id, payer: row.payer })}
    >
      {t("Give back")}
    </SecondaryButton>
  );
}

function Nobody({ isAsked }: { isAsked: boolean }) {
  return (
    <Empty
      icon={<IconSearch size={28} aria-hidden />}
      title={isAsked ? t("No completed payment found") : t("Which payment?")}
      text={t(
        "Give the receipt of the payer's message, whole. Phone numbers and parts are searched among the payments of one provider.",
      )}
    />
  );
}
