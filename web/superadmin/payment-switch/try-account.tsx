import { Alert, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactElement, useState } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { failed, reason, said } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { accountOf, rereads } from "./switch-reading.ts";

/** Asks the operator's own phone for KES 1, to this account, by the route that payments will take. */
export function TryAccount({ one, onClose }: { one: PaymentSwitch; onClose: () => void }): ReactElement {
  const [error, setError] = useState<string | null>(null);
  // One for all tries of this dialog: a repeat after a lost answer asks for no second shilling.
  const [key] = useState(() => crypto.randomUUID());
  const send = useAct("trySwitchAccount", rereads);
  const form = useForm({
    mode: "controlled",
    initialValues: { phoneNumber: "" },
    validate: { phoneNumber: (value) => (value.trim() === "" ? t("Phone number is required") : null) },
  });
  const submit = form.onSubmit(async ({ phoneNumber }) => {
    setError(null);
    try {
      const phone = phoneNumber.trim();
      await send.mutateAsync({
        params: { id: one.id },
        body: { phoneNumber: phone },
        key: `${key} ${phone}`,
      });
      said(t("Check your phone"), t("Read who receives the KES 1 before you enter your PIN."));
      onClose();
    } catch (cause) {
      const why = reason(cause, t("Failed to send KES 1."));
      failed(t("Trial Failed"), why);
      setError(why);
    }
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Try {account} with KES 1", { account: accountOf(one) })}
      onSubmit={submit}
      busy={send.isPending}
      error={error}
      action={t("Ask for KES 1")}
      busyAction={t("Sending...")}
    >
      <Alert color="yellow" variant="light">
        {t("One real shilling is taken from this phone and paid to {account}.", { account: accountOf(one) })}
      </Alert>
      <Text size="sm" c="dimmed">
        {t("The prompt on the phone names who receives it. Remember that name: you type it next.")}
      </Text>
      <TextInput
        name="phoneNumber"
        label={t("Your phone")}
        placeholder="0712 345 678"
        withAsterisk
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        data-autofocus
        {...form.getInputProps("phoneNumber")}
      />
    </FormModal>
  );
}
