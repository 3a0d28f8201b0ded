import { TextInput } from "@mantine/core";
import { type Form, neededNumber } from "../../console/call-form.ts";
import { t } from "../../console/language.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { sameNameHint } from "../../console/same-name.ts";

/** How a router is called and reached, as it is typed. */
export type RouterFieldValues = {
  name: string;
  host: string;
  port: string;
  username: string;
  password: string;
  location: string;
};

export const routerBody = <Values extends RouterFieldValues>({ port, ...values }: Values) => ({
  ...values,
  port: neededNumber(port),
});

/**
 * @param props.others the provider's other routers
 * @param props.isReachedByOperator only name and place can be changed
 */
export function RouterFields<Values extends RouterFieldValues>(props: {
  form: Form<Values>;
  others: readonly { name: string }[];
  passwordHint?: string;
  isReachedByOperator?: boolean;
}) {
  const { form, others, passwordHint, isReachedByOperator = false } = props;
  const field = (name: keyof RouterFieldValues) => form.getInputProps(name);
  const reached = isReachedByOperator ? { readOnly: true, variant: "filled" } : { withAsterisk: true };
  const plain = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
  return (
    <>
      <TextInput
        label={t("Name")}
        description={sameNameHint(form.values.name, others)}
        withAsterisk
        {...field("name")}
      />
      <TextInput label={t("Location (optional)")} {...field("location")} />
      <TextInput label={t("Address")} placeholder="192.168.88.1" {...plain} {...reached} {...field("host")} />
      <TextInput
        label={t("API port")}
        description={t("8728, or 8729 where the API speaks TLS")}
        inputMode="numeric"
        maxLength={5}
        {...reached}
        {...field("port")}
      />
      <TextInput
        label={t("API user")}
        description={t("As you sign in to the router with WinBox.")}
        autoComplete="off"
        {...plain}
        {...reached}
        {...field("username")}
      />
      {isReachedByOperator ? null : (
        <PasswordField
          label={t("API password")}
          description={passwordHint}
          autoComplete="new-password"
          {...field("password")}
        />
      )}
    </>
  );
}
