import { VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { t } from "./language.ts";
import type { NavItem } from "./layout.tsx";

/** Shorter texts would find half of everything. */
const least = 3;

type PaletteQuery = {
  typed: string;
  setTyped: (typed: string) => void;
  wanted: string;
  asked: string;
  /** `asked` is long enough and still current. */
  enabled: boolean;
};

export function usePaletteQuery(): PaletteQuery {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim();
  const [asked] = useDebouncedValue(wanted, 300);
  return { typed, setTyped, wanted, asked, enabled: asked.length >= least && wanted.length >= least };
}

type PaletteGroup = { name: string; actions: readonly SpotlightActionData[] };

/** One field for everything (Ctrl K): what the server found first, then pages by name. */
export function PaletteField(props: {
  query: PaletteQuery;
  groups: readonly PaletteGroup[];
  busy: boolean;
  places: readonly NavItem[];
  placeholder: string;
  onGo: (to: string) => void;
}) {
  const { query, groups, busy, places } = props;
  const { typed, setTyped, wanted, asked } = query;
  const pages = places
    .filter(({ name, also = "" }) => `${name} ${also}`.toLowerCase().includes(wanted.toLowerCase()))
    .map(({ to, name, icon: Icon }) => ({
      id: to,
      label: name,
      leftSection: <Icon size={20} aria-hidden />,
      onClick: () => leaveFor(() => props.onGo(to)),
    }));
  const shown = [...groups, { name: t("Pages"), actions: pages }]
    .filter(({ actions }) => actions.length > 0)
    .map(({ name, actions }) => ({ group: name, actions: [...actions] }));
  const waits = wanted.length >= least && (wanted !== asked || busy);
  return (
    <Spotlight
      // A window is called by its title; this one's is its field.
      title={<VisuallyHidden>{t("Search")}</VisuallyHidden>}
      styles={{ header: { minHeight: 0, padding: 0 } }}
      shortcut={["mod + K", "/"]}
      centered={false}
      query={typed}
      onQueryChange={setTyped}
      // The server chose these rows.
      filter={(_query, actions) => actions}
      actions={shown}
      nothingFound={waits ? t("Searching …") : t("Nothing found")}
      scrollable
      searchProps={{
        placeholder: props.placeholder,
        "aria-label": t("Search"),
        leftSection: <IconSearch size={20} aria-hidden />,
        onKeyDown: openFirst,
      }}
    />
  );
}

/** The focus leaves the field before the page comes, whose heading then takes it. */
export function leaveFor(go: () => void): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  go();
}

/** Results that arrive after the last key are not marked: Enter opens the first. */
function openFirst(event: KeyboardEvent<HTMLInputElement>): void {
  const list = event.currentTarget.closest(".mantine-Spotlight-root");
  if (event.key !== "Enter" || !list || list.querySelector("[data-selected]")) return;
  list.querySelector<HTMLElement>("[data-action]")?.click();
}

export function foundRows<Row>(
  query: PaletteQuery,
  read: { data: { rows: readonly Row[] } | undefined; isPlaceholderData: boolean },
): readonly Row[] {
  return query.enabled && !read.isPlaceholderData ? (read.data?.rows ?? []) : [];
}
