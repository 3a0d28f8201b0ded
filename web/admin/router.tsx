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
  [addresses.billing, lazy(async () => ({ default: (await import("./pages/billing.tsx")).BillingPage }))],
  [addresses.payments, lazy(async () => ({ default: (await import("./pages/payments.tsx")).PaymentsPage }))],
  [addresses.plans, lazy(async () => ({ default: (await import("./pages/plans.tsx")).PlansPage }))],
  [addresses.profile, lazy(async () => ({ default: (await import("./pages/profile.tsx")).ProfilePage }))],
  [addresses.reports, lazy(async () => ({ default: (await import("./pages/reports.tsx")).ReportsPage }))],
  [addresses.routers, lazy(async () => ({ default: (await import("./pages/routers.tsx")).RoutersPage }))],
  [addresses.settings, lazy(async () => ({ default: (await import("./pages/settings.tsx")).SettingsPage }))],
  [addresses.users, lazy(async () => ({ default: (await import("./pages/users.tsx")).UsersPage }))],
  [addresses.vouchers, lazy(async () => ({ default: (await import("./pages/vouchers.tsx")).VouchersPage }))],
];

function Loading() {
  return <LoadingRows rows={6} label={t("Loading …")} />;
}

export function AdminRouter(props: { page: PageData; refusal: string | null }) {
  const { page, refusal } = props;
  return (
    <BrowserRouter>
      <Routes>
        <Route path={addresses.login} element={<LogInPage page={page} refusal={refusal} />} />
        <Route element={<Frame page={page} />}>
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
