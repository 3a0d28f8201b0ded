import { Button, Group } from "@mantine/core";
import type { ReactElement } from "react";
import type { RefundLine } from "#contract/reconciliation";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { refundReads } from "./format-refund.ts";

/** What can be done about a refund that has not ended: ask the gateway, or say how it ended. */
export function RefundActs(props: {
  row: RefundLine;
  onSettle: (row: RefundLine) => void;
}): ReactElement | null {
  const { row, onSettle } = props;
  const ask = useAct("askRefund", refundReads);
  if (row.status === "done" || row.status === "failed") return null;
  const about = { amount: kes(row.amount), name: row.provider };
  const again = () =>
    ask.mutate(
      { params: { id: row.id } },
      {
        onSuccess: ({ message }) => toastSuccess(t("Asked the gateway"), message),
        onError: (cause) =>
          toastError(t("Not asked"), errorText(cause, t("Failed to ask the gateway. Please try again."))),
      },
    );
  return (
    <Group gap="xs">
      <Button
        size="sm"
        mih={44}
        variant="default"
        onClick={again}
        disabled={ask.isPending}
        aria-busy={ask.isPending}
        aria-label={t("Ask again about {amount} of {name}", about)}
      >
        {t("Ask again")}
      </Button>
      {row.status === "unknown" ? (
        <Button
          size="sm"
          mih={44}
          variant="default"
          onClick={() => onSettle(row)}
          aria-label={t("Settle by hand: {amount} of {name}", about)}
        >
          {t("Settle by hand")}
        </Button>
      ) : null}
    </Group>
  );
}
