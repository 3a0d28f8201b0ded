import { Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { FormModal } from "./form-modal.tsx";
import { t } from "./language.ts";
import { PasswordField } from "./password-field.tsx";
import { errorText } from "./toast.tsx";

/** @param props.onEnd whether the password was given */
export function PasswordQuestion(props: {
  opened: boolean;
  confirm: (currentPassword: string) => Promise<unknown>;
  onEnd: (given: boolean) => void;
}) {
  const { opened } = props;
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const end = (given: boolean) => {
    setPassword("");
    setError(null);
    props.onEnd(given);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await props.confirm(password);
      end(true);
    } catch (cause) {
      setError(errorText(cause, t("Please try again.")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormModal
      opened={opened}
      onClose={() => end(false)}
      title={t("Enter your password again")}
      onSubmit={(event) => void submit(event)}
      busy={busy}
      error={error}
      action={t("Continue")}
      busyAction={t("Checking...")}
      disabled={password === ""}
      isOnTop
    >
      <Text size="sm">
        {t(
          "This changes where money goes or who gets in. It is asked for when ten minutes have passed since the last time.",
        )}
      </Text>
      <PasswordField
        label={t("Current password")}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormModal>
  );
}
