import { TextInput, type TextInputProps } from "@mantine/core";
import { t } from "./language.ts";

/** As it is typed: no phone writes it larger, or better. */
export function UsernameField(props: TextInputProps) {
  return (
    <TextInput
      label={t("Username")}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
    />
  );
}
