import { Alert, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { RefundLine } from "#contract/reconciliation";
import type { RefundFacts } from "#contract/refunds";
import { dateTime, gatewayName, kes } from "../../console/format.ts";
import { Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { formatMoves, formatPaying, refundReads } from "./format-refund.ts";

export function MoneyWarning(props: {
  facts: RefundFacts;
  amount: number;
  color: "yellow" | "red";
  children?: ReactNode;
}) {
  const { facts, amount, color, children } = props;
  return (
    <Alert
      color={color}
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t("This moves other people's money")}
    >
      <Text size="sm" fw={600}>
        {formatMoves(amount, facts)}
      </Text>
      <Text size="sm" mt={4}>
        {formatPaying(facts)}
      </Text>
      {children}
    </Alert>
  );
}

export function NoteWarning({ facts, amount }: { facts: RefundFacts; amount: number }) {
  return (
    <Warning icon={<IconAlertTriangle aria-hidden />} title={t("Nothing is sent: this notes what was done")}>
      <Text size="sm" fw={600}>
        {formatMoves(amount, facts)}
      </Text>
      <Text size="sm" mt={4}>
        {facts.planName === null
          ? t("This money leaves the list. Note it only once it has really gone back.")
          : t("The books take it out of the sales today. Note it only once it has really gone back.")}
      </Text>
    </Warning>
  );
}

export function PaidFacts({ facts }: { facts: RefundFacts }) {
  const { provider, planName, amount, refunded, receipt, method, paidAt } = facts;
  const bought = planName ?? t("Money without a purchase");
  const paid = { amount: kes(amount), method: gatewayName(method), when: dateTime(paidAt, language()) };
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {provider} · {bought}
      </Text>
      <Hint style={{ overflowWrap: "anywhere" }}>
        {receipt === null
          ? t("{amount} paid by {method} on {when}, receipt not known", paid)
          : t("{amount} paid by {method} on {when}, receipt {receipt}", { ...paid, receipt })}
        {refunded > 0 ? ` · ${t("{amount} given back before", { amount: kes(refunded) })}` : null}
      </Hint>
    </div>
  );
}

export function RefundActs(props: { row: RefundLine; onSettle: (row: RefundLine) => void }) {
  const { row, onSettle } = props;
  const ask = useAct("askRefund", refundReads);
  if (row.status === "done" || row.status === "failed") return null;
  const about = { amount: kes(row.amount), name: row.provider };
  const again = () =>
    ask.mutate(
      { params: { id: row.id } },
      {
        onSuccess: ({ message }) => toastSuccess(t("Asked the gateway"), message),
        onError: toastFailure(t("Not asked"), t("Failed to ask the gateway. Please try again.")),
      },
    );
  return (
    <Group gap="xs">
      <SecondaryButton
        size="sm"
        mih={44}
        onClick={again}
        busy={ask.isPending}
        aria-label={t("Ask again about {amount} of {name}", about)}
      >
        {t("Ask again")}
      </SecondaryButton>
      {row.status === "unknown" ? (
        <SecondaryButton
          size="sm"
          mih={44}
          onClick={() => onSettle(row)}
          aria-label={t("Settle by hand: {amount} of {name}", about)}
        >
          {t("Settle by hand")}
        </SecondaryButton>
      ) : null}
    </Group>
  );
}
