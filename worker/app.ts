import { mountAds } from "./features/ads/routes.ts";
import { mountMedia } from "./features/branding/index.ts";
import { mountPayments } from "./features/payments/routes.ts";
import { mountPlans } from "./features/plans/routes.ts";
import { mountPurchaseRecovery } from "./features/purchase-recovery/routes.ts";
import { mountPurchaseStatus } from "./features/purchase-status/routes.ts";
import { type App, newApp } from "./http/route.ts";
import { notFound } from "./pages/refusal.ts";
import { mountPages } from "./pages/routes.ts";

/** Under which the calls of consoles, bridges' set-up, gateways' reports and home customers' pages stand (`tests/contract/endpoints.test.ts`). */
export const loadedLater =
  /^\/(api|admin|superadmin|help|bridge|cb|c|signup|metrics|my|assets|banks\.json|mobile-money\.json)(\/|$)/;

/**
 * What visitors, gateways and bridges ask, mounted at the start of an isolate. The rest, most of all there is, comes with the first
 * request for any of it: an isolate that sells, and each provider's object, starts in half the time.
 */
function mountAll(): App {
  const app = newApp();
  mountMedia(app);
  mountAds(app);
  mountPlans(app);
  mountPayments(app);
  mountPurchaseRecovery(app);
  mountPurchaseStatus(app);
  mountPages(app);
  const rest = async () => (await import("./console-app.ts")).consoleApp;
  app.inside.notFound(async (hono) => (await rest()).inside.fetch(hono.req.raw, hono.env, hono.executionCtx));
  app.entry.notFound(async (hono) => {
    const { pathname } = new URL(hono.req.url);
    if (!loadedLater.test(pathname)) return notFound(hono.env, hono.req.raw);
    return (await rest()).entry.fetch(hono.req.raw, hono.env, hono.executionCtx);
  });
  return app;
}

export const app: App = mountAll();
