import { IconTicket, IconUser } from "@tabler/icons-react";
import { phone } from "../console/format.ts";
import { t } from "../console/language.ts";
import type { NavItem } from "../console/layout.tsx";
import { foundRows, leaveFor, PaletteField, usePaletteQuery } from "../console/palette.tsx";
import { useList } from "./api.ts";
import { addresses } from "./navigation.ts";

const shown = 5;

export function Palette(props: { places: readonly NavItem[]; onGo: (to: string) => void }) {
  const { places, onGo } = props;
  const typed = usePaletteQuery();
  const { asked, enabled } = typed;
  const query = { q: asked, pageSize: shown };
  const users = useList("listUsers", { query }, { enabled, staleTime: 0 });
  const vouchers = useList("listVouchers", { query }, { enabled, staleTime: 0 });
  const at = (path: string, q: string) => () => leaveFor(() => onGo(`${path}?${new URLSearchParams({ q })}`));

  const foundUsers = foundRows(typed, users).map(({ id, macAddress, phoneNumber, plan }) => ({
    id: `user ${id}`,
    label: phoneNumber ? phone(phoneNumber) : macAddress,
    description: [macAddress, plan?.name].filter(Boolean).join(" · "),
    leftSection: <IconUser size={20} aria-hidden />,
    onClick: at(addresses.users, macAddress),
  }));
  const foundVouchers = foundRows(typed, vouchers).map(({ id, code, plan }) => ({
    id: `voucher ${id}`,
    label: code,
    description: plan?.name ?? "",
    leftSection: <IconTicket size={20} aria-hidden />,
    onClick: at(addresses.vouchers, code),
  }));
  return (
    <PaletteField
      query={typed}
      groups={[
        { name: t("Users"), actions: foundUsers },
        { name: t("Vouchers"), actions: foundVouchers },
      ]}
      busy={users.isFetching || vouchers.isFetching}
      places={places}
      placeholder={t("Phone, device, voucher or page")}
      onGo={onGo}
    />
  );
}
