import { Button, Group, Select, SimpleGrid, Stack } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { DateRangeField } from "../../console/date-range-field.tsx";
import { t } from "../../console/language.ts";
import { SearchField } from "../../console/search-field.tsx";
import { ProviderSelect } from "../routers/provider-select.tsx";
import { type AuditFilter, filtersSet, noFilter } from "./audit-filter.ts";
import { actionGroups, actorKinds } from "./audit-words.ts";

/** The search is always there; on a phone the rest waits behind a button. */
export function AuditFilters(props: {
  filter: AuditFilter;
  change: (wanted: Partial<AuditFilter>) => void;
}): ReactElement {
  const { filter } = props;
  const wide = useMediaQuery("(min-width: 640px)", true, { getInitialValueInEffect: false });
  const [open, { toggle }] = useDisclosure(false);
  const set = filtersSet(filter);
  // Another filter means another list: its first page.
  const change = (wanted: Partial<AuditFilter>) => props.change({ ...wanted, page: "1" });
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>
          <SearchField
            value={filter.q}
            onSearch={(q) => change({ q })}
            label={t("Search the audit trail")}
            placeholder={t("Name, provider, address or id")}
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
            aria-label={t("Who")}
            placeholder={t("Anybody")}
            clearable
            clearButtonProps={{ "aria-label": t("Anybody") }}
            value={filter.actor || null}
            onChange={(actor) => change({ actor: actor ?? "" })}
            data={actorKinds()}
          />
          <ProviderSelect
            label={t("Provider")}
            placeholder={t("All providers")}
            clear={t("All providers")}
            value={filter.providerId || null}
            onChange={(providerId) => change({ providerId: providerId ?? "" })}
          />
          <Select
            aria-label={t("What")}
            placeholder={t("Everything")}
            clearable
            clearButtonProps={{ "aria-label": t("Everything") }}
            value={filter.action || null}
            onChange={(action) => change({ action: action ?? "" })}
            data={actionGroups()}
          />
          <DateRangeField
            clearable
            label={t("Days")}
            value={{ from: filter.from, to: filter.to }}
            onChange={(days) => change(days)}
          />
        </SimpleGrid>
      ) : null}
      {set > 0 ? (
        <Group>
          <Button variant="subtle" onClick={() => change({ ...noFilter, q: filter.q })}>
            {t("Clear filters")}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
