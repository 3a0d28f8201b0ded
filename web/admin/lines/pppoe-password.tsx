import { TextInput, type TextInputProps } from "@mantine/core";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { makePassword } from "./make-password.ts";

/** As it is typed into a device: in small and capital letters, and read, so that it is no field of dots. */
export const plainText = {
  autoCapitalize: "none",
  autoCorrect: "off",
  spellCheck: false,
  autoComplete: "off",
} as const;

export function PppoePassword({ onMake, ...field }: TextInputProps & { onMake: (password: string) => void }) {
  return (
    <div>
      <TextInput label={t("PPPoE password")} withAsterisk maxLength={60} {...plainText} {...field} />
      <SecondaryButton mt="xs" onClick={() => onMake(makePassword())}>
        {t("Make a good password")}
      </SecondaryButton>
    </div>
  );
}
