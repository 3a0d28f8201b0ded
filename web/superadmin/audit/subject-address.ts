import type { AuditLine } from "#contract/audit";
import { gatewaysAddress, paymentAddress, routerAddress } from "../links.tsx";
import { addresses, billingAddress, profileAddress } from "../navigation.ts";

/** By the beginning of an action: the page that shows what it was done to. */
const places: Record<string, (subject: string, providerId: string | null) => string | null> = {
  ad: () => addresses.advertisements,
  admin: (_id, provider) => (provider ? `${profileAddress(provider)}?tab=admins` : addresses.operators),
  billing: (_id, provider) => provider && billingAddress(provider),
  difference: () => addresses.reconciliation,
  gateway: (_id, provider) => provider && gatewaysAddress(provider),
  handoff: (provider) => profileAddress(provider),
  paybill: () => `${addresses.reconciliation}?tab=paybill`,
  provider: (id) => profileAddress(id),
  reconciliation: () => `${addresses.reconciliation}?tab=nights`,
  refund: (_id, provider) =>
    `${addresses.reconciliation}?${new URLSearchParams({ tab: "refunds", ...(provider ? { providerId: provider } : {}) })}`,
  router: (id) => routerAddress(id),
  settings: () => addresses.settings,
  switch: () => addresses.paymentSwitch,
  transaction: (id) => paymentAddress(id),
};

/** Null where no page of this console shows it. */
export function subjectAddress({ action, subject, providerId }: AuditLine): string | null {
  if (subject === null || action === "provider.erase") return null;
  // A refund is asked for by its payment.
  if (action === "refund.payment" || action === "refund.by_hand") return paymentAddress(subject);
  if (action === "settings.operators") return addresses.operators;
  return places[action.split(".")[0] ?? ""]?.(subject, providerId) ?? null;
}
