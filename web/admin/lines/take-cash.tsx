import { NumberInput, Text } from "@mantine/core";
import { useState } from "react";
import type { CashReceipt } from "#contract/customer-accounts";
import type { Line } from "#contract/lines";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";
import { CashReceiptWindow } from "./cash-receipt.tsx";
import { accountReads, priceText } from "./format-line.ts";

type Taken = { receipt: CashReceipt; message: string; amount: number; balance: number };

/** The amount stands there already: what the line costs, less what is in the account. Then its receipt. */
export function TakeCash({ line, onClose }: { line: Line; onClose: () => void }) {
  const { customer } = line;
  const [taken, setTaken] = useState<Taken | null>(null);
  const act = useAct("takeCash", accountReads);
  const { form, modal } = useCallForm({
    initialValues: { amount: dueOf(line) as number | string },
    body: ({ amount }) => ({ amount: typeof amount === "number" ? amount : 0 }),
    send: (body, key) => act.mutateAsync({ params: { id: customer.id }, body, key }),
    failure: { text: t("Not noted. Look at the account before you try again.") },
    onDone: ({ receipt, message, balance }, { amount }) =>
      setTaken({ receipt, message, balance, amount: Number(amount) }),
  });
  if (taken)
    return (
      <CashReceiptWindow customer={customer} at={new Date().toISOString()} {...taken} onClose={onClose} />
    );
  const { amount } = form.values;
  return (
    <FormModal
      onClose={onClose}
      title={t("Cash from {name}", { name: customer.name })}
      {...modal}
      isOnTop
      action={t("Take {amount}", { amount: kes(typeof amount === "number" ? amount : 0) })}
      busyAction={t("Noting...")}
    >
      <NumberInput
        label={t("Amount (KSh)")}
        description={t("{package} costs {price}. Any amount counts.", {
          package: line.packageName,
          price: priceText(line),
        })}
        withAsterisk
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        data-autofocus
        {...form.getInputProps("amount")}
      />
      <Text size="sm">{t("Take the money first: what it pays for opens at once.")}</Text>
    </FormModal>
  );
}

/** Whole shillings. */
const dueOf = ({ price, customer: { balance } }: Line) =>
  Math.max(1, Math.ceil(price - (balance < price ? balance : 0)));
