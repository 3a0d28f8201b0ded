import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormModal } from "./form-modal.tsx";
import { Hint, Warning } from "./kit.tsx";
import { t } from "./language.ts";
import { errorText, toastError, toastSuccess } from "./toast.tsx";

/** Asks a phone of one's own for KSh 1, by which a way to take money is tried. */
export function TrialPayment(props: {
  title: string;
  warning: string;
  note: string;
  next: string;
  failure: string;
  busy: boolean;
  /** @param key one per dialog and phone: a retry asks for no second shilling */
  send: (phoneNumber: string, key: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, warning, note, next, failure, busy, send, onClose } = props;
  const [error, setError] = useState<string | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    mode: "controlled",
    initialValues: { phoneNumber: "" },
    validate: { phoneNumber: (value) => (value.trim() === "" ? t("Phone number is required") : null) },
  });
  const submit = form.onSubmit(async ({ phoneNumber }) => {
    setError(null);
    const phone = phoneNumber.trim();
    try {
      await send(phone, `${key} ${phone}`);
      toastSuccess(t("Check your phone"), next);
      onClose();
    } catch (cause) {
      const why = errorText(cause, t("Failed to send KSh 1."));
      toastError(failure, why);
      setError(why);
    }
  });
  return (
    <FormModal
      onClose={onClose}
      title={title}
      onSubmit={submit}
      busy={busy}
      error={error}
      action={t("Ask for KSh 1")}
      busyAction={t("Sending...")}
    >
      <Warning>{warning}</Warning>
      <Hint>{note}</Hint>
      <Hint>{t("The prompt names who is paid: cancel it if it names somebody else.")}</Hint>
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
