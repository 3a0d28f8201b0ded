import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from "@mantine/spotlight";
import { IconSearch, IconTicket, IconUser } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactElement, useState } from "react";
import { phone } from "../console/format.ts";
import { t } from "../console/language.ts";
import type { Place } from "../console/layout.tsx";
import { useList } from "./api.ts";
import { addresses } from "./places.ts";

/** Shorter texts would find half of everything. */
const least = 3;
const shown = 5;

/** One field for everything: pages by name, users by phone or address, vouchers by code. */
export function Palette(props: { places: readonly Place[]; onGo: (to: string) => void }): ReactElement {
  const { places } = props;
  const onGo = (to: string) => {
    // The focus leaves the field before the page comes, whose heading then takes it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    props.onGo(to);
  };
  const [typed, setTyped] = useState("");
  const wanted = typed.trim();
  const [asked] = useDebouncedValue(wanted, 300);
  const enabled = asked.length >= least && wanted.length >= least;
  const query = { q: asked, pageSize: shown };
  const users = useList("listUsers", { query }, { enabled, staleTime: 0 });
  const vouchers = useList("listVouchers", { query }, { enabled, staleTime: 0 });
  const rowsOf = <Row,>(read: { data: { rows: readonly Row[] } | undefined; isPlaceholderData: boolean }) =>
    enabled && !read.isPlaceholderData ? (read.data?.rows ?? []) : [];
  const at = (path: string, q: string) => `${path}?${new URLSearchParams({ q })}`;

  const pages = places
    .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
    .map(({ to, name, icon: Icon }) => ({
      id: to,
      label: name,
      leftSection: <Icon size={20} aria-hidden />,
      onClick: () => onGo(to),
    }));
  const foundUsers = rowsOf(users).map(({ id, macAddress, phoneNumber, plan }) => ({
    id: `user ${id}`,
    label: phoneNumber ? phone(phoneNumber) : macAddress,
    description: [macAddress, plan?.name].filter(Boolean).join(" · "),
    leftSection: <IconUser size={20} aria-hidden />,
    onClick: () => onGo(at(addresses.users, macAddress)),
  }));
  const foundVouchers = rowsOf(vouchers).map(({ id, code, plan }) => ({
    id: `voucher ${id}`,
    label: code,
    description: plan?.name ?? "",
    leftSection: <IconTicket size={20} aria-hidden />,
    onClick: () => onGo(at(addresses.vouchers, code)),
  }));
  const group = (name: string, actions: SpotlightActionData[]): SpotlightActionGroupData[] =>
    actions.length === 0 ? [] : [{ group: name, actions }];
  const busy = wanted.length >= least && (wanted !== asked || users.isFetching || vouchers.isFetching);
  return (
    <Spotlight
      shortcut={["mod + K", "/"]}
      centered={false}
      query={typed}
      onQueryChange={setTyped}
      // What was found was chosen by the server.
      filter={(_query, actions) => actions}
      actions={[
        ...group(t("Users"), foundUsers),
        ...group(t("Vouchers"), foundVouchers),
        ...group(t("Pages"), pages),
      ]}
      nothingFound={busy ? t("Searching …") : t("Nothing found")}
      scrollable
      searchProps={{
        placeholder: t("Phone, device, voucher or page"),
        "aria-label": t("Search"),
        leftSection: <IconSearch size={20} aria-hidden />,
        onKeyDown: openFirst,
      }}
    />
  );
}

/** What is found after the last key was pressed is marked by nobody yet: Enter opens the first of it. */
function openFirst(event: KeyboardEvent<HTMLInputElement>): void {
  const list = event.currentTarget.closest(".mantine-Spotlight-root");
  if (event.key !== "Enter" || !list || list.querySelector("[data-selected]")) return;
  list.querySelector<HTMLElement>("[data-action]")?.click();
}
