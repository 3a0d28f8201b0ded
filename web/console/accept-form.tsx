import { Alert, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "./kit.tsx";
import { t } from "./language.ts";
import { NewPasswordFields } from "./password-field.tsx";
import { errorText } from "./toast.tsx";
import { focusFirst } from "./use-submit.ts";
import { UsernameField } from "./username-field.tsx";

/** Username and password of who comes by an invitation. */
export function AcceptForm<Admin>(props: {
  text: string;
  accept: (chosen: { username: string; password: string }) => Promise<Admin>;
  onAccepted: (admin: Admin) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    initialValues: { username: "", newPassword: "", confirmPassword: "" },
    validate: {
      username: (username) => (username.trim() === "" ? t("Please enter a username") : null),
      newPassword: (password) => ([...password].length < 8 ? t("Use at least 8 characters") : null),
      confirmPassword: (again, { newPassword }) =>
        again === newPassword ? null : t("Passwords do not match"),
    },
  });
  const accept = useMutation({
    mutationFn: ({ username, newPassword: password }: typeof form.values) =>
      props.accept({ username, password }),
    onSuccess: props.onAccepted,
    onError: (cause) => setProblem(errorText(cause, t("Please try again."))),
  });
  const submit = form.onSubmit((values) => {
    setProblem(null);
    accept.mutate(values);
  }, focusFirst(form));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{props.text}</Text>
        {problem ? (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        ) : null}
        <UsernameField maxLength={60} {...form.getInputProps("username")} />
        <NewPasswordFields field={(name) => form.getInputProps(name)} />
        <Button type="submit" fullWidth busy={accept.isPending}>
          {accept.isPending ? t("Signing In...") : t("Accept and sign in")}
        </Button>
      </Stack>
    </form>
  );
}
