import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import type { RefundFacts } from "#contract/refunds";
import { dateTime, kes } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { formatMethod, formatMoves, formatPaying } from "./format-refund.ts";

/** Other people's money: how much, to whom, out of which account. @param amount KES */
export function MoneyWarning(props: {
  facts: RefundFacts;
  amount: number;
  color: "yellow" | "red";
  children?: ReactNode;
}): ReactElement {
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

/** Nothing moves, and the books change. @param amount KES */
export function NoteWarning({ facts, amount }: { facts: RefundFacts; amount: number }): ReactElement {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t("Nothing is sent: this notes what was done")}
    >
      <Text size="sm" fw={600}>
        {formatMoves(amount, facts)}
      </Text>
      <Text size="sm" mt={4}>
        {facts.planName === null
          ? t("This money leaves the list. Note it only once it has really gone back.")
          : t("The books take it out of the sales today. Note it only once it has really gone back.")}
      </Text>
    </Alert>
  );
}

/** What was paid, in two lines. */
export function PaidFacts({ facts }: { facts: RefundFacts }): ReactElement {
  const { provider, planName, amount, refunded, receipt, method, paidAt } = facts;
  const bought = planName ?? t("Money without a purchase");
  const paid = { amount: kes(amount), method: formatMethod(method), when: dateTime(paidAt, language()) };
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {provider} · {bought}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {receipt === null
          ? t("{amount} paid by {method} on {when}, receipt not known", paid)
          : t("{amount} paid by {method} on {when}, receipt {receipt}", { ...paid, receipt })}
        {refunded > 0 ? ` · ${t("{amount} given back before", { amount: kes(refunded) })}` : null}
      </Text>
    </div>
  );
}
