import { Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { PaidLine } from "#contract/refunds";
import { parseKenyanMobile } from "#contract/values/phone";
import { DataList, type DataListProps } from "../../console/data-list.tsx";
import { SearchField } from "../../console/filter-bar.tsx";
import { gatewayName, kes } from "../../console/format.ts";
import { Hint, Money, StatusMark, When } from "../../console/kit.tsx";
import { useKnownOnce } from "../../console/known-once.ts";
import { t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { useList } from "../api.ts";
import { IdleRouters } from "../dashboard/idle-routers.tsx";
import { ProviderLink, waitingAddress } from "../links.tsx";
import { formatNotDivertible } from "../payment-switch/undivertible-payments.tsx";
import { AccessState } from "../payments/access-state.tsx";
import { ExtendBought, MoveBought } from "../payments/bought-dialogs.tsx";
import { OfPhone } from "../payments/of-phone.tsx";
import { type Act, PaymentActs } from "../payments/payment-acts.tsx";
import { RefundAppeals, useRefundAppeals } from "../payments/refund-appeals.tsx";
import { RefundDialog } from "../reconciliation/refund-dialog.tsx";
import { ProviderFilter } from "../routers/provider-select.tsx";

const nobody = { q: "", providerId: "", status: "", activation: "", page: "1" };
const statuses = ["completed", "pending", "failed"] as const;

export function PaymentsPage() {
  const isKnown = useKnownOnce(useRefundAppeals(1));
  return (
    <>
      <PageHead
        title={t("Payments")}
        text={t("One provider's, or any by its receipt, the payer's phone or the transaction's id.")}
      />
      <RefundAppeals />
      {/* Shown when it is known whether that stands above: so that nothing jumps. */}
      <div hidden={!isKnown}>
        <PaymentList />
      </div>
    </>
  );
}

/** Payments of one provider, or over all by a whole receipt, phone or id, with what can be done for their payer. */
export function PaymentList({ completedOnly = false }: { completedOnly?: boolean }) {
  const { filter, page, go, narrow } = useListParams(nobody);
  const { q, providerId } = filter;
  const status = statuses.find((one) => one === filter.status);
  const isOpen = filter.activation === "open";
  // A number of its own format is a receipt nowhere.
  const isPhone = providerId === "" && parseKenyanMobile(q) !== undefined;
  const isAsked = q !== "" || providerId !== "";
  const query = {
    page,
    pageSize,
    status: completedOnly ? "completed" : (status ?? "any"),
    ...(q ? { q } : {}),
    ...(providerId ? { providerId } : {}),
    ...(isOpen ? { activation: "open" as const } : {}),
  };
  const list = useList("listPaid", { query }, { staleTime: 0, enabled: isAsked && !isPhone });
  useLastPage(list.data, page, go);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: completedOnly ? 2 : 3 }} spacing="sm" mb="md">
        <SearchField
          value={q}
          onSearch={(text) => narrow({ q: text })}
          label={t("Search payments")}
          placeholder={
            providerId ? t("Receipt, phone or transaction") : t("Whole receipt, phone or transaction")
          }
        />
        <ProviderFilter
          value={providerId}
          onChange={(id) => narrow({ providerId: id, ...(id ? {} : { activation: "" }) })}
        />
        {completedOnly ? null : (
          <Select
            aria-label={t("Status")}
            placeholder={t("All statuses")}
            clearable
            clearButtonProps={{ "aria-label": t("All statuses") }}
            value={isOpen ? "open" : (status ?? null)}
            onChange={(value) =>
              narrow({
                status: value === "open" ? "" : (value ?? ""),
                activation: value === "open" ? "open" : "",
              })
            }
            data={[
              ...statuses.map((value) => ({ value, label: statusMark(value).word })),
              // Of all providers nobody could list them without asking each.
              ...(providerId ? [{ value: "open", label: t("Paid, not activated") }] : []),
            ]}
          />
        )}
      </SimpleGrid>
      {!isAsked ? (
        <WhichPayment withRouters={!completedOnly} />
      ) : isPhone ? (
        <OfPhone key={q} phone={q} completedOnly={completedOnly}>
          {(rows) => <Payments rows={rows} />}
        </OfPhone>
      ) : (
        <Loaded
          query={list}
          loading={<LoadingRows rows={4} height={72} label={t("Loading …")} />}
          failed={{
            title: t("Error Loading Payments"),
            text: t("Failed to load payments. Please check your connection and try again."),
          }}
          empty={<Nobody isOpen={isOpen} />}
        >
          {({ rows, total }) => (
            <Payments
              rows={rows}
              page={{ number: page, size: pageSize, total, go }}
              busy={list.isPlaceholderData}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

function Payments(props: {
  rows: PaidLine[];
  page?: NonNullable<DataListProps<PaidLine>["page"]>;
  busy?: boolean;
}) {
  const { rows, page, busy = false } = props;
  const [chosen, choose] = useState<{ row: PaidLine; act: Act } | null>(null);
  const close = () => choose(null);
  const acts = (row: PaidLine) => <PaymentActs row={row} onChoose={(act) => choose({ row, act })} />;
  return (
    <>
      {rows.some(({ status }) => status === "failed") ? (
        <Hint mb="xs">{t("Nothing was taken for a payment that failed: its payer can pay again.")}</Hint>
      ) : null}
      <DataList<PaidLine>
        rows={rows}
        rowKey={({ providerId: of, id }) => `${of} ${id}`}
        label={t("Payments")}
        {...(page ? { page } : {})}
        busy={busy}
        columns={[
          { key: "at", title: t("When"), render: ({ paidAt }) => <When iso={paidAt} />, width: 160 },
          { key: "what", title: t("Payment"), render: (row) => <What row={row} /> },
          {
            key: "amount",
            title: t("Amount"),
            render: ({ amount }) => <Money amount={amount} />,
            right: true,
          },
          { key: "act", title: t("Actions"), render: acts, width: 352 },
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
            {acts(row)}
          </Stack>
        )}
      />
      {chosen?.act === "refund" ? (
        <RefundDialog
          target={{ kind: "payment", id: chosen.row.id, providerId: chosen.row.providerId }}
          onClose={close}
        />
      ) : null}
      {chosen?.act === "extend" ? <ExtendBought row={chosen.row} onClose={close} /> : null}
      {chosen?.act === "move" ? <MoveBought row={chosen.row} onClose={close} /> : null}
    </>
  );
}

function What({ row }: { row: PaidLine }) {
  const { provider, providerId, planName, payer, method, receipt, refunded, status, why, notDivertible } =
    row;
  return (
    <div style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
      <Group gap="xs">
        <Text fw={600} size="sm">
          <ProviderLink id={providerId}>{provider}</ProviderLink> · {planName}
        </Text>
        {status === "completed" ? null : <StatusMark {...statusMark(status)} />}
      </Group>
      <Text size="sm">
        {gatewayName(method)} · {payer}
        {receipt ? ` · ${receipt}` : null}
      </Text>
      {why ? <Hint>{why}</Hint> : null}
      <AccessState row={row} />
      {refunded > 0 ? <Hint>{t("{amount} given back before", { amount: kes(refunded) })}</Hint> : null}
      {notDivertible ? (
        <>
          <StatusMark tone="off" word={t("Not divertible")} />
          <Hint>{formatNotDivertible({ method, reason: notDivertible })}</Hint>
        </>
      ) : null}
    </div>
  );
}

function statusMark(status: PaidLine["status"]) {
  const marks = {
    completed: { tone: "good", word: t("Completed") },
    pending: { tone: "wait", word: t("Pending") },
    failed: { tone: "bad", word: t("Failed") },
  } as const;
  return marks[status];
}

function Nobody({ isOpen }: { isOpen: boolean }) {
  if (isOpen)
    return (
      <Empty
        icon={<IconCircleCheck size={28} aria-hidden />}
        title={t("Everybody who paid was let in")}
        text={t("No payment of this provider waits for its access.")}
      />
    );
  return (
    <Empty icon={<IconSearch size={28} aria-hidden />} title={t("No payment found")} text={howToFind()} />
  );
}

const howToFind = () =>
  t(
    "Give the receipt of the payer's message, whole, or the payer's phone. Parts are searched among the payments of one provider.",
  );

/** Before anything is asked: no list of all providers' payments is cheap, and whose router is away is known. */
function WhichPayment({ withRouters }: { withRouters: boolean }) {
  return (
    <Stack>
      <Empty icon={<IconSearch size={28} aria-hidden />} title={t("Which payment?")} text={howToFind()} />
      {withRouters ? (
        <IdleRouters lead={{ words: t("Who waits"), to: ({ providerId }) => waitingAddress(providerId) }} />
      ) : null}
    </Stack>
  );
}
