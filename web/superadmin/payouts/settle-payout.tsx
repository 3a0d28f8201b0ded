import { Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { PayoutLine } from "#contract/payouts";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

type Values = { outcome: "paid" | "failed" | ""; receipt: string; note: string };

/** How an unclear payout ended, by somebody who has M-Pesa's statement before them. */
export function SettlePayout({ row, onClose }: { row: PayoutLine; onClose: () => void }) {
  const settle = useAct("settlePayout", ["/api/superadmin/payouts"]);
  const { form, modal } = useCallForm({
    initialValues: { outcome: "", receipt: "", note: "" } as Values,
    body: ({ outcome, receipt, note }) => ({
      outcome: outcome as "paid" | "failed",
      note: note.trim(),
      ...(outcome === "paid" && receipt.trim() !== "" ? { receipt: receipt.trim() } : {}),
    }),
    send: (body) => settle.mutateAsync({ params: { id: row.providerId, payoutId: row.id }, body }),
    failure: { text: t("This could not be saved. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Settled"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("How this payout ended")}
      {...modal}
      action={t("Settle")}
      busyAction={t("Settling...")}
    >
      <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
        {t("{amount} to {account}, for {name}", {
          amount: kes(row.amount),
          account: row.account,
          name: row.provider,
        })}
      </Text>
      <Radio.Group label={t("How it ended")} withAsterisk {...form.getInputProps("outcome")}>
        <Stack gap="xs" mt={4}>
          <Radio
            value="paid"
            label={t("It was paid")}
            description={t("The books take it out of the platform's account.")}
          />
          <Radio
            value="failed"
            label={t("It was not paid")}
            description={t(
              "Its money is in the provider's balance again. If it went out after all, the provider gets it twice: look at the statement first.",
            )}
          />
        </Stack>
      </Radio.Group>
      {form.values.outcome === "paid" ? (
        <TextInput
          label={t("Receipt")}
          maxLength={12}
          autoComplete="off"
          {...form.getInputProps("receipt")}
        />
      ) : null}
      <Textarea
        label={t("What the statement shows")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps("note")}
      />
    </FormModal>
  );
}
