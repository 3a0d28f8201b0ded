import { type ComponentType, lazy, Suspense } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import { t } from "../console/language.ts";
import { LoadingRows } from "../console/loaded.tsx";
import { NotFound } from "../console/not-found.tsx";
import type { PageData } from "../console/page-data.ts";
import { Frame } from "./frame.tsx";
import { addresses } from "./navigation.ts";
import { DashboardPage } from "./pages/dashboard.tsx";
import { LogInPage } from "./pages/log-in.tsx";

/** Log-in and dashboard come with the first script; every other page is a file of its own. */
const rest: readonly (readonly [string, ComponentType<{ page: PageData }>])[] = [
  [
    addresses.advertisements,
    lazy(async () => ({ default: (await import("./pages/advertisements.tsx")).AdvertisementsPage })),
  ],
  [addresses.audit, lazy(async () => ({ default: (await import("./pages/audit.tsx")).AuditPage }))],
  [
    addresses.paymentSwitch,
    lazy(async () => ({ default: (await import("./pages/payment-switch.tsx")).PaymentSwitchPage })),
  ],
  [
    addresses.operators,
    lazy(async () => ({ default: (await import("./pages/operators.tsx")).OperatorsPage })),
  ],
  [addresses.profile, lazy(async () => ({ default: (await import("./pages/profile.tsx")).ProfilePage }))],
  [
    addresses.providerBilling,
    lazy(async () => ({ default: (await import("./pages/provider-billing.tsx")).ProviderBillingPage })),
  ],
  [
    addresses.providerProfile,
    lazy(async () => ({ default: (await import("./pages/provider-profile.tsx")).ProviderProfilePage })),
  ],
  [
    addresses.providers,
    lazy(async () => ({ default: (await import("./pages/providers.tsx")).ProvidersPage })),
  ],
  [
    addresses.reconciliation,
    lazy(async () => ({ default: (await import("./pages/reconciliation.tsx")).ReconciliationPage })),
  ],
  [addresses.revenue, lazy(async () => ({ default: (await import("./pages/revenue.tsx")).RevenuePage }))],
  [addresses.routers, lazy(async () => ({ default: (await import("./pages/routers.tsx")).RoutersPage }))],
  [addresses.settings, lazy(async () => ({ default: (await import("./pages/settings.tsx")).SettingsPage }))],
];

function Loading() {
  return <LoadingRows rows={6} label={t("Loading …")} />;
}

export function SuperadminRouter({ page }: { page: PageData }) {
  return (
    <BrowserRouter>
      <Routes>
        <Route path={addresses.login} element={<LogInPage />} />
        <Route element={<Frame />}>
          <Route path={addresses.dashboard} element={<DashboardPage />} />
          {rest.map(([path, Page]) => (
            <Route
              key={path}
              path={path}
              element={
                <Suspense fallback={<Loading />}>
                  <Page page={page} />
                </Suspense>
              }
            />
          ))}
        </Route>
        <Route path="*" element={<NotFound home={addresses.dashboard} />} />
      </Routes>
    </BrowserRouter>
  );
}
