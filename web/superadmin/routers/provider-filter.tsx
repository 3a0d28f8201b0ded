import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { ProviderSelect } from "./provider-select.tsx";

/** Among a list's filters: one provider's rows, or everybody's. */
export function ProviderFilter(props: {
  /** An id; empty for all. */
  value: string;
  onChange: (providerId: string) => void;
  /** What may be chosen besides a provider. */
  fixed?: readonly { value: string; label: string }[];
}): ReactElement {
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
