import { claimPurchase as endpoint } from "../../contract/purchase-recovery.ts";
import { type App, route } from "../../http/route.ts";
import { visitorOf } from "../../http/session.ts";
import { claimPurchase } from "./claim-purchase.ts";

export function mountPurchaseRecovery(app: App): void {
  route(app, endpoint, ({ ctx, url, tenant, body, idempotencyKey, ...from }) =>
    claimPurchase(ctx, {
      url,
      tenant,
      input: body,
      ...visitorOf(from),
      idempotencyKey,
    }),
  );
}
