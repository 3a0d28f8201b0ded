import { IconBuildingStore, IconReceipt, IconRouter } from "@tabler/icons-react";
import { parseKenyanMobile } from "#contract/values/phone";
import { kes, phone as phoneWords } from "../console/format.ts";
import { t } from "../console/language.ts";
import type { NavItem } from "../console/layout.tsx";
import { foundRows, leaveFor, PaletteField, usePaletteQuery } from "../console/palette.tsx";
import { useList } from "./api.ts";
import { paymentAddress } from "./links.tsx";
import { addresses, profileAddress } from "./navigation.ts";
import { accessWord } from "./payments/access-state.tsx";

const shown = 5;

export function Palette(props: { places: readonly NavItem[]; onGo: (to: string) => void }) {
  const { places, onGo } = props;
  const typed = usePaletteQuery();
  const { asked, enabled } = typed;
  const query = { q: asked, pageSize: shown };
  const providers = useList("listProviders", { query }, { enabled, staleTime: 0 });
  const routers = useList("listPlatformRouters", { query }, { enabled, staleTime: 0 });
  const isReceipt = /^[A-Za-z0-9]{8,12}$/.test(asked) || /^[0-9a-f]{48}$/i.test(asked);
  const payments = useList(
    "listPaid",
    { query: { ...query, status: "any" } },
    { enabled: enabled && isReceipt, staleTime: 0 },
  );
  const to = (address: string) => () => leaveFor(() => onGo(address));

  const foundProviders = foundRows(typed, providers).map(({ id, businessName, subdomain, phone }) => ({
    id: `provider ${id}`,
    label: businessName,
    description: [subdomain, phone].filter(Boolean).join(" · "),
    leftSection: <IconBuildingStore size={20} aria-hidden />,
    onClick: to(profileAddress(id)),
  }));
  const foundRouters = foundRows(typed, routers).map(({ id, name, host, provider }) => ({
    id: `router ${id}`,
    label: name,
    description: [host, provider?.businessName].filter(Boolean).join(" · "),
    leftSection: <IconRouter size={20} aria-hidden />,
    onClick: to(`${addresses.routers}?${new URLSearchParams({ q: name })}`),
  }));
  const foundPayments = foundRows(typed, payments).map((row) => ({
    id: `payment ${row.id}`,
    label: [row.receipt ?? row.id, kes(row.amount)].join(" · "),
    description: [row.provider, row.planName, row.payer, row.access && accessWord(row.access)]
      .filter(Boolean)
      .join(" · "),
    leftSection: <IconReceipt size={20} aria-hidden />,
    onClick: to(`${addresses.payments}?${new URLSearchParams({ q: row.receipt ?? row.id })}`),
  }));
  // Whose receipt is not at hand: the page asks all providers for what this phone paid.
  const paidBy = parseKenyanMobile(asked);
  const ofPhone =
    paidBy === undefined
      ? []
      : [
          {
            id: `phone ${paidBy}`,
            label: t("Payments of {phone}", { phone: phoneWords(paidBy) }),
            description: t("At all providers"),
            leftSection: <IconReceipt size={20} aria-hidden />,
            onClick: to(paymentAddress(asked)),
          },
        ];
  return (
    <PaletteField
      query={typed}
      groups={[
        { name: t("Providers"), actions: foundProviders },
        { name: t("Routers"), actions: foundRouters },
        { name: t("Payments"), actions: [...ofPhone, ...foundPayments] },
      ]}
      busy={providers.isFetching || routers.isFetching || payments.isFetching}
      places={places}
      placeholder={t("Provider, router, receipt, phone or page")}
      onGo={onGo}
    />
  );
}
