import { refuse } from "./errors.ts";
import { mountAds } from "./features/ads/routes.ts";
import { mountAudit } from "./features/audit/routes.ts";
import { mountAuth } from "./features/auth/routes.ts";
import { mountBilling } from "./features/billing/routes.ts";
import { mountMedia } from "./features/branding/index.ts";
import { mountBranding } from "./features/branding/routes.ts";
import { mountBreakers } from "./features/breakers/routes.ts";
import { mountBridges } from "./features/bridges/routes.ts";
import { mountEntitlements } from "./features/entitlements/routes.ts";
import { mountGateways } from "./features/gateways/routes.ts";
import { mountMessages } from "./features/messages/routes.ts";
import { mountOpenvpn } from "./features/openvpn/routes.ts";
import { mountPayments } from "./features/payments/routes.ts";
import { mountPlans } from "./features/plans/routes.ts";
import { mountProviderData } from "./features/provider-data/routes.ts";
import { mountProviders } from "./features/providers/routes.ts";
import { mountPurchaseRecovery } from "./features/purchase-recovery/routes.ts";
import { mountReconciliation } from "./features/reconciliation/routes.ts";
import { mountReports } from "./features/reports/routes.ts";
import { mountRouters } from "./features/routers/routes.ts";
import { mountSecrets } from "./features/secrets/routes.ts";
import { mountSwitches } from "./features/switch/routes.ts";
import { mountTransactions } from "./features/transactions/routes.ts";
import { mountUsers } from "./features/users/routes.ts";
import { mountVouchers } from "./features/vouchers/routes.ts";
import { mountWatches } from "./features/watches/routes.ts";
import { mountAssets } from "./http/assets.ts";
import { mountConsolePages } from "./http/console-pages.ts";
import { mountPages } from "./http/pages.ts";
import { mountAdPreview } from "./http/pages-ad-preview.ts";
import { notFound } from "./http/pages-refusal.ts";
import { type App, newApp } from "./http/route.ts";
import { mountSystem } from "./http/system-routes.ts";

function mountAll(): App {
  const app = newApp();
  mountAssets(app);
  mountSystem(app);
  mountAudit(app);
  mountAuth(app);
  mountProviders(app);
  mountGateways(app);
  mountBranding(app);
  mountMedia(app);
  mountAds(app);
  mountPlans(app);
  mountMessages(app);
  mountOpenvpn(app);
  mountEntitlements(app);
  mountBridges(app);
  mountRouters(app);
  mountSwitches(app);
  mountBreakers(app);
  mountPayments(app);
  mountVouchers(app);
  mountPurchaseRecovery(app);
  mountUsers(app);
  mountTransactions(app);
  mountBilling(app);
  mountReconciliation(app);
  mountReports(app);
  mountSecrets(app);
  mountProviderData(app);
  mountWatches(app);
  mountConsolePages(app);
  mountAdPreview(app);
  mountPages(app);

  app.notFound(async (hono) => {
    const { pathname } = new URL(hono.req.url);
    if (!pathname.startsWith("/api/") && !pathname.startsWith("/cb/") && !pathname.startsWith("/c/"))
      return notFound(hono.env, hono.req.raw);
    throw refuse("not_found", "nothing_here");
  });
  return app;
}

export const app: App = mountAll();
