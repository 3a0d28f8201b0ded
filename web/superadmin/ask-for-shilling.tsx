import { Alert, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactElement, useState } from "react";
import { FormModal } from "../console/form-modal.tsx";
import { t } from "../console/language.ts";
import { errorText, toastError, toastSuccess } from "../console/toast.tsx";

/** Asks the operator's own phone for KES 1, by which a way to take money is tried. */
export function TrialPayment(props: {
  title: string;
  /** What the shilling costs, and whom it reaches. */
  warning: string;
  /** What comes of it. */
  note: string;
  /** What to do at the phone once the prompt is out. */
  next: string;
  /** Title of the toast where it was not sent. */
  failure: string;
  busy: boolean;
  /** @param key one for all tries of this dialog with one phone: a repeat after a lost answer asks for no second shilling */
  send: (phoneNumber: string, key: string) => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
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
      const why = errorText(cause, t("Failed to send KES 1."));
      toastError(failure, why);
      setError(why);
    }
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={title}
      onSubmit={submit}
      busy={busy}
      error={error}
      action={t("Ask for KES 1")}
      busyAction={t("Sending...")}
    >
      <Alert color="yellow" variant="light">
        {warning}
      </Alert>
      <Text size="sm" c="dimmed">
        {note}
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
