import { TextInput, type TextInputProps } from "@mantine/core";
import type { Ref } from "react";
import { t } from "./language.ts";
import { RequestError } from "./request.ts";

/** The password was right, and a code is asked for beside it; or the code was wrong. */
export const isCodeAsked = (cause: unknown): boolean =>
  cause instanceof RequestError && cause.code === "second_factor_needed";

export const focusWhenItComes = (field: HTMLInputElement | null) => field?.focus();

/** A code of the app, or a recovery code. */
export function CodeField(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      label={t("Code of your authenticator app")}
      description={t("Six digits, or one of your recovery codes.")}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  );
}
