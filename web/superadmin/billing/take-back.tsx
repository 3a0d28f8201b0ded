import { Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { PaymentConfirmation } from "#contract/billing-confirmations";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { newKey } from "../../console/request.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { billingReads } from "./list-frame.tsx";

/** What was verified by mistake. */
export function TakeBack({ row, onClose }: { row: PaymentConfirmation; onClose: () => void }) {
  const { provider_payment_confirmations: paid, providers: provider } = row;
  const [key] = useState(newKey);
  const takeBack = useAct("takePaymentBack", billingReads);
  const sending = useSubmit(takeBack, {
    title: t("Not Taken Back"),
    text: t("Failed to take the payment back. Please try again."),
  });
  const form = useForm({
    initialValues: { notes: "" },
    validate: { notes: (why) => (why.trim().length < 3 ? t("Say why; the provider reads it") : null) },
  });
  const amount = kes(paid.amountPaid);
  return (
    <FormModal
      isDangerous
      onClose={onClose}
      title={t("Take back {amount} of {name}", { amount, name: provider.businessName })}
      busy={takeBack.isPending}
      error={sending.error}
      action={t("Take back {amount}", { amount })}
      busyAction={t("Taking back...")}
      onSubmit={form.onSubmit(
        ({ notes }) =>
          sending.send(
            { params: { id: paid.id }, body: { notes: notes.trim() }, key: `${key} ${notes.trim()}` },
            ({ message }) => {
              toastSuccess(t("Taken Back"), message);
              onClose();
            },
          ),
        focusFirst(form),
      )}
    >
      <Warning>
        {t(
          "{amount} counts no more. Invoices that it paid are open again, and an overdue one suspends the provider the next morning.",
          { amount },
        )}
      </Warning>
      <Textarea
        label={t("Reason")}
        description={t("The provider reads it.")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.getInputProps("notes")}
      />
    </FormModal>
  );
}
