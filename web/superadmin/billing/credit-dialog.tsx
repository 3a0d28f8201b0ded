import { NumberInput, Textarea } from "@mantine/core";
import type { Invoice } from "#contract/billing-invoices";
import { days } from "../../console/billing/format-billing.ts";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { billingReads } from "./list-frame.tsx";

/** Takes an amount off an invoice, which stays as it was made. */
export function CreditDialog(props: { providerId: string; invoice: Invoice; onClose: () => void }) {
  const { providerId, invoice, onClose } = props;
  const left = Math.round((invoice.amount - invoice.credited) * 100) / 100;
  const credit = useAct("creditInvoice", billingReads);
  const { form, modal } = useCallForm({
    initialValues: { amount: left as number | string, reason: "" },
    body: ({ amount, reason }) => ({ amount: Number(amount), reason: reason.trim() }),
    send: (body, key) => credit.mutateAsync({ params: { providerId, invoiceId: invoice.id }, body, key }),
    failure: { title: t("Credit Failed"), text: t("Failed to take it off. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Credited"), message);
      onClose();
    },
  });
  const { amount } = form.values;
  const shown = kes(typeof amount === "number" ? amount : 0);
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("Credit the invoice of {days}", { days: days(invoice.periodStart, invoice.periodEnd) })}
      {...modal}
      action={t("Take {amount} off", { amount: shown })}
      busyAction={t("Taking off...")}
    >
      <NumberInput
        label={t("Amount (KSh)")}
        description={t("At most {amount}.", { amount: kes(left) })}
        withAsterisk
        decimalScale={2}
        allowNegative={false}
        thousandSeparator=","
        hideControls
        {...form.getInputProps("amount")}
      />
      <Textarea
        label={t("Reason")}
        description={t("The provider reads it.")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps("reason")}
      />
      <Warning>
        {t(
          "The invoice stays as it is, and a credit note is never changed. What was paid beyond it counts for other invoices.",
        )}
      </Warning>
    </FormModal>
  );
}
