import { NumberInput, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { ProviderBilling } from "#contract/billing";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { newKey } from "../../console/request.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { billingReads } from "./list-frame.tsx";

/** A payment that came another way than by a code of the provider's: cash, a bank transfer, another pay bill. */
export function NotePayment({ provider, onClose }: { provider: ProviderBilling; onClose: () => void }) {
  const { businessName: name, owed } = provider;
  const [key] = useState(newKey);
  const note = useAct("notePayment", billingReads);
  const noting = useSubmit(note, {
    title: t("Not Noted"),
    text: t("Failed to note the payment. Please try again."),
  });
  const form = useForm({
    initialValues: { amountPaid: (owed > 0 ? owed : "") as number | string, paymentCode: "", notes: "" },
    validate: {
      amountPaid: (amount) =>
        typeof amount === "number" && amount >= 1 && amount <= 10_000_000
          ? null
          : t("Amount paid is between KSh 1 and KSh 10,000,000"),
      paymentCode: (code) =>
        /^[A-Za-z0-9 .\-/]{3,40}$/.test(code.trim())
          ? null
          : t("The code of the payment, or the number of its receipt"),
    },
  });
  const { amountPaid } = form.values;
  const amount = kes(typeof amountPaid === "number" ? amountPaid : 0);
  return (
    <FormModal
      onClose={onClose}
      title={t("Note a payment of {name}", { name })}
      busy={note.isPending}
      error={noting.error}
      action={t("Note {amount}", { amount })}
      busyAction={t("Noting...")}
      onSubmit={form.onSubmit(({ amountPaid: paid, paymentCode, notes }) => {
        const body = { amountPaid: Number(paid), paymentCode: paymentCode.trim(), notes: notes.trim() };
        noting.send(
          { params: { providerId: provider.id }, body, key: `${key} ${JSON.stringify(body)}` },
          ({ message }) => {
            toastSuccess(t("Payment Noted"), message);
            onClose();
          },
        );
      }, focusFirst(form))}
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
