import type { PasswordInputProps } from "@mantine/core";
import type { ReactElement } from "react";
import { t } from "./language.ts";
import { PasswordField } from "./password-field.tsx";

/** Of a form that has these fields. */
export type FieldProps<Name extends string> = (name: Name) => PasswordInputProps;

/** A new password, twice. */
export function NewPasswordFields(props: {
  field: FieldProps<"newPassword" | "confirmPassword">;
  /** A dialog begins here. */
  isFirst?: boolean;
}): ReactElement {
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

/** One's own, which only somebody who knows the present one may change. */
export function OwnPasswordFields(props: {
  field: FieldProps<"currentPassword" | "newPassword" | "confirmPassword">;
}): ReactElement {
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
