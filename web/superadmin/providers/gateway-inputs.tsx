import { PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { BankOption, GatewayConfiguration, MobileMoneyOption } from "#contract/gateways";
import { banks } from "#contract/values/banks";
import { mobileMoney } from "#contract/values/mobile-money";
import { hourMs } from "#contract/values/time";
import { t } from "../../console/language.ts";
import { useRead } from "../api.ts";
import {
  accountWords,
  credentialFields,
  environmentName,
  type GatewayFields,
  type GatewayFormKind,
} from "./gateway-fields.ts";

type Form = UseFormReturnType<GatewayFields>;

export function AccountInput({ form }: { form: Form }) {
  const { type, bank } = form.values;
  const words = accountWords(form.values);
  return (
    <TextInput
      name="accountNumber"
      label={t("Account Number")}
      description={words.hint}
      placeholder={words.name}
      withAsterisk
      inputMode={type === "mpesa" || bank !== "" ? "numeric" : "text"}
      autoComplete="off"
      maxLength={60}
      {...form.getInputProps("accountNumber")}
    />
  );
}

export function EnvironmentInput({ form }: { form: Form }) {
  return (
    <Select
      label={t("Environment")}
      allowDeselect={false}
      data={(["sandbox", "production"] as const).map((value) => ({ value, label: environmentName(value) }))}
      description={
        form.values.environment === "production"
          ? t("Collects after KSh 1 has arrived by it: send it from the list afterwards.")
          : undefined
      }
      {...form.getInputProps("environment")}
    />
  );
}

export function BankInput(props: {
  form: Form;
  banks: readonly { id: string; name: string }[];
  label: string;
}) {
  return (
    <Select
      label={props.label}
      withAsterisk
      placeholder={t("Choose a bank")}
      allowDeselect={false}
      data={props.banks.map(({ id, name }) => ({ value: id, label: name }))}
      {...props.form.getInputProps("bank")}
    />
  );
}

/** Every credential of the type; one that is set shows its end and may stay empty. */
export function CredentialInputs(props: {
  form: Form;
  of: GatewayFormKind;
  stored?: GatewayConfiguration["configuration"];
}) {
  const { form, of, stored } = props;
  const { type, bank } = form.values;
  return (
    <>
      {credentialFields(type, bank, of).map(({ name, label, missing, isSecret, isLong, hint }) => {
        const path = `credentials.${name}`;
        const set = stored?.[name];
        const kept = set ? t("Set: {end}. Type to replace it.", { end: set }) : undefined;
        const common = {
          name,
          label,
          description: kept ?? (hint || undefined),
          withAsterisk: Boolean(missing) && !set,
          autoComplete: "off",
          ...form.getInputProps(path),
          value: form.values.credentials[name] ?? "",
          "aria-invalid": form.errors[path] ? true : undefined,
        };
        if (isLong)
          return (
            <Textarea
              key={name}
              autosize
              minRows={3}
              maxRows={8}
              maxLength={8_000}
              spellCheck={false}
              {...common}
            />
          );
        if (!isSecret) return <TextInput key={name} maxLength={2_000} {...common} />;
        return (
          <PasswordInput
            key={name}
            maxLength={2_000}
            visibilityToggleButtonProps={{ "aria-label": t("Show {what}", { what: label }) }}
            {...common}
          />
        );
      })}
    </>
  );
}

const anHour = { staleTime: hourMs };

/** Banks and mobile money to choose from: of the API, else of the files, else those that are built in. */
export function useGatewayOptions(): {
  banks: readonly BankOption[];
  services: readonly MobileMoneyOption[];
} {
  const bankList = useRead("listBanks", {}, anHour);
  const serviceList = useRead("listMobileMoney", {}, anHour);
  const bankFile = useFile<BankOption>("/banks.json", bankList.isError);
  const serviceFile = useFile<MobileMoneyOption>("/mobile-money.json", serviceList.isError);
  return {
    banks: bankList.data ?? bankFile ?? banks,
    // What cannot be collected is known and never offered.
    services: (serviceList.data ?? serviceFile ?? mobileMoney).filter(
      ({ isActive, collectable }) => isActive && collectable,
    ),
  };
}

/** @returns undefined until it is there, and where it is no list */
function useFile<Option>(path: string, enabled: boolean): readonly Option[] | undefined {
  const file = useQuery({
    queryKey: [path],
    enabled,
    ...anHour,
    queryFn: async () => {
      const answer = await fetch(path);
      const list: unknown = answer.ok ? await answer.json() : null;
      if (!Array.isArray(list)) throw new Error(`${path} is no list`);
      return list as Option[];
    },
  });
  return file.data;
}
