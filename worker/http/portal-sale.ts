import type { PortalPage } from "../contract/portal.ts";
import { AppError } from "../errors.ts";
import type { Visitor } from "./portal-visitor.ts";
import type { Tenant } from "./tenant.ts";

/** Why this page sells nothing; null where it does. A sale itself is checked afresh when it is made. */
export function noSaleAt({ provider, router }: Tenant, { routerId }: Visitor): PortalPage["noSale"] {
  if (!provider) return null;
  if (provider.status !== "active") return "provider-closed";
  if (!router) return routerId === null ? null : "unknown-router";
  return router.status === "active" ? null : "router-closed";
}

/** The sentences in which a sale is refused as well (`features/routers`). */
const sentences = {
  "provider-closed": "This provider does not sell access at the moment. Please ask at the counter.",
  "router-closed": "This hotspot does not sell access at the moment. Please ask at the counter.",
  "unknown-router": "This hotspot does not belong to this provider. Join the WiFi and open this page again.",
} as const;

/** Nobody fills in a form for what will be refused. @throws AppError */
export function refuseNoSale(tenant: Tenant, who: Visitor): void {
  const noSale = noSaleAt(tenant, who);
  if (noSale !== null)
    throw new AppError(noSale === "unknown-router" ? "not_found" : "refused", sentences[noSale]);
}
