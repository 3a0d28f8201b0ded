import { Button, Text, Title } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Transaction } from "#contract/transactions";
import { t } from "../../console/language.ts";
import { useListParams } from "../../console/list-params.ts";
import { Loaded } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { PageHead } from "../../console/page-head.tsx";
import { pageSize, useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { Sheet } from "../../console/sheet.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useList } from "../api.ts";
import { ExportButton } from "../payments/export-button.tsx";
import { OwnDifferences, useOwnDifferences } from "../payments/own-differences.tsx";
import { filtersSet, noFilter, queryOf } from "../payments/payment-filter.ts";
import { PaymentFilters } from "../payments/payment-filters.tsx";
import { PaymentStats } from "../payments/payment-stats.tsx";
import { PaymentsList } from "../payments/payments-list.tsx";
import { loadFailure, RecentPayments } from "../payments/recent-payments.tsx";
import { TypedMoney, useOwnTyped } from "../payments/typed-money.tsx";
import { useKnownOnce } from "../payments/use-known-once.ts";
import { useRetry } from "../payments/use-retry.ts";
import { useBusinessName } from "../use-business-name.ts";

const Receipt = lazy(async () => ({ default: (await import("../payments/receipt.tsx")).Receipt }));

/** What came in, what did not, and what was paid and is still owed. */
export function PaymentsPage({ page: place }: { page: PageData }): ReactElement {
  const { filter, page, go, narrow } = useListParams(noFilter);
  const [opened, setOpened] = useState<Transaction | null>(null);
  const provider = useBusinessName(place);
  const retrying = useRetry();
  const query = { ...queryOf(filter), page, pageSize };
  const transactions = useList("listTransactions", { query }, polled(15_000));
  useLastPage(transactions.data, page, go);
  const areCardsKnown = useKnownOnce(useOwnTyped(1), useOwnDifferences(1));
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // A figure was pressed: its rows are further down.
  useEffect(() => {
    // Every press has a key of its own, also one that leads to the same rows.
    if (hash === "#all" && key && areCardsKnown) heading.current?.scrollIntoView({ block: "start" });
  }, [hash, key, areCardsKnown]);
  const fresh = transactions.data?.rows.find(({ id }) => id === opened?.id) ?? opened;
  const hasFilter = filter.q !== "" || filtersSet(filter) > 0;
  return (
    <>
      <PageHead title={t("Payments")} actions={<ExportButton filter={filter} />} />
      <PaymentStats />
      <TypedMoney />
      <OwnDifferences />
      {areCardsKnown ? null : <LoadingRows rows={8} height={64} label={t("Loading …")} />}
      {/* Read at once, and shown when it is known whether a card stands above: so that nothing jumps. */}
      <div hidden={!areCardsKnown}>
        <RecentPayments onOpen={setOpened} />
        <Title order={2} size="h4" mb="xs" ref={heading} style={{ scrollMarginTop: 72 }}>
          {t("All transactions")}
        </Title>
        <PaymentFilters filter={filter} narrow={narrow} />
        <Loaded
          query={transactions}
          loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
          failed={{ title: t("Error Loading Payments"), text: loadFailure() }}
        >
          {({ rows, total }) =>
            total === 0 ? (
              <Empty
                icon={<IconCreditCard size={28} />}
                title={hasFilter ? t("No payments match your filters") : t("No payments yet")}
                action={
                  hasFilter ? (
                    <Button variant="default" onClick={() => narrow(noFilter)}>
                      {t("Show all payments")}
                    </Button>
                  ) : null
                }
              />
            ) : (
              <>
                <Text size="sm" c="dimmed" mb="xs" role="status">
                  {t("{count, plural, one {# transaction} other {# transactions}}", { count: total })}
                </Text>
                <PaymentsList
                  rows={rows}
                  page={{ number: page, size: pageSize, total, go }}
                  busy={transactions.isPlaceholderData}
                  acts={{ ...retrying, open: setOpened }}
                />
              </>
            )
          }
        </Loaded>
      </div>
      <Sheet opened={opened !== null} onClose={() => setOpened(null)} title={t("Receipt")}>
        <Suspense fallback={<LoadingRows rows={6} label={t("Loading …")} />}>
          {fresh ? <Receipt transaction={fresh} provider={provider} acts={retrying} /> : null}
        </Suspense>
      </Sheet>
    </>
  );
}
