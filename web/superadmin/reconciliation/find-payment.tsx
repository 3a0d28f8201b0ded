import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { PaidLine } from "#contract/refunds";
import { Money, When } from "../../console/cells.tsx";
import { DataList } from "../../console/data-list.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { useListParams } from "../../console/list-params.ts";
import { Loaded } from "../../console/loaded.tsx";
import { pageSize, useLastPage } from "../../console/paging.ts";
import { SearchField } from "../../console/search-field.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { StatusMark } from "../../console/status-mark.tsx";
import { useList } from "../api.ts";
import { formatNotDivertible } from "../payment-switch/format-not-divertible.ts";
import { ProviderFilter } from "../routers/provider-filter.tsx";
import { formatMethod } from "./format-refund.ts";
import { RefundDialog } from "./refund-dialog.tsx";

const nobody = { q: "", providerId: "", page: "1" };

/** Completed payments, to give one back: by its receipt over all providers, or among one provider's. */
export function FindPayment(): ReactElement {
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
      >
        {({ rows, total }) =>
          total === 0 ? (
            <Nobody isAsked={q !== "" || providerId !== ""} />
          ) : (
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
                    <Text size="sm" c="dimmed">
                      <When iso={row.paidAt} />
                    </Text>
                    <Money amount={row.amount} strong />
                  </Group>
                  <What row={row} />
                  <GiveBack row={row} onChoose={choose} />
                </Stack>
              )}
            />
          )
        }
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

function What({ row }: { row: PaidLine }): ReactElement {
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
      {refunded > 0 ? (
        <Text size="sm" c="dimmed">
          {t("{amount} given back before", { amount: kes(refunded) })}
        </Text>
      ) : null}
      {notDivertible ? (
        <>
          <StatusMark tone="off" word={t("Not divertible")} />
          <Text size="sm" c="dimmed">
            {formatNotDivertible(notDivertible)}
          </Text>
        </>
      ) : null}
    </div>
  );
}

function GiveBack(props: { row: PaidLine; onChoose: (row: PaidLine) => void }): ReactElement | null {
  const { row, onChoose } = props;
  if (row.refunded >= row.amount)
    return (
      <Text size="sm" c="dimmed">
        {t("Given back")}
      </Text>
    );
  return (
    <Button
      size="sm"
      mih={44}
      variant="default"
      onClick={() => onChoose(row)}
      aria-label={t("Give back {receipt} of {payer}", { receipt: row.receipt ?? row.id, payer: row.payer })}
    >
      {t("Give back")}
    </Button>
  );
}

function Nobody({ isAsked }: { isAsked: boolean }): ReactElement {
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
