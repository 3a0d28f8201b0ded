import { TextInput, type TextInputProps } from "@mantine/core";
import type { ContactsInput } from "#contract/providers";
import { t } from "../../console/language.ts";

type Input = (name: keyof ContactsInput) => TextInputProps;

const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

/** How a provider is named and reached, in the form of a new one and of one that is there. */
export function ContactFields({ input }: { input: Input }) {
  return (
    <>
      <TextInput
        label={t("Business Name")}
        withAsterisk
        data-autofocus
        {...input("businessName")}
        maxLength={100}
      />
      <TextInput label={t("Contact Name")} withAsterisk {...input("contactName")} maxLength={100} />
      <TextInput label={t("Email")} type="email" withAsterisk {...asTyped} {...input("email")} />
      <TextInput
        label={t("Phone")}
        type="tel"
        placeholder="254700000000"
        withAsterisk
        {...input("phone")}
        maxLength={40}
      />
    </>
  );
}

/** What need not be given. */
export function PaperFields({ input }: { input: Input }) {
  return (
    <>
      <TextInput label={t("Address")} {...input("address")} maxLength={300} />
      <TextInput label={t("KRA PIN")} {...input("kraPin")} maxLength={40} />
      <TextInput label={t("Business License")} {...input("businessLicense")} maxLength={100} />
    </>
  );
}
