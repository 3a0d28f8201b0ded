import { TextInput } from "@mantine/core";
import { useCallForm } from "./call-form.ts";
import { FormModal } from "./form-modal.tsx";
import { Hint, Warning } from "./kit.tsx";
import { t } from "./language.ts";
import { toastSuccess } from "./toast.tsx";

/** Asks a phone of one's own for KSh 1, by which a way to take money is tried. */
export function VerificationPayment(props: {
  title: string;
  warning: string;
  note: string;
  next: string;
  failure: string;
  /** @param key one per dialog and phone: a retry asks for no second shilling */
  send: (phoneNumber: string, key: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, warning, note, next, failure, send, onClose } = props;
  const { form, modal } = useCallForm({
    initialValues: { phoneNumber: "" },
    body: ({ phoneNumber }) => phoneNumber.trim(),
    send,
    failure: { title: failure, text: t("Failed to send KSh 1.") },
    onDone: () => {
      toastSuccess(t("Check your phone"), next);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={title}
      {...modal}
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
