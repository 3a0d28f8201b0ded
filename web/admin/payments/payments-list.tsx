import { Group, Text, VisuallyHidden } from "@mantine/core";
import type { Transaction } from "#contract/transactions";
import { dayMs } from "#contract/values/time";
import { type Column, DataList, type DataListProps } from "../../console/data-list.tsx";
import { ago } from "../../console/format.ts";
import { Button, Money, StatusMark, TwoLines, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { RowCard } from "../../console/row-card.tsx";
import {
  boughtName,
  canRetry,
  isNotActivated,
  methodName,
  moneyMarks,
  notActivatedWord,
  payer,
  statusOf,
} from "./format-payment.ts";
import type { Retry } from "./use-retry.ts";

export type PaymentActs = Retry & { open: (transaction: Transaction) => void };

const look = { size: "sm", h: 36 } as const;

function RetryButton(props: { transaction: Transaction; acts: PaymentActs; height: number }) {
  const { transaction, acts, height } = props;
  const isBusy = acts.isBusy(transaction.id);
  return (
    <Button
      size="sm"
      mih={height}
      px="sm"
      variant="light"
      flex="none"
      busy={isBusy}
      onClick={() => acts.retry(transaction)}
      aria-label={isBusy ? t("Retrying...") : t("Retry {who}", { who: payer(transaction) })}
    >
      {isBusy ? t("Retrying...") : t("Retry")}
    </Button>
  );
}

function Buttons({ transaction, acts }: { transaction: Transaction; acts: PaymentActs }) {
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      {canRetry(transaction) ? <RetryButton transaction={transaction} acts={acts} height={36} /> : null}
      <Button
        {...look}
        variant="subtle"
        px={8}
        onClick={() => acts.open(transaction)}
        aria-label={t("Receipt of {who}", { who: payer(transaction) })}
      >
        {t("Receipt")}
      </Button>
    </Group>
  );
}

function columns(acts: PaymentActs): Column<Transaction>[] {
  return [
    {
      key: "payer",
      title: t("Customer"),
      render: (one) => <TwoLines strong first={payer(one)} second={boughtName(one)} />,
    },
    { key: "status", title: t("Status"), render: (one) => <StatusMarks transaction={one} isSmall /> },
    {
      key: "router",
      title: t("Router"),
      render: ({ routerName }) => <Text size="sm">{routerName ?? "–"}</Text>,
    },
    {
      key: "receipt",
      title: t("Receipt"),
      render: ({ method, receipt }) => <TwoLines first={methodName(method)} second={receipt ?? "–"} />,
    },
    {
      key: "amount",
      title: t("Amount"),
      right: true,
      render: ({ amount }) => (
        <Text component="div" size="sm" style={{ whiteSpace: "nowrap" }}>
          <Money amount={amount} strong />
        </Text>
      ),
    },
    {
      key: "time",
      title: t("Time"),
      render: ({ createdAt }) => (
        <TwoLines
          first={<When iso={createdAt} relative={agoOfPayment} />}
          second={<When iso={createdAt} />}
        />
      ),
    },
    {
      key: "actions",
      title: t("Actions"),
      right: true,
      render: (one) => <Buttons transaction={one} acts={acts} />,
    },
  ];
}

/** In the words of docs/behaviour/provider-console.md, PC-22, which know no plural. @param now UTC ms */
export function agoOfPayment(iso: string, now: number): string {
  const days = Math.floor((now - Date.parse(iso)) / dayMs);
  return days < 1 ? ago(iso, now) : t("{count} day ago", { count: days });
}

function PaymentCard({ one, acts }: { one: Transaction; acts: PaymentActs }) {
  const who = payer(one);
  return (
    <RowCard
      title={who}
      right={<Money amount={one.amount} strong />}
      below={<When iso={one.createdAt} relative={agoOfPayment} />}
      facts={phoneFacts(one)}
      onOpen={() => acts.open(one)}
      aside={canRetry(one) ? <RetryButton transaction={one} acts={acts} height={44} /> : null}
    />
  );
}

/** A line may be cut at its end: the receipt begins one. Of what went as it should the dot is enough. */
function phoneFacts(one: Transaction) {
  const bought = [one.receipt, boughtName(one), one.routerName].filter(Boolean).join(" · ");
  const isPlainlyDone = one.status === "completed" && !isNotActivated(one) && moneyMarks(one).length === 0;
  const marks = <StatusMarks transaction={one} isPlain />;
  if (one.receipt === null)
    return [
      <span key="marks">
        {marks} · {bought}
      </span>,
    ];
  if (!isPlainlyDone) return [marks, bought];
  const { tone, word } = statusOf(one);
  return [
    <span key="done">
      <StatusMark tone={tone} word={<VisuallyHidden>{word}</VisuallyHidden>} isPlain />
      {bought}
    </span>,
  ];
}

export function PaymentsList(props: {
  rows: readonly Transaction[];
  page: NonNullable<DataListProps<Transaction>["page"]>;
  busy: boolean;
  acts: PaymentActs;
}) {
  const { rows, page, busy, acts } = props;
  return (
    <DataList
      label={t("Recent Payments")}
      rows={rows}
      rowKey={(one) => one.id}
      columns={columns(acts)}
      card={(one) => <PaymentCard one={one} acts={acts} />}
      page={page}
      busy={busy}
      onOpen={acts.open}
    />
  );
}

/** How it ended, and beside it that the access is still owed and where the money went. */
export function StatusMarks(props: { transaction: Transaction; isSmall?: boolean; isPlain?: boolean }) {
  const { transaction, ...look } = props;
  const owed = isNotActivated(transaction) ? (
    <StatusMark tone="wait" word={notActivatedWord(transaction)} {...look} />
  ) : null;
  const ended = <StatusMark {...statusOf(transaction)} {...look} />;
  const marks = moneyMarks(transaction).map((word) => (
    <StatusMark key={word} tone="off" word={word} {...look} />
  ));
  // In a line that is cut stands what somebody waits for: that it was paid it says itself.
  if (props.isPlain)
    return (
      <>
        {owed ?? ended} {marks}
      </>
    );
  return (
    <Group gap={4} component="span" display="inline-flex">
      {ended}
      {owed}
      {marks}
    </Group>
  );
}
