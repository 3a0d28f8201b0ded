import { claimPurchase as endpoint, roamHere as roamEndpoint } from "../../contract/purchase-recovery.ts";
import { type App, route } from "../../http/route.ts";
import { visitorOf } from "../../http/session.ts";
import { claimPurchase } from "./claim-purchase.ts";
import { roamHere } from "./roam-here.ts";

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

  route(app, roamEndpoint, async ({ ctx, url, tenant, body, ...from }) => ({
    outcome: await roamHere(ctx, { url, tenant, input: body, ...visitorOf(from) }),
  }));
}
