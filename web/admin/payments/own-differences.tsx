import { Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { OwnDifference } from "#contract/reconciliation";
import { Hint, Money, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useLastPage } from "../../console/list-params.ts";
import { polled, useList } from "../api.ts";
import { MoneyCard, moneyRows } from "./money-card.tsx";

export const useOwnDifferences = (page: number) =>
  useList("listOwnDifferences", { query: { page, pageSize: moneyRows } }, polled(60_000));

export function OwnDifferences() {
  const [page, go] = useState(1);
  const list = useOwnDifferences(page);
  useLastPage(list.data, page, go, moneyRows);
  return (
    <MoneyCard
      id="own-differences"
      title={t("Payments under review")}
      list={list}
      page={{ number: page, go }}
      failed={{
        title: t("Error Loading Payments Under Review"),
        text: t("Failed to load them. Please check your connection and try again."),
      }}
      lead={
        <Hint mb="sm">
          {t(
            "Our books and the gateway do not agree about these. The operator settles them; you have nothing to do.",
          )}
        </Hint>
      }
      row={(row) => <Row row={row} />}
    />
  );
}

function Row({ row }: { row: OwnDifference }) {
  const { kind, amount, receipt, transactionId, at, settledAt } = row;
  return (
    <Group justify="space-between" gap="sm" py="xs">
      <Stack gap={2} miw={0} style={{ flex: "1 1 220px", overflowWrap: "anywhere" }}>
        <Text component="div">
          {amount === null ? null : (
            <>
              <Money amount={amount} strong /> ·{" "}
            </>
          )}
          {whatIsWrong(kind)}
        </Text>
        <Hint component="div">
          {receipt ? `${receipt} · ` : null}
          <When iso={at} />
        </Hint>
        {transactionId ? (
          <Text size="xs" c="dimmed">
            {t("Transaction {id}", { id: transactionId })}
          </Text>
        ) : null}
      </Stack>
      {settledAt === null ? (
        <StatusMark tone="wait" word={t("The operator is looking at it")} />
      ) : (
        <StatusMark tone="good" word={t("Settled")} />
      )}
    </Group>
  );
}

function whatIsWrong(kind: OwnDifference["kind"]): string {
  const words: Record<OwnDifference["kind"], () => string> = {
    denied: () => t("Reported as paid, and the gateway denies it"),
    amount: () => t("Another amount than asked for"),
    phone: () => t("Another phone than asked"),
    receipt: () => t("The same receipt as another payment"),
    lost: () => t("Its result was never told"),
    "dead-letter": () => t("The gateway's report could not be read in"),
    double: () => t("Paid twice for one purchase"),
    "unknown-receipt": () => t("Money that no purchase is known for"),
    "not-in-statement": () => t("Not in the gateway's statement"),
    unserved: () => t("A top-up that was paid too late"),
    projection: () => t("This list and the payment itself differ"),
  };
  return words[kind]();
}
