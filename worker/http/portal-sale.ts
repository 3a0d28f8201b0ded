import { AppError } from "../errors.ts";
import type { Visitor } from "./portal-visitor.ts";
import type { Tenant } from "./tenant.ts";

/**
 * Why this page sells nothing, in the sentences in which a sale is refused as well (`features/routers`, which checks
 * afresh); null where it does.
 */
export function noSaleAt({ provider, router }: Tenant, { routerId }: Visitor): AppError | null {
  if (!provider) return null;
  if (provider.status !== "active") return closed("provider");
  if (router) return router.status === "active" ? null : closed("hotspot");
  if (routerId === null) return null;
  return new AppError(
    "not_found",
    "This hotspot does not belong to this provider. Join the WiFi and open this page again.",
  );
}

function closed(what: "provider" | "hotspot"): AppError {
  return new AppError(
    "refused",
    `This ${what} does not sell access at the moment. Please ask at the counter.`,
  );
}
