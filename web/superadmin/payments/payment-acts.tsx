import { Group } from "@mantine/core";
import type { PaidLine } from "#contract/refunds";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

export type Act = "refund" | "extend" | "move";

/** What can be done for the payer of a completed payment. */
export function PaymentActs({ row, onChoose }: { row: PaidLine; onChoose: (act: Act) => void }) {
  const { status, refunded, amount, receipt, id, payer, macAddress } = row;
  if (status !== "completed") return null;
  const names = { receipt: receipt ?? id, payer };
  return (
    <Group gap={6}>
      {refunded >= amount ? (
        <Hint>{t("Given back")}</Hint>
      ) : (
        <SecondaryButton
          size="sm"
          mih={44}
          px={10}
          onClick={() => onChoose("refund")}
          aria-label={t("Give back {receipt} of {payer}", names)}
        >
          {t("Give back")}
        </SecondaryButton>
      )}
      {macAddress === null ? null : (
        <>
          <SecondaryButton
            size="sm"
            mih={44}
            px={10}
            onClick={() => onChoose("extend")}
            aria-label={t("Extend {receipt} of {payer}", names)}
          >
            {t("Extend")}
          </SecondaryButton>
          <SecondaryButton
            size="sm"
            mih={44}
            px={10}
            onClick={() => onChoose("move")}
            aria-label={t("Move {receipt} of {payer}", names)}
          >
            {t("Move")}
          </SecondaryButton>
        </>
      )}
    </Group>
  );
}
