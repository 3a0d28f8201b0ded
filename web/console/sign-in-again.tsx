import { Alert, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CodeField, focusWhenItComes } from "./code-field.tsx";
import { Button, SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { PasswordField } from "./password-field.tsx";
import type { Signed } from "./session.ts";
import { isCodeAsked, passwordField } from "./sign-in-fields.ts";
import { errorText } from "./toast.tsx";

export type Credentials = { username: string; password: string; code?: string };

/** Over the page whose form is kept. Another name cannot be given: what was typed is this person's. */
export function SignInAgain(props: {
  username: string;
  signIn: (credentials: Credentials) => Promise<Signed>;
  onDone: () => void;
  onLeave: () => void;
}) {
  const { username, signIn, onDone, onLeave } = props;
  const [password, setPassword] = useState("");
  /** Null until it is asked for beside the password. */
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await signIn({ username, password, ...(code ? { code } : {}) });
      onDone();
    } catch (cause) {
      const isAsked = isCodeAsked(cause);
      setCode(isAsked ? "" : null);
      if (!isAsked || code !== null) setProblem(errorText(cause, t("Invalid credentials")));
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
            {...passwordField()}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {code === null ? null : (
            <CodeField
              ref={focusWhenItComes}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          <Button type="submit" busy={busy} disabled={password === "" || code?.trim() === ""}>
            {busy ? t("Signing in...") : t("Sign In")}
          </Button>
          <SecondaryButton onClick={onLeave}>{t("Leave without saving")}</SecondaryButton>
        </Stack>
      </form>
    </Modal>
  );
}
