import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { t } from "../../console/language.ts";
import { useList, useRead } from "../api.ts";

/** Searched on the server: there may be more providers than a list holds. */
export function ProviderSelect(props: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** What may be chosen besides a provider. */
  fixed?: readonly { value: string; label: string }[];
  placeholder?: string;
  error?: ReactNode;
  /** In a form: its field, as `getInputProps` names it. */
  "data-path"?: string;
  /** Among filters: named for readers only, and by this text it can be emptied again. */
  clear?: string;
}) {
  const { label, value, onChange, fixed = [], placeholder, error, clear } = props;
  const [typed, setTyped] = useState("");
  const isProvider = value !== null && value !== "" && !fixed.some((one) => one.value === value);
  const chosen = useRead(
    "platformProvider",
    { params: { id: value ?? "" } },
    { enabled: isProvider, retry: 0 },
  );
  const named = isProvider && chosen.data?.id === value ? [{ value, label: chosen.data.businessName }] : [];
  // What stands in the field once one is chosen searches for nothing.
  const isLabel = [...fixed, ...named].some((one) => one.label === typed);
  const [q] = useDebouncedValue(isLabel ? "" : typed.trim(), 250);
  const found = useList("listProviders", { query: { q, pageSize: 50 } });
  const rows = (found.data?.rows ?? []).map(({ id, businessName }) => ({ value: id, label: businessName }));
  const others = rows.filter((row) => row.value !== value);
  return (
    <Select
      {...(clear === undefined
        ? { label }
        : { "aria-label": label, clearable: true, clearButtonProps: { "aria-label": clear } })}
      data={[...fixed, ...named, ...others]}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      searchable
      onSearchChange={setTyped}
      nothingFoundMessage={found.isPending ? undefined : t("No provider of this name")}
      // The server has searched already.
      filter={({ options }) => options}
      {...(placeholder ? { placeholder } : {})}
      error={error ?? null}
      {...(props["data-path"] === undefined ? {} : { "data-path": props["data-path"] })}
    />
  );
}

/** Among a list's filters: one provider's rows, or everybody's. */
export function ProviderFilter(props: {
  value: string;
  onChange: (providerId: string) => void;
  fixed?: readonly { value: string; label: string }[];
}) {
  return (
    <ProviderSelect
      label={t("Provider")}
      placeholder={t("All providers")}
      clear={t("All providers")}
      value={props.value || null}
      {...(props.fixed ? { fixed: props.fixed } : {})}
      onChange={(providerId) => props.onChange(providerId ?? "")}
    />
  );
}
