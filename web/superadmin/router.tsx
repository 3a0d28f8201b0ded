import { ConsoleRouter, lazyPages } from "../console/console-router.tsx";
import type { PageData } from "../console/page-data.ts";
import { Frame } from "./frame.tsx";
import { addresses } from "./navigation.ts";
import { DashboardPage } from "./pages/dashboard.tsx";

const rest = lazyPages([
  [addresses.advertisements, async () => (await import("./pages/advertisements.tsx")).AdvertisementsPage],
  [addresses.audit, async () => (await import("./pages/audit.tsx")).AuditPage],
  [addresses.goLive, async () => (await import("./pages/go-live.tsx")).GoLivePage],
  [addresses.howItRuns, async () => (await import("./pages/how-it-runs.tsx")).HowItRunsPage],
  [addresses.payments, async () => (await import("./pages/payments.tsx")).PaymentsPage],
  [addresses.payouts, async () => (await import("./pages/payouts.tsx")).PayoutsPage],
  [addresses.paymentSwitch, async () => (await import("./pages/payment-switch.tsx")).PaymentSwitchPage],
  [addresses.operators, async () => (await import("./pages/operators.tsx")).OperatorsPage],
  [addresses.profile, async () => (await import("./pages/profile.tsx")).ProfilePage],
  [addresses.providerBilling, async () => (await import("./pages/provider-billing.tsx")).ProviderBillingPage],
  [addresses.providerProfile, async () => (await import("./pages/provider-profile.tsx")).ProviderProfilePage],
  [addresses.providers, async () => (await import("./pages/providers.tsx")).ProvidersPage],
  [addresses.reconciliation, async () => (await import("./pages/reconciliation.tsx")).ReconciliationPage],
  [addresses.revenue, async () => (await import("./pages/revenue.tsx")).RevenuePage],
  [addresses.routers, async () => (await import("./pages/routers.tsx")).RoutersPage],
  [addresses.sms, async () => (await import("./pages/sms.tsx")).SmsPage],
  [addresses.settings, async () => (await import("./pages/settings.tsx")).SettingsPage],
]);

export function SuperadminRouter({ page }: { page: PageData }) {
  return (
    <ConsoleRouter
      page={page}
      addresses={addresses}
      own={/^\/superadmin\/[\w/-]+(\?|$)/}
      frame={<Frame />}
      dashboard={<DashboardPage />}
      rest={rest}
    />
  );
}
