import { Textarea } from "@mantine/core";
import type { PaymentConfirmation } from "#contract/billing-confirmations";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { billingReads } from "./list-frame.tsx";

/** What was verified by mistake. */
export function TakeBack({ row, onClose }: { row: PaymentConfirmation; onClose: () => void }) {
  const { provider_payment_confirmations: paid, providers: provider } = row;
  const takeBack = useAct("takePaymentBack", billingReads);
  const { form, modal } = useCallForm({
    initialValues: { notes: "" },
    send: (body, key) => takeBack.mutateAsync({ params: { id: paid.id }, body, key }),
    failure: { title: t("Not Taken Back"), text: t("Failed to take the payment back. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Taken Back"), message);
      onClose();
    },
  });
  const amount = kes(paid.amountPaid);
  return (
    <FormModal
      isDangerous
      onClose={onClose}
      title={t("Take back {amount} of {name}", { amount, name: provider.businessName })}
      {...modal}
      action={t("Take back {amount}", { amount })}
      busyAction={t("Taking back...")}
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
