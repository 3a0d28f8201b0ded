import { Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import { t } from "./language.ts";
import { SearchField } from "./search-field.tsx";

/** A list's search and its filters. The search is always there; on a phone the rest waits behind a button. */
export function FilterBar(props: {
  search: {
    value: string;
    onSearch: (q: string) => void;
    label: string;
    placeholder: string;
    /** Where a phone has no room for the other. */
    shortPlaceholder?: string;
  };
  /** How many filters are set besides the search. */
  set: number;
  /** Empties them, and leaves the search. */
  onClear: () => void;
  children: ReactNode;
}): ReactElement {
  const { search, set } = props;
  const { shortPlaceholder = search.placeholder, ...field } = search;
  const wide = useMediaQuery("(min-width: 640px)", true, { getInitialValueInEffect: false });
  const [open, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>
          <SearchField {...field} placeholder={wide ? search.placeholder : shortPlaceholder} />
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
          {props.children}
        </SimpleGrid>
      ) : null}
      {set > 0 ? (
        <Group>
          <Button variant="subtle" size="sm" mih={44} onClick={props.onClear}>
            {t("Clear filters")}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
