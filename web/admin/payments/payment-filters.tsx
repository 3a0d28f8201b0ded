import { Select } from "@mantine/core";
import type { ReactElement } from "react";
import { DateRangeField } from "../../console/date-range-field.tsx";
import { FilterBar } from "../../console/filter-bar.tsx";
import { t } from "../../console/language.ts";
import { keptFor } from "../../console/query.ts";
import { useRead } from "../api.ts";
import { filtersSet, noFilter, type PaymentFilter } from "./payment-filter.ts";

export function PaymentFilters(props: {
  filter: PaymentFilter;
  narrow: (wanted: Partial<PaymentFilter>) => void;
}): ReactElement {
  const { filter, narrow } = props;
  const routers = useRead("listRouters", {}, keptFor(30_000));
  return (
    <FilterBar
      search={{
        value: filter.q,
        onSearch: (q) => narrow({ q }),
        label: t("Search payments"),
        placeholder: t("Phone, receipt or device"),
        shortPlaceholder: t("Phone or receipt"),
      }}
      set={filtersSet(filter)}
      onClear={() => narrow({ ...noFilter, q: filter.q })}
    >
      <Select
        aria-label={t("Status")}
        allowDeselect={false}
        value={filter.activation === "open" ? "open" : filter.status || "all"}
        onChange={(value) =>
          narrow({
            status: value === "all" || value === "open" || !value ? "" : value,
            activation: value === "open" ? "open" : "",
          })
        }
        data={[
          { value: "all", label: t("Any status") },
          { value: "completed", label: t("Completed") },
          { value: "pending", label: t("Pending") },
          { value: "failed", label: t("Failed") },
          { value: "open", label: t("Paid, not activated") },
        ]}
      />
      <Select
        aria-label={t("Type")}
        allowDeselect={false}
        value={filter.type || "all"}
        onChange={(value) => narrow({ type: value === "all" || !value ? "" : value })}
        data={[
          { value: "all", label: t("Payments and vouchers") },
          { value: "payment", label: t("Payments") },
          { value: "voucher", label: t("Vouchers") },
        ]}
      />
      <Select
        aria-label={t("Router")}
        allowDeselect={false}
        value={filter.router || "all"}
        onChange={(value) => narrow({ router: value === "all" || !value ? "" : value })}
        data={[
          { value: "all", label: t("All routers") },
          ...(routers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <DateRangeField
        clearable
        label={t("Days")}
        value={{ from: filter.from, to: filter.to }}
        onChange={narrow}
      />
    </FilterBar>
  );
}
