import { Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { PayoutLine } from "#contract/payouts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { focusFirst } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";

type Values = { outcome: "paid" | "failed" | ""; receipt: string; note: string };

/** How an unclear payout ended, by somebody who has M-Pesa's statement before them. */
export function SettlePayout({ row, onClose }: { row: PayoutLine; onClose: () => void }) {
  const settle = useAct("settlePayout", ["/api/superadmin/payouts"]);
  const form = useForm<Values>({
    mode: "controlled",
    initialValues: { outcome: "", receipt: "", note: "" },
    validate: {
      outcome: (outcome) => (outcome === "" ? t("Say how it ended") : null),
      note: (note) => (note.trim().length < 3 ? t("Say what the statement shows") : null),
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("How this payout ended")}
      busy={settle.isPending}
      error={settle.isError ? errorText(settle.error, t("This could not be saved. Please try again.")) : null}
      action={t("Settle")}
      busyAction={t("Settling...")}
      onSubmit={form.onSubmit(({ outcome, receipt, note }) => {
        if (outcome === "") return;
        const code = receipt.trim();
        settle.mutate(
          {
            params: { id: row.providerId, payoutId: row.id },
            body: {
              outcome,
              note: note.trim(),
              ...(outcome === "paid" && code !== "" ? { receipt: code } : {}),
            },
          },
          {
            onSuccess: ({ message }) => {
              toastSuccess(t("Settled"), message);
              onClose();
            },
          },
        );
      }, focusFirst(form))}
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
