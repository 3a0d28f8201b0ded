import { Text } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FormModal } from "./form-modal.tsx";
import { t } from "./language.ts";
import { PasswordField } from "./password-field.tsx";
import { onPasswordNeeded } from "./request.ts";
import { errorText } from "./toast.tsx";

/** Asks for the password when a call needs a recent one, then the call goes on. Parallel calls share one question. @param confirm rejects when the password is wrong */
export function ConfirmPassword(props: { confirm: (currentPassword: string) => Promise<unknown> }) {
  const [opened, setOpened] = useState(false);
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const waiting = useRef<((given: boolean) => void)[]>([]);

  const end = (given: boolean) => {
    setOpened(false);
    setPassword("");
    setError(null);
    for (const answer of waiting.current.splice(0)) answer(given);
  };
  useEffect(() => {
    const stop = onPasswordNeeded(
      () =>
        new Promise((answer) => {
          waiting.current.push(answer);
          setOpened(true);
        }),
    );
    return () => {
      stop();
      for (const answer of waiting.current.splice(0)) answer(false);
    };
  }, []);

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
