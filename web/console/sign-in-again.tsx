import { Alert, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Button, SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { PasswordField } from "./password-field.tsx";
import type { Signed } from "./session.ts";
import { errorText } from "./toast.tsx";

/** Over the page whose form is kept. Another name cannot be given: what was typed is this person's. */
export function SignInAgain(props: {
  username: string;
  signIn: (credentials: { username: string; password: string }) => Promise<Signed>;
  onDone: () => void;
  onLeave: () => void;
}) {
  const { username, signIn, onDone, onLeave } = props;
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await signIn({ username, password });
      onDone();
    } catch (cause) {
      setProblem(errorText(cause, t("Invalid credentials")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onLeave}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={400}
      title={t("You were signed out")}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Text size="sm">{t("What you typed is kept. Sign in again, then send it.")}</Text>
          {problem ? (
            <Alert color="red" variant="light" role="alert" title={t("Login Failed")}>
              {problem}
            </Alert>
          ) : null}
          <TextInput label={t("Username")} value={username} readOnly variant="filled" />
          <PasswordField
            label={t("Password")}
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" busy={busy} disabled={password === ""}>
            {busy ? t("Signing in...") : t("Sign In")}
          </Button>
          <SecondaryButton onClick={onLeave}>{t("Leave without saving")}</SecondaryButton>
        </Stack>
      </form>
    </Modal>
  );
}
