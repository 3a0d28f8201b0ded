import { type AppError, refuse } from "../errors.ts";
import type { Tenant } from "../http/tenant.ts";
import type { Visitor } from "./portal-visitor.ts";

/** In the texts in which a sale is refused (`features/routers`, which checks afresh); null where it sells. */
export function noSaleAt({ provider, router }: Tenant, { routerId }: Visitor): AppError | null {
  if (!provider) return null;
  if (provider.status !== "active") return closed("provider");
  if (router) return router.status === "active" ? null : closed("hotspot");
  if (routerId === null) return null;
  return refuse("not_found", "foreign_hotspot_join");
}

function closed(what: "provider" | "hotspot"): AppError {
  return refuse("refused", what === "provider" ? "provider_closed" : "hotspot_closed");
}
