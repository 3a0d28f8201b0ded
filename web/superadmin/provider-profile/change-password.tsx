import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactElement } from "react";
import type { Provider } from "#contract/providers";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { NewPasswordFields } from "../../console/new-password-fields.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";

/** docs/behaviour/operator-console.md, OC-33. */
const leastCharacters = 8;

export function ChangePassword(props: { provider: Provider; onClose: () => void }): ReactElement {
  const { provider, onClose } = props;
  const params = { id: provider.id };
  const admin = useRead("providerAdmin", { params });
  const change = useAct("changeProviderPassword");
  const form = useForm({
    initialValues: { newPassword: "", confirmPassword: "" },
    validate: {
      newPassword: (value) =>
        value.length < leastCharacters ? t("Password must be at least 8 characters long") : null,
      confirmPassword: (value, { newPassword }) =>
        value === newPassword ? null : t("Passwords do not match"),
    },
  });
  const submit = form.onSubmit(
    ({ newPassword }) =>
      change.mutate(
        { params, body: { newPassword } },
        {
          onSuccess: ({ message }) => {
            toastSuccess(t("Password Changed"), message);
            onClose();
          },
          onError: (error) =>
            toastError(t("Password Change Failed"), errorText(error, t("Failed to change password"))),
        },
      ),
    ({ newPassword, confirmPassword }) =>
      toastError(t("Validation Error"), String(confirmPassword ?? newPassword)),
  );
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Change Password")}
      onSubmit={submit}
      busy={change.isPending}
      action={t("Change Password")}
      busyAction={t("Changing...")}
    >
      <Text size="sm">
        {admin.data
          ? t("A new password for {username} of {name}. They are signed out everywhere.", {
              username: admin.data.username,
              name: provider.businessName,
            })
          : t("A new password for the admin of {name}. They are signed out everywhere.", {
              name: provider.businessName,
            })}
      </Text>
      <NewPasswordFields field={(name) => form.getInputProps(name)} isFirst />
    </FormModal>
  );
}
