import { NumberInput, Textarea, TextInput } from "@mantine/core";
import type { ProviderBilling } from "#contract/billing";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { billingReads } from "./list-frame.tsx";

/** A payment that came another way than by a code of the provider's: cash, a bank transfer, another pay bill. */
export function NotePayment({ provider, onClose }: { provider: ProviderBilling; onClose: () => void }) {
  const { businessName: name, owed } = provider;
  const note = useAct("notePayment", billingReads);
  const { form, modal } = useCallForm({
    initialValues: { amountPaid: (owed > 0 ? owed : "") as number | string, paymentCode: "", notes: "" },
    body: ({ amountPaid, paymentCode, notes }) => ({
      amountPaid: Number(amountPaid),
      paymentCode: paymentCode.trim(),
      notes: notes.trim(),
    }),
    send: (body, key) => note.mutateAsync({ params: { providerId: provider.id }, body, key }),
    failure: { title: t("Not Noted"), text: t("Failed to note the payment. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Payment Noted"), message);
      onClose();
    },
  });
  const { amountPaid } = form.values;
  const isSaid = typeof amountPaid === "number" && amountPaid > 0;
  return (
    <FormModal
      onClose={onClose}
      title={t("Note a payment of {name}", { name })}
      {...modal}
      action={isSaid ? t("Note {amount}", { amount: kes(amountPaid) }) : t("Note the payment")}
      busyAction={t("Noting...")}
    >
      <NumberInput
        label={t("Amount paid (KSh)")}
        description={owed > 0 ? t("Owed: {amount}", { amount: kes(owed) }) : t("Nothing is owed right now.")}
        withAsterisk
        decimalScale={2}
        allowNegative={false}
        thousandSeparator=","
        hideControls
        data-autofocus
        {...form.getInputProps("amountPaid")}
      />
      <TextInput
        label={t("Code or receipt number")}
        description={t(
          "Of the payment's message, or of the receipt that you wrote for cash. It counts once.",
        )}
        withAsterisk
        autoComplete="off"
        maxLength={40}
        {...form.getInputProps("paymentCode")}
      />
      <Textarea label={t("Notes")} autosize minRows={2} maxLength={500} {...form.getInputProps("notes")} />
      <Warning>
        {t(
          "It counts at once, as a payment that was verified: the oldest invoices are paid, and a suspension for an invoice ends.",
        )}
      </Warning>
    </FormModal>
  );
}
