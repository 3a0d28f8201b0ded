import { Group, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { PaybillPayment } from "#contract/paybill";
import { Hint, Money, SecondaryButton, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useLastPage } from "../../console/list-params.ts";
import { formatNote, paidBy } from "../../console/paybill/format-paybill.ts";
import { polled, useList } from "../api.ts";
import { MoneyCard, moneyRows } from "./money-card.tsx";

const AttributeOwn = lazy(async () => ({ default: (await import("./attribute-own.tsx")).AttributeOwn }));

export const useOwnPaybillPayments = (page: number) =>
  useList(
    "listOwnPaybillPayments",
    { query: { status: "unmatched", page, pageSize: moneyRows } },
    polled(30_000),
  );

/** Unmatched pay bill payments; nothing while there are none. */
export function PaybillPayments() {
  const [page, go] = useState(1);
  const [opened, open] = useState<PaybillPayment | null>(null);
  const list = useOwnPaybillPayments(page);
  useLastPage(list.data, page, go, moneyRows);
  return (
    <MoneyCard
      id="paybill-payments"
      title={t("Money without a purchase")}
      list={list}
      page={{ number: page, go }}
      failed={{
        title: t("Error Loading Money Without a Purchase"),
        text: t("Failed to load it. Please check your connection and try again."),
      }}
      lead={
        <Warning mb="sm">
          {t(
            "Somebody paid your pay bill by hand, and the account number named nothing that could be paid. Give it to the purchase that it was meant for.",
          )}
        </Warning>
      }
      row={(row) => <PaybillPaymentRow row={row} onOpen={open} />}
      dialog={
        opened ? (
          <Suspense fallback={null}>
            <AttributeOwn key={opened.id} money={opened} onClose={() => open(null)} />
          </Suspense>
        ) : null
      }
    />
  );
}

function PaybillPaymentRow(props: { row: PaybillPayment; onOpen: (row: PaybillPayment) => void }) {
  const { row, onOpen } = props;
  const { amount, account, receipt, paidAt } = row;
  return (
    <Group justify="space-between" gap="sm" py="xs">
      <Stack gap={2} miw={0} style={{ flex: "1 1 220px", overflowWrap: "anywhere" }}>
        <Text component="div">
          <Money amount={amount} strong /> · {paidBy(row)}
        </Text>
        <Text size="sm">{t("Account typed: {account}", { account: account || "–" })}</Text>
        <Hint component="div">
          {receipt} · <When iso={paidAt} />
        </Hint>
        {row.note === null ? null : <Text size="sm">{formatNote(row)}</Text>}
      </Stack>
      <SecondaryButton
        mih={44}
        // Unreadable payments have no amount.
        disabled={amount === 0}
        onClick={() => onOpen(row)}
        aria-label={t("Give to a purchase: {receipt}", { receipt })}
      >
        {t("Give to a purchase")}
      </SecondaryButton>
    </Group>
  );
}
