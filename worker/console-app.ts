import { refuse } from "./errors.ts";
import { mountManagedAds } from "./features/ads/console-routes.ts";
import { mountAudit } from "./features/audit/routes.ts";
import { mountAuth } from "./features/auth/routes.ts";
import { mountBackups } from "./features/backups/routes.ts";
import { mountBilling } from "./features/billing/routes.ts";
import { mountBranding } from "./features/branding/routes.ts";
import { mountBreakers } from "./features/breakers/routes.ts";
import { mountBridges } from "./features/bridges/routes.ts";
import { mountCreditPurchases } from "./features/credits/routes.ts";
import { mountEntitlements } from "./features/entitlements/routes.ts";
import { mountGateways } from "./features/gateways/routes.ts";
import { mountGuard } from "./features/guard/routes.ts";
import { mountImports } from "./features/imports/routes.ts";
import { mountMessages } from "./features/messages/routes.ts";
import { mountOpenvpn } from "./features/openvpn/routes.ts";
import { mountOwnerNews } from "./features/owner-news/routes.ts";
import { mountPaymentsOfConsoles } from "./features/payments/console-routes.ts";
import { mountPayouts } from "./features/payouts/routes.ts";
import { mountProviderData } from "./features/provider-data/routes.ts";
import { mountProviders } from "./features/providers/routes.ts";
import { mountReconciliation } from "./features/reconciliation/routes.ts";
import { mountReports } from "./features/reports/routes.ts";
import { mountRouters } from "./features/routers/routes.ts";
import { mountSecrets } from "./features/secrets/routes.ts";
import { mountSwitches } from "./features/switch/routes.ts";
import { mountTransactions } from "./features/transactions/routes.ts";
import { mountTrials } from "./features/trials/routes.ts";
import { mountUsers } from "./features/users/routes.ts";
import { mountVouchers } from "./features/vouchers/routes.ts";
import { mountWatches } from "./features/watches/routes.ts";
import { type App, newInnerApp } from "./http/route.ts";
import { mountAdPreview } from "./pages/ad-preview.ts";
import { mountAssets } from "./pages/assets.ts";
import { mountConsolePages } from "./pages/console-pages.ts";
import { mountHelp } from "./pages/help.ts";
import { notFound } from "./pages/refusal.ts";
import { mountSystem } from "./pages/system-routes.ts";

/** What `app.ts` does not mount at the start: calls of the consoles, and what is asked seldom. */
function mountRest(): App {
  const app = newInnerApp();
  mountAssets(app);
  mountSystem(app);
  mountBranding(app);
  mountManagedAds(app);
  mountAudit(app);
  mountAuth(app);
  mountProviders(app);
  mountGateways(app);
  mountMessages(app);
  mountOpenvpn(app);
  mountEntitlements(app);
  mountBridges(app);
  mountRouters(app);
  mountSwitches(app);
  mountBreakers(app);
  mountPaymentsOfConsoles(app);
  mountPayouts(app);
  mountCreditPurchases(app);
  mountVouchers(app);
  mountTrials(app);
  mountImports(app);
  mountUsers(app);
  mountTransactions(app);
  mountOwnerNews(app);
  mountBilling(app);
  mountReconciliation(app);
  mountGuard(app);
  mountReports(app);
  mountSecrets(app);
  mountProviderData(app);
  mountWatches(app);
  mountBackups(app);
  mountConsolePages(app);
  mountHelp(app);
  mountAdPreview(app);

  app.entry.notFound(async (hono) => {
    const { pathname } = new URL(hono.req.url);
    if (!pathname.startsWith("/api/") && !pathname.startsWith("/cb/") && !pathname.startsWith("/c/"))
      return notFound(hono.env, hono.req.raw);
    throw refuse("not_found", "nothing_here");
  });
  return app;
}

export const consoleApp: App = mountRest();
