import { useState } from "react";
import { useCallForm } from "../../console/call-form.ts";
import { Button, EntryCard, Field, Notice } from "../../console/entry/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { usernameField } from "../../console/sign-in-fields.ts";
import { callApi } from "../call-api.ts";

/** Who has forgotten their password asks for a link by mail. What is answered does not tell whether there is such a name. */
export function ForgottenPassword({ username, onBack }: { username: string; onBack: () => void }) {
  useLanguage();
  const [message, setMessage] = useState<string | null>(null);
  const { form, submit, busy, error } = useCallForm({
    initialValues: { username },
    send: (body) => callApi("askPasswordReset", { body }),
    failure: { text: t("Please try again.") },
    onDone: (answer) => setMessage(answer.message),
  });
  return (
    <EntryCard title={t("Forgotten your password?")} subtitle={t("A link for a new one comes by mail.")}>
      <form className="entry-stack" onSubmit={submit} noValidate>
        {message === null ? null : <Notice>{message}</Notice>}
        <p className="entry-small">
          {t("It goes to your email address, if you have confirmed it in your profile.")}
        </p>
        <Field maxLength={200} {...usernameField()} {...form.getInputProps("username")} />
        {error ? <Notice tone="bad">{error}</Notice> : null}
        <Button type="submit" busy={busy}>
          {busy ? t("Sending...") : t("Send the link")}
        </Button>
        <Button isSecond onClick={onBack}>
          {t("To the sign-in page")}
        </Button>
      </form>
    </EntryCard>
  );
}
