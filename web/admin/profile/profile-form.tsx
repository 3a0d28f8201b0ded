import { Button, Card, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import type { ReactElement } from "react";
import type { Profile } from "#contract/profile";
import { t } from "../../console/language.ts";
import { OwnPasswordFields } from "../../console/new-password-fields.tsx";
import type { Signed } from "../../console/session.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useUnsavedGuard } from "../../console/unsaved-guard.ts";
import { useAct } from "../api.ts";
import { session } from "../session.ts";
import { profileSchema } from "./profile-form-rules.ts";

const noPasswords = { currentPassword: "", newPassword: "", confirmPassword: "" };

export function ProfileForm({ profile, signed }: { profile: Profile; signed: Signed }): ReactElement {
  const form = useForm({
    initialValues: { name: profile.name, email: profile.email, ...noPasswords },
    validate: (values) => zod4Resolver(profileSchema())(values),
  });
  const save = useAct("updateProfile", ["/api/admin/profile"]);
  useUnsavedGuard(form.isDirty());

  const submit = form.onSubmit((values) =>
    save.mutate(
      { params: { id: signed.id }, body: values },
      {
        onSuccess: ({ name, email }) => {
          session.write({ ...signed, name, email });
          form.setInitialValues({ name, email, ...noPasswords });
          form.setValues({ name, email, ...noPasswords });
          toastSuccess(t("Profile Updated"), t("Your profile has been updated successfully."));
        },
        onError: (error) => toastError(t("Update Failed"), errorText(error, t("Failed to update profile"))),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t("Profile")}>
      <Stack maw={560}>
        <Card>
          <Stack>
            <TextInput
              label={t("Role")}
              value={profile.role || t("Administrator")}
              readOnly
              variant="filled"
            />
            <TextInput label={t("Username")} value={profile.username} readOnly variant="filled" />
            <TextInput
              label={t("Full name")}
              autoComplete="name"
              maxLength={100}
              {...form.getInputProps("name")}
            />
            <TextInput
              type="email"
              label={t("Email address")}
              autoComplete="email"
              autoCapitalize="none"
              maxLength={200}
              {...form.getInputProps("email")}
            />
          </Stack>
        </Card>
        <Fieldset legend={t("Change password")} radius="lg">
          <Stack>
            <Text size="sm" c="dimmed">
              {t("Leave these fields empty to keep your password. A new one signs you out everywhere else.")}
            </Text>
            <OwnPasswordFields field={(name) => form.getInputProps(name)} />
          </Stack>
        </Fieldset>
        <Group>
          <Button type="submit" disabled={save.isPending} aria-busy={save.isPending}>
            {save.isPending ? t("Saving...") : t("Save Changes")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
