import { Group, Select, Title } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { Transaction } from "#contract/transactions";
import { useAskedFor } from "../../console/asked-for.ts";
import { DateRangeField, EmptyList, FilterBar } from "../../console/filter-bar.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { useKnownOnce } from "../../console/known-once.ts";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { keptFor, may, polled, useList, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { CashBeside, CashList, useCash } from "../payments/cash-list.tsx";
import { ExportButton } from "../payments/export-button.tsx";
import { payer } from "../payments/format-payment.ts";
import { OwnDifferences, useOwnDifferences } from "../payments/own-differences.tsx";
import { PaybillPayments, useOwnPaybillPayments } from "../payments/paybill-payments.tsx";
import {
  filtersSet,
  hasCash,
  noFilter,
  type PaymentFilter,
  place,
  queryOf,
} from "../payments/payment-filter.ts";
import { PaymentStats } from "../payments/payment-stats.tsx";
import { PaymentsList } from "../payments/payments-list.tsx";
import { useRetry } from "../payments/use-retry.ts";
import { useBusinessName } from "../use-business-name.ts";

const Receipt = lazy(async () => ({ default: (await import("../payments/receipt.tsx")).Receipt }));

export function PaymentsPage({ page: host }: { page: PageData }) {
  const { filter, page, go, narrow, change, open: openAt } = useListParams(place);
  const [lately, remember] = useState<Transaction | null>(null);
  const [givesBack, setGivesBack] = useState(false);
  useAskedFor("back", () => setGivesBack(true));
  const open = (transaction: Transaction) => {
    remember(transaction);
    openAt({ payment: transaction.id });
  };
  const close = () => {
    setGivesBack(false);
    change({ payment: "" });
  };
  const provider = useBusinessName(host);
  const retrying = useRetry();
  const query = { ...queryOf(filter), page, pageSize };
  const isCash = filter.type === "cash";
  const cash = useCash(filter, isCash ? page : 1, may("listCash") && hasCash(filter));
  const transactions = useList("listTransactions", { query }, { ...polled(10_000), enabled: !isCash });
  useLastPage(transactions.data, page, go);
  // One that left the list meanwhile stays open as it was.
  const known = transactions.data?.rows.find(({ id }) => id === filter.payment);
  const opened = known ?? (lately?.id === filter.payment ? lately : null);
  const areCardsKnown = useKnownOnce(useOwnPaybillPayments(1), useOwnDifferences(1), cash);
  const hasFilter = filter.q !== "" || filtersSet(filter) > 0;
  return (
    <>
      <PageHead
        title={t("Payments")}
        help="provider#paid-not-online"
        actions={may("noteExport") ? <ExportButton filter={filter} /> : null}
        {...(seesAllDays()
          ? {}
          : { text: t("Today's payments. Search a phone number or a receipt for one of another day.") })}
      />
      {may("paymentStats") ? <PaymentStats /> : null}
      {may("listOwnPaybillPayments") ? <PaybillPayments /> : null}
      {may("listOwnDifferences") ? <OwnDifferences /> : null}
      {areCardsKnown ? null : <LoadingRows rows={8} height={64} label={t("Loading …")} />}
      {/* Read at once, and shown when it is known whether a card stands above: so that nothing jumps. */}
      <div hidden={!areCardsKnown}>
        <PaymentFilters filter={filter} narrow={narrow} />
        {isCash ? (
          <CashList
            cash={cash}
            page={page}
            go={go}
            isFiltered={filter.q !== "" || filtersSet(filter) > 1}
            onClear={() => narrow(noFilter)}
          />
        ) : (
          <>
            <CashBeside filter={filter} cash={cash} />
            <Loaded
              query={transactions}
              loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
              failed={{ title: t("Error Loading Payments"), text: loadFailure() }}
              empty={
                <EmptyList
                  icon={<IconCreditCard size={28} />}
                  isFiltered={hasFilter}
                  onClear={() => narrow(noFilter)}
                  filtered={{ title: t("No payments match your filters"), show: t("Show all payments") }}
                  title={t("No recent payments")}
                  text={t("Payments and redeemed vouchers stand here within seconds.")}
                  action={
                    <SecondaryButton component={Link} to={addresses.vouchers}>
                      {t("Make vouchers")}
                    </SecondaryButton>
                  }
                />
              }
            >
              {({ rows, total }) => (
                <>
                  <Group gap="xs" mb={6}>
                    <Title order={2} fz="sm" lh="20px">
                      {t("Recent Payments")}
                    </Title>
                    <Hint size="xs" role="status">
                      {t("{count, plural, one {# transaction} other {# transactions}}", { count: total })}
                    </Hint>
                  </Group>
                  <PaymentsList
                    rows={rows}
                    page={{ number: page, size: pageSize, total, go }}
                    busy={transactions.isPlaceholderData}
                    acts={{ ...retrying, open }}
                  />
                </>
              )}
            </Loaded>
          </>
        )}
      </div>
      <Sheet
        opened={opened !== null}
        onClose={close}
        title={opened ? t("Receipt of {who}", { who: payer(opened) }) : ""}
      >
        <Suspense fallback={<LoadingRows rows={6} label={t("Loading …")} />}>
          {opened ? (
            <Receipt transaction={opened} provider={provider} acts={retrying} givesBack={givesBack} />
          ) : null}
        </Suspense>
      </Sheet>
    </>
  );
}

export function PaymentFilters(props: {
  filter: PaymentFilter;
  narrow: (wanted: Partial<PaymentFilter>) => void;
}) {
  const { filter, narrow } = props;
  const routers = useRead("listRouters", {}, keptFor(30_000));
  return (
    <FilterBar
      search={{
        value: filter.q,
        onSearch: (q) => narrow({ q }),
        label: t("Search payments"),
        placeholder: t("Phone, receipt or device"),
        shortPlaceholder: t("Phone or receipt"),
      }}
      set={filtersSet(filter)}
      onClear={() => narrow({ ...noFilter, q: filter.q })}
    >
      <Select
        aria-label={t("Status")}
        allowDeselect={false}
        value={filter.activation === "open" ? "open" : filter.status || "all"}
        onChange={(value) =>
          narrow({
            status: value === "all" || value === "open" || !value ? "" : value,
            activation: value === "open" ? "open" : "",
          })
        }
        data={[
          { value: "all", label: t("Any status") },
          { value: "completed", label: t("Completed") },
          { value: "pending", label: t("Pending") },
          { value: "failed", label: t("Failed") },
          { value: "open", label: t("Paid, not activated") },
        ]}
      />
      <Select
        aria-label={t("Type")}
        allowDeselect={false}
        value={filter.type || "all"}
        // Cash has no status of its own.
        onChange={(value) =>
          narrow(
            value === "cash"
              ? { type: value, status: "", activation: "" }
              : { type: value === "all" || !value ? "" : value },
          )
        }
        data={[
          { value: "all", label: t("Any type") },
          { value: "payment", label: t("Payments") },
          { value: "voucher", label: t("Vouchers") },
          ...(may("listCash") ? [{ value: "cash", label: t("Cash") }] : []),
        ]}
      />
      <Select
        aria-label={t("Router")}
        allowDeselect={false}
        value={filter.routerId || "all"}
        onChange={(value) => narrow({ routerId: value === "all" || !value ? "" : value })}
        data={[
          { value: "all", label: t("All routers") },
          ...(routers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {seesAllDays() ? (
        <DateRangeField
          clearable
          label={t("Days")}
          value={{ from: filter.from, to: filter.to }}
          onChange={narrow}
        />
      ) : null}
    </FilterBar>
  );
}

/** A cashier is told of today alone (docs/behaviour/provider-console-calls.md, "Roles"). */
const seesAllDays = () => may("paymentStats");

export function loadFailure(): string {
  return t("Failed to load payments. Please check your connection and try again.");
}
