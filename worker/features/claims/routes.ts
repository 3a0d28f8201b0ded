import { claimPurchase as endpoint } from "../../contract/claims.ts";
import { type App, route } from "../../http/route.ts";
import { claimPurchase } from "./claim-purchase.ts";

export function mountClaims(app: App): void {
  route(app, endpoint, ({ ctx, url, tenant, body, caller, idempotencyKey }) =>
    claimPurchase(ctx, {
      url,
      tenant,
      input: body,
      buyerHash: caller.kind === "visitor" ? caller.buyerHash : null,
      idempotencyKey,
    }),
  );
}
