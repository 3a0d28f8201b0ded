import { Select } from "@mantine/core";
import type { ReactElement } from "react";
import { DateRangeField } from "../../console/date-range-field.tsx";
import { FilterBar } from "../../console/filter-bar.tsx";
import { t } from "../../console/language.ts";
import { ProviderFilter } from "../routers/provider-filter.tsx";
import { type AuditFilter, filtersSet, noFilter } from "./audit-filter.ts";
import { actionGroups, actorKinds } from "./format-audit.ts";

export function AuditFilters(props: {
  filter: AuditFilter;
  narrow: (wanted: Partial<AuditFilter>) => void;
}): ReactElement {
  const { filter, narrow } = props;
  return (
    <FilterBar
      search={{
        value: filter.q,
        onSearch: (q) => narrow({ q }),
        label: t("Search the audit trail"),
        placeholder: t("Name, provider, address or id"),
      }}
      set={filtersSet(filter)}
      onClear={() => narrow({ ...noFilter, q: filter.q })}
    >
      <Select
        aria-label={t("Who")}
        placeholder={t("Anybody")}
        clearable
        clearButtonProps={{ "aria-label": t("Anybody") }}
        value={filter.actor || null}
        onChange={(actor) => narrow({ actor: actor ?? "" })}
        data={actorKinds()}
      />
      <ProviderFilter value={filter.providerId} onChange={(providerId) => narrow({ providerId })} />
      <Select
        aria-label={t("What")}
        placeholder={t("Everything")}
        clearable
        clearButtonProps={{ "aria-label": t("Everything") }}
        value={filter.action || null}
        onChange={(action) => narrow({ action: action ?? "" })}
        data={actionGroups()}
      />
      <DateRangeField
        clearable
        label={t("Days")}
        value={{ from: filter.from, to: filter.to }}
        onChange={(days) => narrow(days)}
      />
    </FilterBar>
  );
}
