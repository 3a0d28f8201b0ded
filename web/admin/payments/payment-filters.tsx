import { Button, Group, Select, SimpleGrid, Stack } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { DateRangeField } from "../../console/date-range-field.tsx";
import { t } from "../../console/language.ts";
import { keptFor } from "../../console/query.ts";
import { SearchField } from "../../console/search-field.tsx";
import { useRead } from "../api.ts";
import { filtersSet, noFilter, type PaymentFilter } from "./payment-filter.ts";

/** The search is always there; on a phone the rest waits behind a button. */
export function PaymentFilters(props: {
  filter: PaymentFilter;
  change: (wanted: Partial<PaymentFilter>) => void;
}): ReactElement {
  const { filter } = props;
  const wide = useMediaQuery("(min-width: 640px)", true, { getInitialValueInEffect: false });
  const set = filtersSet(filter);
  const [open, { toggle }] = useDisclosure(false);
  const routers = useRead("listRouters", {}, keptFor(30_000));
  // Another filter means another list: its first page.
  const change = (wanted: Partial<PaymentFilter>) => props.change({ ...wanted, page: "1" });
  const clear = () => change({ ...noFilter, q: filter.q });
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>
          <SearchField
            value={filter.q}
            onSearch={(q) => change({ q })}
            label={t("Search payments")}
            placeholder={wide ? t("Phone, receipt or device") : t("Phone or receipt")}
          />
        </div>
        {wide ? null : (
          <Button
            variant="default"
            leftSection={<IconFilter size={18} aria-hidden />}
            aria-expanded={open}
            onClick={toggle}
          >
            {set > 0 ? t("Filters ({count})", { count: set }) : t("Filters")}
          </Button>
        )}
      </Group>
      {wide || open ? (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="sm">
          <Select
            aria-label={t("Status")}
            allowDeselect={false}
            value={filter.activation === "open" ? "open" : filter.status || "all"}
            onChange={(value) =>
              change({
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
            onChange={(value) => change({ type: value === "all" || !value ? "" : value })}
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
            onChange={(value) => change({ router: value === "all" || !value ? "" : value })}
            data={[
              { value: "all", label: t("All routers") },
              ...(routers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <DateRangeField
            clearable
            label={t("Days")}
            value={{ from: filter.from, to: filter.to }}
            onChange={change}
          />
        </SimpleGrid>
      ) : null}
      {set > 0 ? (
        <Group>
          <Button variant="subtle" size="sm" mih={44} onClick={clear}>
            {t("Clear filters")}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
