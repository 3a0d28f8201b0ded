import { Alert, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useCallForm } from "../../console/call-form.ts";
import { FormProblem } from "../../console/form-modal.tsx";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { EntryCard } from "../../console/log-in-card.tsx";
import { UsernameField } from "../../console/username-field.tsx";
import { callApi } from "../api.ts";

/** Who has forgotten their password asks for a link by mail. What is answered does not tell whether there is such a name. */
export function ForgottenPassword({ username, onBack }: { username: string; onBack: () => void }) {
  const [message, setMessage] = useState<string | null>(null);
  const { form, submit, busy, error } = useCallForm({
    initialValues: { username },
    send: (body) => callApi("askPasswordReset", { body }),
    failure: { text: t("Please try again.") },
    onDone: (answer) => setMessage(answer.message),
  });
  return (
    <EntryCard title={t("Forgotten your password?")} subtitle={t("A link for a new one comes by mail.")}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {message === null ? null : (
            <Alert variant="light" role="status">
              {message}
            </Alert>
          )}
          <Text size="sm">
            {t("It goes to your email address, if you have confirmed it in your profile.")}
          </Text>
          <UsernameField maxLength={200} {...form.getInputProps("username")} />
          <FormProblem text={error} />
          <Button type="submit" fullWidth busy={busy}>
            {busy ? t("Sending...") : t("Send the link")}
          </Button>
          <SecondaryButton fullWidth onClick={onBack}>
            {t("To the sign-in page")}
          </SecondaryButton>
        </Stack>
      </form>
    </EntryCard>
  );
}
