import { TextInput, type TextInputProps } from "@mantine/core";
import type { Ref } from "react";
import { codeField } from "./sign-in-fields.ts";

export const focusWhenItComes = (field: HTMLInputElement | null) => field?.focus();

export function CodeField(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  return <TextInput {...codeField()} {...props} />;
}
