import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import type { ReactElement } from "react";
import { t } from "./language.ts";

/** A password that can be looked at while it is typed. Mantine marks the field around a wrong one only. */
export function PasswordField(props: PasswordInputProps): ReactElement {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ "aria-label": t("Show password") }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
