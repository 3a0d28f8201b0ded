import { useCallForm } from "../call-form.ts";
import { t } from "../language.ts";
import { repeatedFaults, usernameField } from "../sign-in-fields.ts";
import { Button, Field, NewPassword, Notice } from "./kit.tsx";

/** Username and password of who comes by an invitation. */
export function AcceptForm(props: {
  text: string;
  /** Ends in the console. */
  accept: (chosen: { username: string; password: string }) => Promise<void>;
}) {
  const { form, submit, busy, error } = useCallForm({
    initialValues: { username: "", newPassword: "", confirmPassword: "" },
    body: ({ username, newPassword: password }) => ({ username, password }),
    check: repeatedFaults,
    send: props.accept,
    failure: { text: t("Please try again.") },
    fieldOf: { password: "newPassword" },
    onDone: () => undefined,
  });
  return (
    <form className="entry-stack" onSubmit={submit} noValidate>
      <p className="entry-small">{props.text}</p>
      <Field maxLength={60} {...usernameField()} {...form.getInputProps("username")} />
      <NewPassword field={(name) => form.getInputProps(name)} />
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <Button type="submit" busy={busy}>
        {busy ? t("Signing In...") : t("Accept and sign in")}
      </Button>
    </form>
  );
}
