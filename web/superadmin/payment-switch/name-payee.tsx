import { Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { accountOf, rereads } from "./switch-reading.ts";

/** The operator types who received the KES 1: a mistyped number has another name on the prompt. */
export function NamePayee({ one, onClose }: { one: PaymentSwitch; onClose: () => void }): ReactElement {
  const [payeeName, setPayeeName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const name = useAct("nameSwitchPayee", rereads);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    try {
      await name.mutateAsync({ params: { id: one.id }, body: { payeeName: payeeName.trim() } });
      toastSuccess(t("Account tried"), t("This account may take money now."));
      onClose();
    } catch (cause) {
      const why = errorText(cause, t("Failed to save the name."));
      toastError(t("Error"), why);
      setError(why);
    }
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Who received the KES 1?")}
      onSubmit={(event) => void submit(event)}
      busy={name.isPending}
      error={error}
      action={t("This is the right account")}
      busyAction={t("Saving...")}
      disabled={payeeName.trim().length < 2}
    >
      <Text size="sm">
        {t(
          "M-Pesa and Airtel Money name the payee on the phone, and tell nobody else. Type the name from the prompt or the message. If it is not the owner of {account}, close this and correct the number.",
          { account: accountOf(one) },
        )}
      </Text>
      <TextInput
        name="payeeName"
        label={t("Name on the prompt")}
        withAsterisk
        autoComplete="off"
        maxLength={80}
        data-autofocus
        value={payeeName}
        onChange={(event) => setPayeeName(event.currentTarget.value)}
      />
    </FormModal>
  );
}
