import { Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { useState } from "react";
import type { PayoutLine, PayoutStatus, PlatformPayouts } from "#contract/payouts";
import { DataList } from "../../console/data-list.tsx";
import { EmptyList } from "../../console/filter-bar.tsx";
import { kes, phone } from "../../console/format.ts";
import {
  Hint,
  Money,
  PlainList,
  SecondaryButton,
  StatusMark,
  type Tone,
  Warning,
  When,
} from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useRead } from "../api.ts";
import { ProviderLink } from "../links.tsx";
import { CollectionCard } from "../payouts/collection-card.tsx";
import { SettlePayout } from "../payouts/settle-payout.tsx";

const place = { status: "" };
const statuses = ["unclear", "sent", "paid", "failed", "reversed"] as const;

export function PayoutsPage() {
  const [{ status: chosen }, change] = useUrlState(place);
  const status = statuses.find((one) => one === chosen);
  const payouts = useRead("listPayouts", { query: status ? { status } : {} }, polled(10_000));
  const [settled, settle] = useState<PayoutLine | null>(null);
  return (
    <>
      <PageHead
        title={t("Payouts")}
        text={t("What the platform collects for providers, what it owes them, and what it paid out.")}
      />
      <Stack gap="lg">
        <Loaded
          query={payouts}
          loading={<LoadingRows rows={4} height={72} label={t("Loading payouts …")} />}
          failed={{
            title: t("Error Loading Payouts"),
            text: t("Failed to load payouts. Please check your connection and try again."),
          }}
        >
          {(found) => (
            <>
              {found.unclear > 0 ? (
                <Warning title={t("Some payouts are unclear")}>
                  {t(
                    "M-Pesa did not say whether they went out. Their money stays reserved, and nothing is sent again. Ask again, or look into M-Pesa's statement and say how each ended.",
                  )}
                </Warning>
              ) : null}
              {found.debts.length > 0 ? <Debts debts={found.debts} /> : null}
              <CollectionCard />
              <Sums sums={found} />
              <Select
                maw={300}
                aria-label={t("Status")}
                placeholder={t("All statuses")}
                clearable
                clearButtonProps={{ "aria-label": t("All statuses") }}
                value={status ?? null}
                onChange={(value) => change({ status: value ?? "" })}
                data={statuses.map((value) => ({ value, label: marks()[value][1] }))}
              />
              {found.payouts.length === 0 ? (
                <EmptyList
                  icon={<IconCoins size={28} aria-hidden />}
                  isFiltered={status !== undefined}
                  onClear={() => change(place)}
                  filtered={{ title: t("Nothing matches your filters"), show: t("Show everything") }}
                  title={t("No payouts yet")}
                  text={t("What providers have paid out to them is listed here.")}
                />
              ) : (
                <List rows={found.payouts} onSettle={settle} />
              )}
            </>
          )}
        </Loaded>
        {payouts.isError && payouts.data === undefined ? <CollectionCard /> : null}
      </Stack>
      {settled ? <SettlePayout row={settled} onClose={() => settle(null)} /> : null}
    </>
  );
}

/** More went back to their visitors than was left: no other provider's money covers it. */
function Debts({ debts }: Pick<PlatformPayouts, "debts">) {
  return (
    <Warning title={t("Some providers owe the platform")}>
      <Text size="sm">
        {t(
          "More went back to their visitors than was left of what was collected. Their next sales make it up.",
        )}
      </Text>
      <PlainList gap={4}>
        {debts.map(({ providerId, provider, amount }) => (
          <Group component="li" key={providerId} justify="space-between" gap="xs">
            <ProviderLink id={providerId}>{provider}</ProviderLink>
            <Money amount={amount} strong />
          </Group>
        ))}
      </PlainList>
    </Warning>
  );
}

/** Collected is what was paid out, with the fees, what is under way, and what is still owed, less what providers owe. */
function Sums({ sums: { collected, paid, fees, underWay, owed } }: { sums: PlatformPayouts }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      <StatCard
        name={t("Owed to providers")}
        value={kes(owed)}
        note={t("So much must be in the account, beside what is under way")}
      />
      <StatCard
        name={t("Under way")}
        value={kes(underWay)}
        note={t("Reserved, until M-Pesa says how it ended")}
      />
      <StatCard
        name={t("Paid out")}
        value={kes(paid)}
        note={t("Fees kept: {amount}", { amount: kes(fees) })}
      />
      <StatCard
        name={t("Collected for providers")}
        value={kes(collected)}
        note={t("Less what went back to visitors")}
      />
    </SimpleGrid>
  );
}

function List({ rows, onSettle }: { rows: PayoutLine[]; onSettle: (row: PayoutLine) => void }) {
  return (
    <DataList<PayoutLine>
      rows={rows}
      rowKey={({ providerId, id }) => `${providerId} ${id}`}
      label={t("Payouts")}
      columns={[
        { key: "at", title: t("When"), render: ({ createdAt }) => <When iso={createdAt} />, width: 180 },
        {
          key: "provider",
          title: t("Provider"),
          render: (row) => <ProviderLink id={row.providerId}>{row.provider}</ProviderLink>,
        },
        { key: "to", title: t("To"), render: (row) => <To row={row} /> },
        { key: "amount", title: t("Amount"), render: ({ amount }) => <Money amount={amount} />, right: true },
        { key: "status", title: t("Status"), render: (row) => <Mark row={row} />, width: 170 },
        {
          key: "acts",
          title: t("Actions"),
          render: (row) => <Acts row={row} onSettle={onSettle} />,
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
          <To row={row} />
          <Group justify="space-between" gap="xs">
            <Mark row={row} />
            <Hint>
              <When iso={row.createdAt} />
            </Hint>
          </Group>
          <Acts row={row} onSettle={onSettle} />
        </Stack>
      )}
    />
  );
}

/** A number is compared at a glance, digit by digit. */
const inOneLine = (number: string) => number.replaceAll(" ", "\u00a0");

function To({ row }: { row: PayoutLine }) {
  const { kind, account, reference, receipt, fee, detail, told } = row;
  const words = {
    phone: t("M-Pesa of {phone}", { phone: inOneLine(phone(account)) }),
    till: t("Till {number}", { number: account }),
    pay_bill: t("Pay bill {number}, account {account}", { number: account, account: reference ?? "" }),
  };
  return (
    <div style={{ whiteSpace: "normal", overflowWrap: "anywhere", maxWidth: 420 }}>
      <Text size="sm" style={{ overflowWrap: kind === "phone" ? "normal" : "anywhere" }}>
        {words[kind]}
      </Text>
      <Hint>
        {[
          receipt && t("Receipt {receipt}", { receipt }),
          fee > 0 && t("Fee {amount}", { amount: kes(fee) }),
          row.status === "unclear" && told === "paid" && t("A result said that it was paid"),
          row.status === "unclear" && told === "failed" && t("A result said that it failed"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Hint>
      {detail && row.status !== "paid" ? <Hint>{t("What was said: {words}", { words: detail })}</Hint> : null}
    </div>
  );
}

function Mark({ row: { status } }: { row: PayoutLine }) {
  const [tone, word] = marks()[status];
  return <StatusMark tone={tone} word={word} />;
}

const marks = (): Record<PayoutStatus, [Tone, string]> => ({
  reserved: ["wait", t("On its way")],
  sending: ["wait", t("On its way")],
  sent: ["wait", t("On its way")],
  unclear: ["bad", t("Unclear")],
  paid: ["good", t("Paid out")],
  failed: ["off", t("Failed, given back")],
  reversed: ["off", t("Taken back at M-Pesa")],
});

function Acts({ row, onSettle }: { row: PayoutLine; onSettle: (row: PayoutLine) => void }) {
  const ask = useAct("askPayout", ["/api/superadmin/payouts"]);
  const { providerId, id, status, provider } = row;
  if (status !== "unclear" && status !== "sent") return null;
  return (
    <Group gap="xs">
      <SecondaryButton
        loading={ask.isPending}
        aria-label={t("Ask again: {name}", { name: provider })}
        onClick={() =>
          ask.mutate(
            { params: { id: providerId, payoutId: id } },
            {
              onSuccess: ({ message }) => toastSuccess(t("Asked"), message),
              onError: toastFailure(t("Not asked"), t("M-Pesa could not be asked. Please try again.")),
            },
          )
        }
      >
        {t("Ask again")}
      </SecondaryButton>
      {status === "unclear" ? (
        <SecondaryButton
          aria-label={t("Say how it ended: {name}", { name: provider })}
          onClick={() => onSettle(row)}
        >
          {t("Say how it ended")}
        </SecondaryButton>
      ) : null}
    </Group>
  );
}
