import { Stack, Text } from "@mantine/core";
import { useCallForm } from "./call-form.ts";
import { FormProblem } from "./form-modal.tsx";
import { Button } from "./kit.tsx";
import { t } from "./language.ts";
import { NewPasswordFields, repeatedFaults } from "./password-field.tsx";
import { UsernameField } from "./username-field.tsx";

/** Username and password of who comes by an invitation. */
export function AcceptForm<Admin>(props: {
  text: string;
  accept: (chosen: { username: string; password: string }) => Promise<Admin>;
  onAccepted: (admin: Admin) => void;
}) {
  const { form, submit, busy, error } = useCallForm({
    initialValues: { username: "", newPassword: "", confirmPassword: "" },
    body: ({ username, newPassword: password }) => ({ username, password }),
    check: repeatedFaults,
    send: props.accept,
    failure: { text: t("Please try again.") },
    fieldOf: { password: "newPassword" },
    onDone: props.onAccepted,
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{props.text}</Text>
        <UsernameField maxLength={60} {...form.getInputProps("username")} />
        <NewPasswordFields field={(name) => form.getInputProps(name)} />
        <FormProblem text={error} />
        <Button type="submit" fullWidth busy={busy}>
          {busy ? t("Signing In...") : t("Accept and sign in")}
        </Button>
      </Stack>
    </form>
  );
}
