import { Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Transaction } from "#contract/transactions";
import { type Column, DataList, type DataListProps } from "../../console/data-list.tsx";
import { Button, Hint, Money, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastError, toastFailure, toastSuccess } from "../../console/toast.tsx";
import { callApi, refresh } from "../api.ts";
import {
  canRetry,
  isNotActivated,
  methodName,
  moneyMarks,
  notActivatedWord,
  payer,
  statusOf,
} from "./format-payment.ts";

export type PaymentActs = Retry & { open: (transaction: Transaction) => void };

function Buttons(props: { transaction: Transaction; acts: PaymentActs; wide?: boolean }) {
  const { transaction, acts, wide = false } = props;
  const look = { size: "sm", mih: 44, variant: wide ? "subtle" : "default", px: wide ? 8 : "md" } as const;
  const who = payer(transaction);
  const isBusy = acts.isBusy(transaction.id);
  return (
    <Group gap={wide ? 0 : "xs"} wrap="nowrap" justify={wide ? "flex-end" : "flex-start"}>
      {canRetry(transaction) ? (
        <Button
          {...look}
          variant="light"
          busy={isBusy}
          onClick={() => acts.retry(transaction)}
          aria-label={isBusy ? t("Retrying...") : t("Retry {who}", { who })}
        >
          {isBusy ? t("Retrying...") : t("Retry")}
        </Button>
      ) : null}
      <Button {...look} onClick={() => acts.open(transaction)} aria-label={t("Receipt of {who}", { who })}>
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
      render: (one) => (
        <>
          <Text size="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
            {payer(one)}
          </Text>
          <Text size="xs" c="dimmed">
            {one.planName}
          </Text>
        </>
      ),
    },
    { key: "status", title: t("Status"), render: (one) => <StatusMarks transaction={one} /> },
    {
      key: "router",
      title: t("Router"),
      render: ({ routerName }) => <Text size="sm">{routerName ?? "–"}</Text>,
    },
    {
      key: "receipt",
      title: t("Receipt"),
      render: ({ method, receipt }) => (
        <>
          <Text size="sm">{methodName(method)}</Text>
          <Text size="xs" c="dimmed">
            {receipt ?? "–"}
          </Text>
        </>
      ),
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
        <Text component="div" size="sm">
          <When iso={createdAt} />
        </Text>
      ),
    },
    {
      key: "actions",
      title: t("Actions"),
      right: true,
      render: (one) => <Buttons wide transaction={one} acts={acts} />,
    },
  ];
}

function PaymentCard({ one, acts }: { one: Transaction; acts: PaymentActs }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text fw={600} truncate>
          {payer(one)}
        </Text>
        <Money amount={one.amount} strong />
      </Group>
      <StatusMarks transaction={one} />
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-end">
        <Hint component="div">
          {one.planName}
          {one.routerName ? ` · ${one.routerName}` : ""} · <When iso={one.createdAt} />
        </Hint>
        <Buttons transaction={one} acts={acts} />
      </Group>
    </Stack>
  );
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
      label={t("All transactions")}
      rows={rows}
      rowKey={(one) => one.id}
      columns={columns(acts)}
      card={(one) => <PaymentCard one={one} acts={acts} />}
      page={page}
      busy={busy}
    />
  );
}

export type Retry = { retry: (transaction: Transaction) => void; isBusy: (id: string) => boolean };

/** Asks the gateway, or the router, once more; the answer is the server's sentence. */
export function useRetry(): Retry {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: Transaction) => callApi("retryActivation", { params: { id } }),
    onSuccess: ({ success, message }) => {
      if (success) toastSuccess(t("Retried"), message);
      else toastError(t("Not activated yet"), message);
    },
    onError: toastFailure(t("Retry Failed"), t("Failed to retry the activation")),
    onSettled: () => refresh(client, ["/api/admin/transactions", "/api/admin/payments", "/api/admin/stats"]),
  });
  return { retry: mutate, isBusy: (id) => isPending && variables?.id === id };
}

/** How it ended, and beside it that the access is still owed and where the money went. */
export function StatusMarks({ transaction }: { transaction: Transaction }) {
  return (
    <Group gap={6}>
      <StatusMark {...statusOf(transaction)} />
      {isNotActivated(transaction) ? <StatusMark tone="wait" word={notActivatedWord(transaction)} /> : null}
      {moneyMarks(transaction).map((word) => (
        <StatusMark key={word} tone="off" word={word} />
      ))}
    </Group>
  );
}
