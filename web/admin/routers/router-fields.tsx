import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import * as z from "zod/mini";
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

const text = (longest: number, missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(longest));

export function routerFields() {
  return {
    name: text(100, t("Give the router a name")),
    host: text(255, t("Enter the router's address")),
    port: z.string().check(
      z.refine((typed) => /^\s*\d{1,5}\s*$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 65_535, {
        error: t("Enter a port from 1 to 65535"),
      }),
    ),
    username: text(100, t("Enter the API user")),
    password: z.string(),
    location: z.string(),
  };
}

/**
 * @param props.others the provider's other routers
 * @param props.isReachedByOperator only name and place can be changed
 */
export function RouterFields<Values extends RouterFieldValues>(props: {
  form: UseFormReturnType<Values>;
  others: readonly { name: string }[];
  passwordHint?: string;
  isReachedByOperator?: boolean;
}) {
  const { form, others, passwordHint, isReachedByOperator = false } = props;
  const [name, setName] = useState(form.getValues().name);
  form.watch("name", ({ value }) => setName(String(value)));
  const field = (name: keyof RouterFieldValues) => ({ key: form.key(name), ...form.getInputProps(name) });
  const reached = isReachedByOperator ? { readOnly: true, variant: "filled" } : { withAsterisk: true };
  const plain = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
  return (
    <>
      <TextInput label={t("Name")} description={sameNameHint(name, others)} withAsterisk {...field("name")} />
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
      <TextInput label={t("API user")} autoComplete="off" {...plain} {...reached} {...field("username")} />
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
