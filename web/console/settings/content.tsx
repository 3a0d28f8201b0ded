import { Stack, Textarea, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { t } from "../language.ts";
import type { SettingsForm } from "./settings-form.tsx";

export function Content(props: { form: SettingsForm; businessName: string }): ReactElement {
  const { form, businessName } = props;
  return (
    <Stack>
      <TextInput
        label={t("Company name")}
        description={t("Left empty: {name}", { name: businessName })}
        maxLength={100}
        {...form.getInputProps("companyName")}
      />
      <Textarea
        size="md"
        label={t("Welcome message")}
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps("welcomeMessage")}
      />
      <TextInput
        type="url"
        inputMode="url"
        autoCapitalize="none"
        label={t("Terms URL")}
        placeholder="https://"
        {...form.getInputProps("termsUrl")}
      />
      <TextInput
        type="url"
        inputMode="url"
        autoCapitalize="none"
        label={t("Privacy URL")}
        placeholder="https://"
        {...form.getInputProps("privacyUrl")}
      />
    </Stack>
  );
}
