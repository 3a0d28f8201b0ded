import { Stack, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { t } from "../language.ts";
import type { SettingsForm } from "./settings-form.tsx";

export function Contact({ form }: { form: SettingsForm }): ReactElement {
  return (
    <Stack>
      <TextInput
        type="tel"
        autoComplete="tel"
        label={t("Support phone")}
        description={t("Visitors call it with one tap.")}
        maxLength={40}
        {...form.getInputProps("supportPhone")}
      />
      <TextInput
        type="email"
        autoComplete="email"
        label={t("Support e-mail")}
        description={t("Visitors copy it.")}
        maxLength={200}
        {...form.getInputProps("supportEmail")}
      />
    </Stack>
  );
}
