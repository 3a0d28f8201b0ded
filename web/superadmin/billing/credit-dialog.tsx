import { NumberInput, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { Invoice } from "#contract/billing-invoices";
import { days } from "../../console/billing/format-billing.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { newKey } from "../../console/request.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { billingReads } from "./list-frame.tsx";

/** Takes an amount off an invoice, which stays as it was made. */
export function CreditDialog(props: { providerId: string; invoice: Invoice; onClose: () => void }) {
  const { providerId, invoice, onClose } = props;
  const left = Math.round((invoice.amount - invoice.credited) * 100) / 100;
  const [key] = useState(newKey);
  const credit = useAct("creditInvoice", billingReads);
  const sending = useSubmit(credit, {
    title: t("Credit Failed"),
    text: t("Failed to take it off. Please try again."),
  });
  const form = useForm({
    initialValues: { amount: left as number | string, reason: "" },
    validate: {
      amount: (amount) =>
        typeof amount === "number" && amount > 0 && amount <= left
          ? null
          : t("An amount above zero, at most {left}", { left: kes(left) }),
      reason: (why) => (why.trim().length < 3 ? t("Say why; the provider reads it") : null),
    },
  });
  const { amount, reason } = form.values;
  const shown = kes(typeof amount === "number" ? amount : 0);
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("Credit the invoice of {days}", { days: days(invoice.periodStart, invoice.periodEnd) })}
      busy={credit.isPending}
      error={sending.error}
      action={t("Take {amount} off", { amount: shown })}
      busyAction={t("Taking off...")}
      onSubmit={form.onSubmit(
        ({ amount: given, reason: why }) =>
          sending.send(
            {
              params: { providerId, invoiceId: invoice.id },
              body: { amount: Number(given), reason: why.trim() },
              key: `${key} ${given} ${why.trim()}`,
            },
            ({ message }) => {
              toastSuccess(t("Credited"), message);
              onClose();
            },
          ),
        focusFirst(form),
      )}
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
        value={reason}
        error={form.errors.reason}
        onChange={(event) => form.setFieldValue("reason", event.currentTarget.value)}
        data-path="reason"
      />
      <Warning>
        {t(
          "The invoice stays as it is, and a credit note is never changed. What was paid beyond it counts for other invoices.",
        )}
      </Warning>
    </FormModal>
  );
}
