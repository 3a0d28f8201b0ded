import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { t } from "./language.ts";
import { newPasswordFields, passwordToggle } from "./sign-in-fields.ts";

/** A password that can be looked at while it is typed. Mantine marks the field around a wrong one only. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={passwordToggle()}
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
  const { first, again } = newPasswordFields();
  return (
    <>
      <PasswordField {...first} {...(isFirst ? { "data-autofocus": true } : {})} {...field("newPassword")} />
      <PasswordField {...again} {...field("confirmPassword")} />
    </>
  );
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
