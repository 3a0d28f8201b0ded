import { NumberInput, SegmentedControl, Text } from "@mantine/core";
import { useRef, useState } from "react";
import type { Balance } from "#contract/payouts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { destinationWords } from "./destination-dialog.tsx";

export function PayoutDialog(props: { balance: Balance; onSent: () => void; onClose: () => void }) {
  const { balance, onSent, onClose } = props;
  const { available, fee, least, destination } = balance;
  const [all, setAll] = useState(true);
  const [typed, setTyped] = useState<number | string>("");
  const request = useAct("requestPayout", ["/api/admin/balance"]);
  // The same window asks for one payout, however often its button is pressed.
  const key = useRef(crypto.randomUUID());
  const amount = all ? available : Number(typed);
  const isRight = Number.isInteger(amount) && amount >= least && amount <= available;
  return (
    <FormModal
      onClose={onClose}
      title={t("Pay out")}
      busy={request.isPending}
      error={request.isError ? errorText(request.error, t("Nothing was paid out. Please try again.")) : null}
      action={isRight ? t("Pay out {amount}", { amount: kes(amount) }) : t("Pay out")}
      busyAction={t("Sending...")}
      disabled={!isRight}
      onSubmit={(event) => {
        event.preventDefault();
        request.mutate(
          { body: all ? {} : { amount }, key: key.current },
          {
            onSuccess: ({ message, payout }) => {
              // What M-Pesa refused is a payout, too: its money never left the balance.
              if (payout.status === "failed") toastError(t("Payout"), message);
              else toastSuccess(t("Payout"), message);
              onSent();
              onClose();
            },
          },
        );
      }}
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {destination ? t("It goes to: {where}", { where: destinationWords(destination) }) : null}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={t("How much")}
        data={[
          { value: "all", label: t("All: {amount}", { amount: kes(available) }) },
          { value: "some", label: t("An amount") },
        ]}
        value={all ? "all" : "some"}
        onChange={(value) => {
          setAll(value === "all");
          key.current = crypto.randomUUID();
        }}
      />
      {all ? null : (
        <NumberInput
          label={t("Amount (KES)")}
          description={t("From {least} to {most}", { least: kes(least), most: kes(available) })}
          withAsterisk
          min={1}
          max={available}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={typed}
          onChange={(value) => {
            setTyped(value);
            key.current = crypto.randomUUID();
          }}
          data-autofocus
        />
      )}
      {fee > 0 ? (
        <Text size="sm" c="dimmed">
          {t("{fee} more is taken off your balance for sending it.", { fee: kes(fee) })}
        </Text>
      ) : null}
    </FormModal>
  );
}
