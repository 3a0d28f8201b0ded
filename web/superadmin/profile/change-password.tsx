import { Button, Fieldset, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import type { ReactElement } from "react";
import * as z from "zod/mini";
import { t } from "../../console/language.ts";
import { OwnPasswordFields } from "../../console/new-password-fields.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

const empty = { currentPassword: "", newPassword: "", confirmPassword: "" };

/** The rules of worker/features/auth, said before anything is sent; the server says them again. */
function passwordSchema() {
  return z
    .object({
      currentPassword: z.string().check(z.minLength(1, t("Enter your current password"))),
      newPassword: z.string().check(z.minLength(8, t("Use at least 8 characters"))),
      confirmPassword: z.string(),
    })
    .check(
      z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
        path: ["confirmPassword"],
        error: t("Passwords do not match"),
        when: () => true,
      }),
    );
}

export function ChangePassword({ username }: { username: string }): ReactElement {
  const form = useForm({
    initialValues: empty,
    validate: (values) => zod4Resolver(passwordSchema())(values),
  });
  const change = useAct("platformPassword");
  const submit = form.onSubmit(({ currentPassword, newPassword }) =>
    change.mutate(
      { body: { currentPassword, newPassword } },
      {
        onSuccess: () => {
          form.reset();
          toastSuccess(t("Password Changed"), t("You were signed out everywhere else."));
        },
        onError: (error) =>
          toastError(t("Password Change Failed"), errorText(error, t("Failed to change password."))),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t("Change password")}>
      <Fieldset legend={t("Change password")} radius="lg">
        <Stack>
          <Text size="sm" c="dimmed">
            {t("A new one signs you out everywhere else.")}
          </Text>
          {/* So that a password store knows whose it is. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <OwnPasswordFields field={(name) => form.getInputProps(name)} />
          <Group>
            <Button type="submit" disabled={change.isPending} aria-busy={change.isPending}>
              {change.isPending ? t("Changing...") : t("Change password")}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  );
}
