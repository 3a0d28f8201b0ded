import { Text, Textarea } from "@mantine/core";
import type { AccountEntry } from "#contract/customer-accounts";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { accountReads } from "./format-line.ts";

type Cash = AccountEntry & { cash: NonNullable<AccountEntry["cash"]> };

/** Cash that was noted by mistake. */
export function UndoCash({ entry, onClose }: { entry: Cash; onClose: () => void }) {
  const { cash, amount } = entry;
  const act = useAct("undoCash", accountReads);
  const { form, modal } = useCallForm({
    initialValues: { reason: "" },
    body: ({ reason }) => ({ reason: reason.trim() }),
    send: (body) => act.mutateAsync({ params: { id: cash.id }, body }),
    failure: { text: t("Not undone. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Undone"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Undo receipt {number}", { number: cash.number })}
      {...modal}
      isOnTop
      isDangerous
      action={t("Undo {amount}", { amount: kes(Math.abs(amount)) })}
      busyAction={t("Undoing...")}
    >
      <Text size="sm">
        {amount > 0
          ? t("The account and your sales are less by it. Time that it paid for is taken off its lines.")
          : t("It is in the account again, and your sales rise by it.")}
      </Text>
      <Textarea
        label={t("Why")}
        withAsterisk
        autosize
        minRows={1}
        maxLength={300}
        {...form.getInputProps("reason")}
      />
    </FormModal>
  );
}
