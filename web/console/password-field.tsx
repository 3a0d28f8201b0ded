import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { t } from "./language.ts";

/** A password that can be looked at while it is typed. Mantine marks the field around a wrong one only. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ "aria-label": t("Show password") }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}

type FieldProps<Name extends string> = (name: Name) => PasswordInputProps;

export function NewPasswordFields(props: {
  field: FieldProps<"newPassword" | "confirmPassword">;
  isFirst?: boolean;
}) {
  const { field, isFirst = false } = props;
  return (
    <>
      <PasswordField
        label={t("New password")}
        autoComplete="new-password"
        {...(isFirst ? { "data-autofocus": true } : {})}
        {...field("newPassword")}
      />
      <PasswordField
        label={t("Confirm new password")}
        autoComplete="new-password"
        {...field("confirmPassword")}
      />
    </>
  );
}

/** A new password is typed twice. */
export function repeatedFaults(typed: { newPassword: string; confirmPassword: string }) {
  const text = { say: "passwords_differ" } as const;
  return typed.newPassword === typed.confirmPassword ? [] : [{ path: "confirmPassword", text }];
}

/** Of the signed-in user. */
export function OwnPasswordFields(props: {
  field: FieldProps<"currentPassword" | "newPassword" | "confirmPassword">;
}) {
  return (
    <>
      <PasswordField
        label={t("Current password")}
        autoComplete="current-password"
        {...props.field("currentPassword")}
      />
      <NewPasswordFields field={props.field} />
    </>
  );
}
